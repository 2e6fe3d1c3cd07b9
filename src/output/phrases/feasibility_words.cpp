#include "feasibility_words.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// " (about $1,314)"; empty where no price is known.
std::string price_remark(const std::optional<Usd>& price) {
  return price ? fmt::format(" (about {})", money(*price)) : std::string();
}

std::string supply_words(const Accessory& need) {
  const std::string watts = with_commas(fmt::format("{:.0f}", need.watts->value()));
  return need.count == 1 ? fmt::format("{} {} W power supply", watts.starts_with('8') ? "an" : "a", watts)
                         : fmt::format("{} power supplies of {} W each",
                                       need.count == 2 ? "two" : std::to_string(need.count), watts);
}

}  // namespace

std::vector<std::string> need_words(const Feasibility& feasibility) {
  std::vector<std::string> found;
  for (const Accessory& need : feasibility.needs) {
    switch (need.kind) {
      case AccessoryKind::host:
        found.push_back(fmt::format("{}{}{}", need.count == 1 ? "a " : fmt::format("{} machines, each a ", need.count),
                                    feasibility.host->title,
                                    need.price ? price_remark(need.price) : " (price not known here)"));
        break;
      case AccessoryKind::power_supply:
        found.push_back(supply_words(need) + price_remark(need.price));
        break;
      case AccessoryKind::frame:
        found.push_back("an open frame" + price_remark(need.price));
        break;
      case AccessoryKind::riser:
        found.push_back(fmt::format("{} risers{}", need.count, price_remark(need.price)));
        break;
      case AccessoryKind::circuit:
        found.push_back(
            fmt::format("a {:.0f} V circuit of {:.0f} A", need.circuit->volts.value(), need.circuit->amperes.value()));
        break;
    }
  }
  return found;
}

std::string obstacle_words(Obstacle obstacle, int count) {
  switch (obstacle) {
    case Obstacle::passive_in_desktop:
      return fmt::format("a desktop cannot cool {0}: {1} no fan of {2} own and {3} a server's airflow",
                         count == 1 ? "it" : "them", count == 1 ? "it has" : "they have", count == 1 ? "its" : "their",
                         count == 1 ? "wants" : "want");
    case Obstacle::whole_machines:
      return "each is a whole machine, and several are not one";
    case Obstacle::rented_only:
      return "it is rented only";
    case Obstacle::too_many:
      return fmt::format("no machine holds {}", count);
    case Obstacle::none:
      break;
  }
  return {};
}

}  // namespace gpuadvisor
