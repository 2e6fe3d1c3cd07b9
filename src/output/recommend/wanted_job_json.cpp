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
