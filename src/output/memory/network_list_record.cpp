#include "network_list_view.hpp"
#include "output/phrases/shared_records.hpp"
#include "report/flat.hpp"

namespace gpuadvisor {
namespace {

struct ListQuery {
  const std::vector<std::string>& words;
};

}  // namespace

template <>
const Record<ListQuery>& record() {
  static const auto k_record = Record<ListQuery>("query", "What was asked")
                                   .member(
                                       "words", "Words that names have; empty: all networks",
                                       [](const ListQuery& query) -> const auto& { return query.words; });
  return k_record;
}

template <>
const Record<Network>& record() {
  static const auto k_record =
      Record<Network>("network", "A network", JsonWriter::Layout::one_line)
          .member<&Network::id>("id", "In the catalog")
          .id()
          .member<&Network::name>("name", "Its name")
          .member<&Network::kind>("kind", "How it is built")
          .member<&Network::parameters>("parameters_m", "Millions of parameters")
          .positive()
          .member<&Network::active_parameters>("active_parameters_m", "Of these, those that one token uses")
          .positive()
          .member<&Network::layers>("layers", "Its layers")
          .least(1)
          .member<&Network::context>("context", "Tokens that it was made for")
          .least(1)
          .member<&Network::released>("released", "First publication")
          .member<&Network::source>("source", "Where its shape is from")
          .id();
  return k_record;
}

template <>
const Record<NetworkListView>& record() {
  static const auto k_record =
      answer_record<NetworkListView>("memory-list", "memory list", "The networks that are known")
          .member("query", "What was asked", [](const NetworkListView& view) { return ListQuery{view.words}; })
          .member(
              "results", "By id", [](const NetworkListView& view) -> const auto& { return view.networks; })
          .member("warnings", "None so far", [](const NetworkListView&) { return std::vector<Warning>(); });
  return k_record;
}

std::string network_list_json(const NetworkListView& view) { return json_text(value_of(view)); }

Records network_records(const NetworkListView& view) {
  return flat_records(value_of(view), record<NetworkListView>().shape(), "results[]",
                      {{"id", "results[].id"},
                       {"name", "results[].name"},
                       {"kind", "results[].kind"},
                       {"parameters_m", "results[].parameters_m"},
                       {"active_parameters_m", "results[].active_parameters_m"},
                       {"layers", "results[].layers"},
                       {"context", "results[].context"},
                       {"released", "results[].released"},
                       {"source", "results[].source"}});
}

}  // namespace gpuadvisor
