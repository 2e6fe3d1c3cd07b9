#include "network_list_view.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

Record<NetworkListView> list_query_record() {
  return Record<NetworkListView>("query", "What was asked")
      .member("words", "Words that names have; empty: all models",
              [](const NetworkListView& view) { return std::span(view.words); });
}

}  // namespace

template <>
Record<Network> description() {
  return Record<Network>("network", "A model", JsonWriter::Layout::one_line)
      .member<&Network::id>("id", "In the catalog", id())
      .member<&Network::name>("name", "Its name")
      .member<&Network::publisher>("publisher", "Who published it", or_null())
      .member<&Network::licence>("licence", "Licence of its weights; null: not read", or_null())
      .member<&Network::use>("use", "What it takes in and gives out")
      .member<&Network::kind>("kind", "How it is built")
      .member<&Network::parameters>("parameters_m", "Millions of parameters", positive())
      .member<&Network::active_parameters>("active_parameters_m", "Of these, those that one token uses", positive())
      .member<&Network::layers>("layers", "Its layers", least(1))
      .member<&Network::context>("context", "Tokens that it was made for", least(1))
      .member<&Network::released>("released", "First publication")
      .member<&Network::source>("source", "Where its shape is from", id());
}

template <>
Record<NetworkListView> description() {
  return answer_record<NetworkListView>("memory-list", "memory list", "The models that are known")
      .member<as<list_query_record>>("query", "What was asked")
      .member("results", "By id", [](const NetworkListView& view) { return std::span(view.networks); })
      .member("warnings", "None so far", [](const NetworkListView&) { return std::vector<Warning>(); })
      .rows("results[]", {"id", "name", "publisher", "licence", "use", "kind", "parameters_m", "active_parameters_m",
                          "layers", "context", "released", "source"});
}

}  // namespace gpuadvisor
