#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string_view>

namespace gpuadvisor {

/// A hash that is the same everywhere and always (FNV-1a, finished as MurmurHash3 does).
class StableHash {
 public:
  StableHash& add(std::string_view text) {
    for (const char c : text) m_state = (m_state ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    m_state = (m_state ^ 0xffU) * 0x100000001b3U;  // ends the text: no byte of UTF-8
    return *this;
  }
  [[nodiscard]] std::uint64_t value() const {
    std::uint64_t x = m_state;
    x = (x ^ (x >> 33U)) * 0xff51afd7ed558ccdU;
    x = (x ^ (x >> 33U)) * 0xc4ceb9fe1a85ec53U;
    return x ^ (x >> 33U);
  }

 private:
  std::uint64_t m_state = 0xcbf29ce484222325U;
};

/// How many different hashes were seen, in bounded memory and in any order: exact up to k_kept, above told from the
/// smallest hashes, with a standard error of 1.6 % (Bar-Yossef et al. 2002, "Counting distinct elements in a data
/// stream").
class DistinctCount {
 public:
  static constexpr std::size_t k_kept = 4096;

  void add(std::uint64_t hash) {
    if (m_smallest.size() == k_kept && hash >= *m_smallest.rbegin()) return;
    m_smallest.insert(hash);
    if (m_smallest.size() > k_kept) m_smallest.erase(std::prev(m_smallest.end()));
  }
  void merge(const DistinctCount& other) {
    for (const std::uint64_t hash : other.m_smallest) add(hash);
  }
  [[nodiscard]] bool is_exact() const { return m_smallest.size() < k_kept; }
  [[nodiscard]] double count() const {
    if (is_exact()) return static_cast<double>(m_smallest.size());
    constexpr double k_hashes = 18446744073709551616.0;  // 2^64
    return static_cast<double>(k_kept - 1) * k_hashes / static_cast<double>(*m_smallest.rbegin());
  }

 private:
  std::set<std::uint64_t> m_smallest;
};

}  // namespace gpuadvisor
