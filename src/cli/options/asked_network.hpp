#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/session.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/models/model_file.hpp"
#include "option_parser.hpp"

namespace gpuadvisor::cli {

/// The network that a question is about: of the catalog, from a file, or described by options.
struct AskedNetwork {
  Network network;
  std::optional<ModelFile> file = std::nullopt;
  const WeightFormat* format = nullptr;  // that its name tells; null: none
};

/// The options that describe a network that neither the catalog nor a file knows, by its parameters and shape.
struct NetworkOptions {
  Network described;
  std::string_view first_given;  // the name of an option; empty: none

  void add_to(OptionParser& parser);
  [[nodiscard]] bool is_given() const { return !first_given.empty(); }
  /// Throws UsageError.
  [[nodiscard]] Network network() const;
};

/// What `words` name, joined by blanks: a network of the catalog or a file; without words, what the options describe.
/// A name that a network is not called itself is remarked on.
/// Throws UsageError with similar names, or Error for a file that cannot be used.
[[nodiscard]] AskedNetwork asked_network(const std::vector<std::string>& words, const NetworkOptions& options,
                                         Session& session);

/// The networks that have all of these words at the beginning of words of their id, names, publisher, licence, kind,
/// use or day; all of them without words. Text with blanks is several words.
[[nodiscard]] std::vector<const Network*> networks_with(const std::vector<std::string>& words, const Catalog& catalog);

}  // namespace gpuadvisor::cli
