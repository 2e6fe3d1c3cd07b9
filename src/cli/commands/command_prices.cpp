#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "calibration/prices/price_backtest.hpp"
#include "calibration/prices/price_fit.hpp"
#include "catalog/form/catalog_writer.hpp"
#include "cli/command.hpp"
#include "cli/file_writer.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/options/catalog_options.hpp"
#include "cli/options/option_parser.hpp"
#include "cli/options/output_options.hpp"
#include "cli/session.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/prices/price_backtest_report.hpp"
#include "output/prices/price_history_view.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::string_view k_no_prices = "gpuadvisor: no price of the last six months has an older one to predict it\n";

namespace fs = std::filesystem;

constexpr std::string_view k_too_few =
    "gpuadvisor: too few quotes for a market: prices are the median of each GPU's own\n";

Outcome run_price_fit(Arguments arguments) {
  std::string data = "data";
  bool write = false;
  OptionParser parser("prices fit",
                      "Fit the price model to the quotes of a data folder, and say whether\n"
                      "DIR/market.json is up to date.\n\n"
                      "Examples:\n"
                      "  gpuadvisor prices fit\n"
                      "  gpuadvisor prices fit --write\n");
  parser.add("--data", data, "DIR", "Folder of the data files (data)");
  parser.add_flag("--write", write, "Write DIR/market.json, if it changes");
  parser.parse(arguments);

  const fs::path stored = fs::path(data) / "market.json";
  CatalogLayer layer = read_data_folder(data);
  std::string before;
  std::erase_if(layer, [&](const CatalogDocument& document) {
    if (fs::path(document.file) != stored) return false;
    before = document.text;
    return true;
  });
  const std::vector<CatalogLayer> layers = {std::move(layer)};
  const Catalog catalog = of_its_day(load_catalog(Catalog(), layers));
  const FittedPrices fitted = fit_prices(catalog);
  if (fitted.levels.empty()) return {"", std::string(k_too_few), k_none};
  const std::string text = write_levels(fitted.levels, fitted.months);
  const bool is_new = text != before;
  if (write && is_new) write_if_changed(stored.string(), text);
  return {fmt::format("{}: {}, {} prices, {} months of markets\n", printable(stored.generic_string()),
                      !is_new ? "unchanged"
                      : write ? "written"
                              : "outdated, --write renews it",
                      fitted.levels.size(), fitted.months.size()),
          "", k_answered};
}

Outcome run_price_backtest(Arguments arguments) {
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("prices backtest",
                      "Predict prices of the last six months from quotes that are 1 to 12 months\n"
                      "older, and judge the predictions.\n\n"
                      "Examples:\n"
                      "  gpuadvisor prices backtest\n"
                      "  gpuadvisor prices backtest --format json\n");
  catalog_options.add_to(parser);
  output.add_format_to(parser, k_document_formats);
  parser.parse(arguments);

  const Catalog catalog = catalog_options.known(catalog_options.merged());
  const auto rows = price_backtest(catalog);
  if (rows.empty()) return {"", std::string(k_no_prices), k_none};
  const PriceBacktestReport report{catalog_options.stamp(catalog), rows};
  return {output.text_of(report), "", k_answered};
}

constexpr auto k_prices_commands = std::to_array<Command>({
    {"fit", "Fit the price model; --write stores it in market.json", run_price_fit},
    {"backtest", "Test the price model on quotes it has not seen", run_price_backtest},
});

Outcome market_outcome(const Session& session) {
  const auto months = session.catalog().records<MarketMonth>();
  if (months.empty()) return session.outcome("", false);
  return session.answer(MarketView{session.stamp(), months});
}

Outcome run_history(Arguments arguments) {
  std::vector<std::string> words;
  bool is_market = false;
  SessionOptions options;
  OptionParser parser("prices",
                      "Prices of a GPU over time: every quote, month by month, what each says about\n"
                      "today, and today's price. With --market: how the markets have moved.\n\n"
                      "Examples:\n"
                      "  gpuadvisor prices 3090\n"
                      "  gpuadvisor prices 3090 4090 --format csv\n"
                      "  gpuadvisor prices --market\n"
                      "  gpuadvisor prices fit\n"
                      "  gpuadvisor prices backtest\n");
  parser.name_commands(k_prices_commands);
  parser.add("[GPU]", words, "", "Names like 3090 or \"RTX 3060 12GB\"");
  parser.add_flag("--market", is_market, "How prices of each kind of GPU have moved");
  options.prices.add_to(parser);
  options.add_to(parser, k_formats);
  parser.parse(arguments);
  if (is_market == !words.empty()) throw UsageError("name a GPU, like `gpuadvisor prices 3090`, or give --market");

  Session session(options);
  if (is_market) return market_outcome(session);
  const auto asked = asked_gpus(words, session);
  if (asked.empty()) return session.none();
  const auto histories =
      mapped(asked, [&](const ResolvedGpu& one) { return price_history(*one.gpu, session.catalog()); });
  const auto notes = misnomers(asked);
  return session.answer(PriceHistoryView{session.stamp(), histories, notes});
}

}  // namespace

Outcome run_prices(Arguments arguments) {
  const bool is_known =
      !arguments.empty() && std::any_of(k_prices_commands.begin(), k_prices_commands.end(),
                                        [&](const Command& one) { return one.name == arguments.front(); });
  return is_known ? dispatch(k_prices_commands, arguments) : run_history(arguments);
}

}  // namespace gpuadvisor::cli
