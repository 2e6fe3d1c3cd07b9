// Turns the data directory into constexpr tables, and the measurements into text. It reads with the catalog's own
// loader, so what is embedded is what --catalog would have read.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "catalog/records/catalog_tables.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/catalog/measurement_loader.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor {
namespace {

/// A type as the compiler spells it: it ends what the compiler calls this function.
template <class T>
constexpr std::string_view type_name() {
  std::string_view name = __PRETTY_FUNCTION__;
  name.remove_prefix(name.find("T = ") + 4);
  return name.substr(0, name.find_first_of(";]"));
}

/// Writes C++ literals; arrays that a record views become constants of their own, ahead of its table.
class Generator {
 public:
  template <class Record>
  void table(std::string_view name, std::span<const Record> records) {
    std::string rows;
    for (const Record& record : records) rows += "    " + literal(record) + ",\n";
    m_text += fmt::format("constexpr std::array<{}, {}> {} = {{{{\n{}}}}};\n\n", type_name<Record>(), records.size(),
                          name, rows);
  }

  template <class Record>
  std::string literal(const Record& record) {
    std::string fields;
    for_each_field<Record>(
        [&](const auto& field, std::size_t) { fields += (fields.empty() ? "" : ", ") + value(record.*field.member); });
    return fmt::format("{}{{{}}}", type_name<Record>(), fields);
  }

  void offsets(std::span<const std::uint32_t> offsets) {
    std::string items;
    for (const auto offset : offsets) items += fmt::format("{}, ", offset);
    m_text += fmt::format("constexpr std::array<std::uint32_t, {}> k_first_price = {{{}}};\n\n", offsets.size(), items);
  }

  void names(std::string_view name, std::span<const std::string_view> list) {
    std::string items;
    for (const auto item : list) items += value(item) + ", ";
    m_text += fmt::format("constexpr std::array<std::string_view, {}> {} = {{{}}};\n\n", list.size(), name, items);
  }

  void append(std::string_view code) { m_text += code; }
  [[nodiscard]] const std::string& text() const { return m_text; }

  static std::string value(std::string_view text) { return json_quoted(text); }

  static std::string value(const PartialDate& date) {
    return fmt::format("PartialDate({}, {}, {})", date.year(), date.month(), date.day());
  }
  template <class T>
  static std::string value(const std::optional<T>& maybe) {
    return maybe ? value(*maybe) : "std::nullopt";
  }

 private:
  static std::string value(bool flag) { return flag ? "true" : "false"; }
  static std::string value(int number) { return std::to_string(number); }
  static std::string value(double number) { return json_number(number); }
  template <class Unit>
  static std::string value(Quantity<Unit> quantity) {
    return fmt::format("{}{{{}}}", type_name<Quantity<Unit>>(), json_number(quantity.value()));
  }
  template <class E>
  requires std::is_enum_v<E>
  static std::string value(E enumerator) { return fmt::format("{}({})", type_name<E>(), static_cast<int>(enumerator)); }
  static std::string value(const PriorityOrder& order) {
    std::string items;
    for (const Criterion criterion : order) items += (items.empty() ? "" : ", ") + value(criterion);
    return fmt::format("PriorityOrder{{{}}}", items);
  }
  std::string value(std::span<const std::string_view> list) {
    std::string items;
    for (const auto item : list) items += (items.empty() ? "" : ", ") + value(item);
    return array("std::string_view", list.size(), items);
  }
  std::string value(std::span<const double> list) {
    std::string items;
    for (const double item : list) items += (items.empty() ? "" : ", ") + value(item);
    return array("double", list.size(), items);
  }
  std::string value(std::span<const FieldSource> sources) {
    std::string items;
    for (const auto& [field, source] : sources)
      items += fmt::format("FieldSource{{{}, {}}}, ", value(field), value(source));
    return array("FieldSource", sources.size(), items);
  }
  template <class Record>
  requires(k_field_count<Record> > 0) std::string value(std::span<const Record> parts) {
    std::string items;
    for (const Record& part : parts) items += literal(part) + ", ";
    return array(type_name<Record>(), parts.size(), items);
  }

  std::string array(std::string_view type, std::size_t size, const std::string& items) {
    if (size == 0) return "{}";
    std::string name = fmt::format("k_list_{}", m_lists++);
    m_text += fmt::format("constexpr std::array<{}, {}> {} = {{{}}};\n", type, size, name, items);
    return name;
  }

  std::string m_text;
  int m_lists = 0;
};

std::string generated(const Catalog& catalog) {
  const CatalogTables& tables = catalog.tables();
  Generator code;
  code.append(
      "// Generated from data/; do not edit.\n\n#include \"gpuadvisor/catalog/embedded_catalog.hpp\"\n\n"
      "#include <array>\n\n#include \"catalog/records/catalog_tables.hpp\"\n\n"
      "namespace gpuadvisor {\nnamespace {\n\n");
  std::string names;
  for_each_table([&]<class Record>(const CatalogTable<Record>& table) {
    const std::string name = fmt::format("k_{}", table.rules.key);
    code.table(name, tables.of<Record>());
    names += (names.empty() ? "" : ", ") + name;
  });
  code.offsets(tables.first_price);
  code.names("k_recalled_sources", tables.recalled_sources);
  code.names("k_avoided_gpus", tables.avoided_gpus);
  const std::string reference = code.literal(tables.reference.value());
  code.append(
      fmt::format("constexpr CatalogTables k_tables_of_data = {{\n    {{{}}},\n    k_first_price,\n    {},\n    {},\n"
                  "    k_recalled_sources,\n    k_avoided_gpus,\n    {}}};\n\n}}  // namespace\n\n",
                  names, reference, Generator::value(tables.default_workload), Generator::value(tables.newest_price)));
  code.append(
      "Catalog embedded_catalog() { return Catalog({std::shared_ptr<void>(), &k_tables_of_data}); }\n\n}  // namespace "
      "gpuadvisor\n");
  return code.text();
}

constexpr std::size_t k_longest_literal = 60'000;  // bytes; compilers need not take more than 65,536

/// The lines of a text as literals of at most k_longest_literal, each an element of `k_parts` that names `file`. Sizes
/// are told, since counting so many characters is more than a compiler does.
std::string text_parts(const std::string& file, std::string_view text) {
  std::string code;
  std::string literals;
  std::size_t size = 0;
  const auto close = [&] {
    if (!literals.empty())
      code += fmt::format("    {{{},\n     {{{},\n      {}}}}},\n", json_quoted(file), literals, size);
    literals.clear();
    size = 0;
  };
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (size + end - at > k_longest_literal) close();
    literals += "\n      " + json_quoted(text.substr(at, end - at));
    size += end - at;
    at = end;
  }
  close();
  return code;
}

std::string generated_benchmarks(const std::filesystem::path& folder, const Catalog& catalog) {
  const Benchmarks benchmarks = load_benchmarks(folder.parent_path(), catalog);  // refuses what cannot be read
  std::set<std::pair<std::string_view, std::string_view>> workloads;             // with the datasets that measure them
  for (const Measurement& row : benchmarks.measurements) workloads.emplace(row.workload, row.dataset);
  std::string datasets;
  for (const auto& [workload, dataset] : workloads) {
    datasets += fmt::format("    {{{}, {}}},\n", json_quoted(workload), json_quoted(dataset));
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".csv") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  files.insert(files.begin(), folder / "datasets.json");
  std::string parts;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    parts += text_parts("benchmarks/" + file.filename().string(), text);
  }
  return "// Generated from data/benchmarks/; do not edit.\n\n"
         "#include \"catalog/loading/embedded_benchmarks.hpp\"\n\n"
         "#include \"gpuadvisor/catalog/embedded_catalog.hpp\"\n\n"
         "namespace gpuadvisor {\nnamespace {\n\n"
         "constexpr BenchmarkFile k_parts[] = {\n" +
         parts +
         "};\n\n"
         "struct WorkloadDataset {\n  std::string_view workload;\n  std::string_view dataset;\n};\n\n"
         "constexpr WorkloadDataset k_workloads[] = {\n" +
         datasets +
         "};\n\n}  // namespace\n\n"
         "Benchmarks embedded_benchmarks(std::string_view workload) {\n"
         "  std::set<std::string_view> datasets;\n"
         "  for (const auto& [measured, dataset] : k_workloads) {\n"
         "    if (measured == workload) datasets.insert(dataset);\n"
         "  }\n"
         "  return load_benchmark_parts(k_parts, embedded_catalog(), datasets);\n}\n\n"
         "Benchmarks embedded_benchmarks() { return load_benchmark_parts(k_parts, embedded_catalog()); }\n\n"
         "std::span<const BenchmarkFile> embedded_benchmark_files() { return k_parts; }\n\n"
         "}  // namespace gpuadvisor\n";
}

/// As text alone: what reads it lies above the catalog, and a test reads all of it.
std::string generated_memory_files(const std::filesystem::path& folder) {
  std::string parts;
  for (const std::string_view name :
       {"datasets.csv", "measurements.csv", "pictures.csv", "largest_batches.csv", "suites.csv"}) {
    std::ifstream in(folder / name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (text.empty()) throw Error((folder / name).string() + ": expected measurements, found none");
    parts += text_parts(fmt::format("memory/{}", name), text);
  }
  return "// Generated from data/memory/; do not edit.\n\n"
         "#include \"catalog/loading/embedded_memory_files.hpp\"\n\n"
         "namespace gpuadvisor {\nnamespace {\n\n"
         "constexpr BenchmarkFile k_parts[] = {\n" +
         parts +
         "};\n\n}  // namespace\n\n"
         "std::span<const BenchmarkFile> embedded_memory_files() { return k_parts; }\n\n"
         "}  // namespace gpuadvisor\n";
}

void write(const std::string& output, const std::string& code) {
  std::ofstream file(output);
  file << code;
  file.close();
  if (!file) throw Error(output + ": cannot be written");
}

int run(const std::string& data, const std::string& output, const std::string& benchmarks_output,
        const std::string& memory_output) {
  const std::vector<CatalogLayer> layers = {read_catalog_layer(data)};
  const Catalog catalog = load_catalog(Catalog(), layers);
  if (!catalog.reference()) throw Error(data + ": no reference card");
  write(output, generated(catalog));
  write(benchmarks_output, generated_benchmarks(std::filesystem::path(data) / "benchmarks", catalog));
  write(memory_output, generated_memory_files(std::filesystem::path(data) / "memory"));
  return 0;
}

}  // namespace
}  // namespace gpuadvisor

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: {} DATA_DIRECTORY CATALOG.cpp BENCHMARKS.cpp MEMORY.cpp\n", argv[0]);
    return 2;
  }
  try {
    return gpuadvisor::run(argv[1], argv[2], argv[3], argv[4]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
}
