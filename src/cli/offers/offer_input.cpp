#include "offer_input.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "advice/offers/price_list.hpp"
#include "core/text.hpp"
#include "decompressed.hpp"
#include "formats/csv_stream.hpp"
#include "formats/flat_object.hpp"
#include "formats/line_blocks.hpp"
#include "gpuadvisor/core/error.hpp"
#include "list_shape.hpp"

namespace gpuadvisor::cli {
namespace {

static_assert(LineBlock::k_room_behind >= FlatObject::k_room_behind);
constexpr std::string_view k_expected_list =
    "expected lines of JSON, a document of vast.ai, or a table with the columns of SkyPilot (AcceleratorName, "
    "AcceleratorCount, Price, SpotPrice, …) or gpuhunt (gpu_name, gpu_count, price, spot, …)";

[[noreturn]] void fail(const std::string& file, std::uint64_t line, std::string message) {
  throw DataError({{file, static_cast<int>(std::min<std::uint64_t>(line, INT32_MAX)), "", std::move(message)}});
}

/// The bytes of a file, or of standard input.
ReadBytes bytes_of(const std::string& path) {
  const std::string shown = printable(path);
  std::shared_ptr<std::FILE> file;
  if (path == "-") {
    file = std::shared_ptr<std::FILE>(stdin, [](std::FILE*) {});
  } else {
    std::error_code ignored;  // what cannot be looked at cannot be opened either
    if (std::filesystem::is_directory(path, ignored)) throw Error(shown + ": expected a file, found a folder");
    file = std::shared_ptr<std::FILE>(std::fopen(path.c_str(), "rb"), [](std::FILE* open) {
      if (open != nullptr) (void)std::fclose(open);  // only read from
    });
    if (!file) throw Error(fmt::format("{}: cannot be opened: {}", shown, std::strerror(errno)));
  }
  return [file, shown](std::span<char> room) {
    const std::size_t count = std::fread(room.data(), 1, room.size(), file.get());
    if (std::ferror(file.get()) != 0) throw Error(fmt::format("{}: cannot be read: {}", shown, std::strerror(errno)));
    return count;
  };
}

/// "aws" of aws.csv.gz and of aws/vms.csv, as lists of clouds are called.
std::string provider_by_name(const std::string& path) {
  if (path == "-") return {};
  std::filesystem::path name(path);
  std::string stem = name.filename().string();
  stem.resize(std::min(stem.size(), stem.find('.')));
  return stem == "vms" && name.has_parent_path() ? name.parent_path().filename().string() : stem;
}

/// A malformed row.
struct Fault {
  std::uint64_t line = 0;
  std::string message;
};

std::string fault_text(const Refusal& refusal) { return "not an offer: expected " + refusal.expected; }

/// One reader of rows: of the list, or of every so many blocks of it.
class Reader {
 public:
  Reader(const OfferRanker& ranker, const OfferReading& reading, std::string_view provider)
      : m_ranker(ranker),
        m_provider(provider),
        m_stops(reading.on_error == OnError::stop),
        m_names(ranker.catalog(), [&ranker](const Gpu& gpu) { return ranker.speed_of_one(gpu); }) {}

  /// False where nothing more is to be read.
  bool take(Listed listed, std::uint64_t line) {
    if (auto* machine = std::get_if<ListedMachine>(&listed)) {
      if (machine->provider.empty()) machine->provider = m_provider;
    } else if (const auto& refusal = std::get<Refusal>(listed); refusal.why == RowRefusal::malformed) {
      note(line, fault_text(refusal));
    }
    m_ranker.take(listed, m_names, m_tally);
    return !is_stopped();
  }
  /// A row that is not even read.
  bool refuse(std::uint64_t line, std::string message) {
    note(line, std::move(message));
    m_ranker.take(Refusal(RowRefusal::malformed), m_names, m_tally);
    return !is_stopped();
  }

  [[nodiscard]] bool is_stopped() const { return m_stops && m_fault; }
  [[nodiscard]] const std::optional<Fault>& fault() const { return m_fault; }
  [[nodiscard]] OfferTally& tally() { return m_tally; }

 private:
  void note(std::uint64_t line, std::string message) {
    if (!m_fault || line < m_fault->line) m_fault = Fault{line, std::move(message)};
  }

  const OfferRanker& m_ranker;
  std::string_view m_provider;
  bool m_stops;
  AcceleratorNames m_names;
  OfferTally m_tally;
  std::optional<Fault> m_fault;  // the first
};

/// The columns that the first row which has those of a table tells; nothing where that is not looked for any further.
std::optional<PriceTable> header(CsvStream& rows, Reader& reader) {
  for (rows.skip_blank_lines(); !rows.at_end(); rows.skip_blank_lines()) {
    const auto row = rows.next();
    if (auto table = row ? PriceTable::with_columns(row->fields) : std::nullopt) return table;
    if (!reader.refuse(rows.line(), std::string(k_expected_list))) break;
  }
  return std::nullopt;
}

void read_table(const ReadBytes& read, const std::string& file, Reader& reader) {
  CsvStream rows(read, k_longest_record);
  if (rows.at_end()) fail(file, 0, "expected a list of prices, found nothing");
  const auto table = header(rows, reader);
  if (!table) fail(file, 1, std::string(k_expected_list));
  bool goes_on = true;
  while (goes_on && !rows.at_end()) {
    const auto row = rows.next();
    if (!row) {
      goes_on = reader.refuse(rows.line(), rows.fault());
    } else if (row->fields.size() != table->columns()) {
      goes_on =
          reader.refuse(rows.line(), fmt::format("expected {} fields, found {}", table->columns(), row->fields.size()));
    } else {
      goes_on = reader.take(table->listed(row->fields), rows.line());
    }
  }
}

/// Whatever is to be done at a malformed row: nothing behind a fault in a document can be read.
void read_document(const ReadBytes& read, const std::string& file, Reader& reader) {
  FlatObject object(offer_keys());
  const auto fault = object.read_list(read, k_list_of_offers, k_longest_record,
                                      [&](std::uint64_t line) { return reader.take(listed(object), line); });
  if (fault) fail(file, fault->line, fault->message + "; the rest was not read");
}

/// Reads the lines of a block; false where nothing more is to be read.
bool read_block(LineBlock& block, FlatObject& object, Reader& reader) {
  std::uint64_t line = block.first_line;
  if (block.is_too_long) {
    return reader.refuse(line, fmt::format("a line of more than {} KiB", k_longest_record >> 10U));
  }
  const std::span<char> lines = block.lines();
  std::size_t at = 0;
  for (bool goes_on = true; goes_on && at < lines.size(); ++line) {
    const void* const feed = std::memchr(&lines[at], '\n', lines.size() - at);
    const std::size_t end =
        feed == nullptr ? lines.size() : static_cast<std::size_t>(static_cast<const char*>(feed) - lines.data());
    block.bytes[end] = '\0';
    const auto text = lines.subspan(at, end - at);
    const bool is_blank = std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\r'; });
    at = end + 1;
    if (is_blank) continue;
    if (const auto fault = object.read(text)) {
      goes_on = reader.refuse(line, fault->message);
    } else {
      goes_on = reader.take(listed(object), line);
    }
  }
  return !reader.is_stopped();
}

/// Threads that cannot be started are done without.
void read_lines(const ReadBytes& read, std::vector<Reader>& readers) {
  LineBlocks blocks(read, k_longest_record);
  std::mutex mutex;
  std::atomic<bool> is_stopped = false;
  std::exception_ptr problem;  // the first
  const auto work = [&](Reader& reader) {
    try {
      LineBlock block;
      FlatObject object(offer_keys());
      while (!is_stopped) {
        {
          const std::lock_guard lock(mutex);
          if (is_stopped || !blocks.next(block)) return;
        }
        if (!read_block(block, object, reader)) is_stopped = true;
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!problem) problem = std::current_exception();
      is_stopped = true;
    }
  };
  {
    std::vector<std::jthread> threads;
    threads.reserve(readers.size());
    try {
      for (std::size_t i = 1; i < readers.size(); ++i) threads.emplace_back(work, std::ref(readers[i]));
    } catch (const std::exception&) {  // the system has no more threads, or no memory for one
    }
    work(readers.front());
  }
  try {
    if (problem) std::rethrow_exception(problem);
  } catch (const std::bad_alloc&) {
    throw Error("gpuadvisor: out of memory; --threads 1 takes the least");
  }
}

/// The beginning of an input, which is then read again with the rest, less a byte order mark.
struct Beginning {
  std::string text;
  std::size_t used = 0;   // bytes of it
  bool is_whole = false;  // there is no more

  Beginning(const ReadBytes& read, std::size_t size) : text(size, '\0') {
    text.resize(read(text));
    is_whole = text.size() < size;
    if (text.starts_with(k_byte_order_mark)) used = k_byte_order_mark.size();
  }

  std::size_t read(std::span<char> room, const ReadBytes& rest) {
    const std::size_t own = std::min(room.size(), text.size() - used);
    text.copy(room.data(), own, used);
    used += own;
    return own == room.size() ? own : own + rest(room.subspan(own));
  }
};

ListShape shape_of(const Beginning& beginning) {
  const auto text = std::string_view(beginning.text).substr(beginning.used);
  if (const auto shape = json_shape(text)) return *shape;
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool opens = first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
  if (!opens) return ListShape::table;
  return beginning.is_whole ? ListShape::document : ListShape::lines;  // which begin with one that is too long
}

}  // namespace

OfferTally read_offers(const std::string& path, const OfferRanker& ranker, const OfferReading& reading,
                       std::vector<std::string>& remarks) {
  const std::string file = path == "-" ? "standard input" : printable(path);
  const ReadBytes raw = bytes_of(path);
  std::uint64_t bytes = 0;
  const ReadBytes text = decompressed(file, [&](std::span<char> room) {
    const std::size_t count = raw(room);
    bytes += count;
    if (reading.tell) reading.tell(bytes);
    return count;
  });
  Beginning beginning(text, k_longest_record);
  const ReadBytes whole = [&](std::span<char> room) { return beginning.read(room, text); };

  const std::string provider = reading.provider.empty() ? provider_by_name(path) : reading.provider;
  const ListShape shape = shape_of(beginning);
  std::vector<Reader> readers;
  const std::size_t count = shape == ListShape::lines ? std::max(reading.threads, 1U) : 1;
  for (std::size_t i = 0; i < count; ++i) readers.emplace_back(ranker, reading, provider);
  if (shape == ListShape::table) read_table(whole, file, readers.front());
  if (shape == ListShape::document) read_document(whole, file, readers.front());
  if (shape == ListShape::lines) read_lines(whole, readers);

  OfferTally tally;
  std::optional<Fault> first;
  for (Reader& reader : readers) {
    if (reader.fault() && (!first || reader.fault()->line < first->line)) first = reader.fault();
    tally.merge(std::move(reader.tally()));
  }
  if (first && reading.on_error == OnError::stop) fail(file, first->line, first->message);
  if (first) {
    const auto malformed = tally.refused[static_cast<std::size_t>(RowRefusal::malformed)];
    remarks.push_back(fmt::format("{}: {} malformed {} skipped; the first: line {}: {}", file, malformed,
                                  malformed == 1 ? "row" : "rows", first->line, first->message));
  }
  return tally;
}

}  // namespace gpuadvisor::cli
