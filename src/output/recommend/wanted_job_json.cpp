#include "wanted_job_json.hpp"

#include "output/memory/job_json.hpp"
#include "output/phrases/catalog_json.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_need(JsonWriter& json, const MemoryNeed& need) {
  json.key("need_gb").number(need.total.value());
  json.key("need_low_gb").number(need.low.value());
  json.key("need_high_gb").number(need.high.value());
}

}  // namespace

void write_wanted_job(JsonWriter& json, const Request& request) {
  json.key("job");
  if (!request.job) {
    json.null();
    return;
  }
  const Network& network = request.job->network();
  json.begin_object().key("model");
  write_text_or_null(json, network.id);
  json.key("name").text(network.name).key("file");
  write_text_or_null(json, request.job->file() ? std::string_view(request.job->file()->path) : std::string_view());
  write_job(json, request.job->job());
  write_need(json, request.job->need());
  json.key("takes_fewest").boolean(request.takes_fewest).end_object();
}

void write_job_fit(JsonWriter& json, const Offer& offer, const Request& request) {
  json.key("fit");
  const auto fit = request.job ? request.job->fit(*offer.gpu, offer.count) : std::nullopt;
  if (!fit) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line).key("verdict").text(enum_name(fit->verdict));
  write_need(json, *fit->need);
  json.key("usable_gb").number(fit->memory.usable.value());
  json.key("offload").boolean(fit->job->offloads_parts || fit->job->offloads_optimizer);
  const bool splits = !request.job->takes_turns();
  write_count(json, "zero_stage", splits ? std::optional(fit->job->zero_stage) : std::nullopt);
  json.end_object();
}

}  // namespace gpuadvisor
