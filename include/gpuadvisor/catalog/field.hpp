#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

namespace gpuadvisor {

/// One field of a record: its key in the data files and the member that holds it.
/// The list of fields drives reading, writing, merging, embedding and showing, so that none can forget one.
template <class Record, class Member>
struct Field {
  std::string_view key;
  Member Record::*member;
  bool required;
};

template <class Record, class Member>
constexpr Field<Record, Member> required(std::string_view key, Member Record::*member) {
  return {key, member, true};
}

template <class Record, class Member>
constexpr Field<Record, Member> optional(std::string_view key, Member Record::*member) {
  return {key, member, false};
}

/// The fields of Record as a tuple of Field, in canonical order, which is also the order of its members.
template <class Record>
inline constexpr std::tuple<> k_fields{};

template <class Record>
inline constexpr std::size_t k_field_count = std::tuple_size_v<std::remove_const_t<decltype(k_fields<Record>)>>;

/// Calls `visit(field, index)` for every field in canonical order.
template <class Record, class Visit>
constexpr void for_each_field(Visit&& visit) {
  [&]<std::size_t... i>(std::index_sequence<i...>) { (visit(std::get<i>(k_fields<Record>), i), ...); }
  (std::make_index_sequence<k_field_count<Record>>{});
}

}  // namespace gpuadvisor
