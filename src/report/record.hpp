#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"
#include "mapped.hpp"
#include "value.hpp"

/// Records: what a type of result says to other programs, described once, member by member. From the description come
/// its JSON (value_of, json_text), its JSON Schema (record_schema.hpp), its flat records (flat.hpp) and the tables of
/// docs/output.md.
///
///   template <>
///   Record<UpgradeOption> description() {
///     return Record<UpgradeOption>("step", "A card to buy in place of the owned one")
///         .member<&UpgradeOption::offer, &Offer::gpu, &Gpu::id>("id", "Of the card", id())
///         .member<&UpgradeOption::gain>("gain", "Over the owned card")  // has a description of its own
///         .member("cost_usd", "The price, less what the owned card fetches", least(0),
///                 [](const UpgradeOption& step) { return step.price - step.resale.value_or(Usd()); });
///   }
///
/// A member is what a path of members and functions leads to, past pointers and optionals that are not empty, and for
/// each item of a list that it meets; or what a lambda makes of the record. `as<other_description>` at the end of a
/// path describes the same object in another way.
///
/// Kind, unit and nullability of a member come from its type: a bool, a number, a Quantity, a text, a date, an
/// enumeration with k_enum_names, a type with a record; an optional or a pointer of these, null where empty; a vector,
/// array or span of these; a Keyed of these.

namespace gpuadvisor {

enum class ValueKind : unsigned char { boolean, integer, number, text, list, record, keyed, any };

struct RecordShape;

/// What a value may be.
struct ValueShape {
  ValueKind kind = ValueKind::any;
  bool is_nullable = false;
  bool may_be_fields = false;                 // instead of a record: the flat fields that were asked for
  std::span<const std::string_view> names{};  // all that a text may be; empty: any
  std::string_view pattern{};                 // of a text: an ECMA-262 regular expression
  std::optional<double> above{};              // of a number
  std::optional<double> least{};              // of a number
  std::optional<double> most{};               // of a number
  std::size_t fewest = 0;                     // items of a list
  std::shared_ptr<const ValueShape> items{};  // of a list or of the values of a keyed one
  const RecordShape& (*record)() = nullptr;   // of a record
};

/// A member of a record, whatever the type of that.
struct MemberShape {
  std::string_view key;      // lower case with underscores, and the unit at its end: "memory_gb"
  std::string_view meaning;  // for the schema and docs/output.md
  ValueShape shape;
  Value (*value)(const void* record) = nullptr;
  Value constant{};  // where there is no function
  bool is_omitted_when_empty = false;
  bool is_flat_only = false;  // in flat records, not in JSON
  std::optional<JsonWriter::Layout> layout{};
  std::string_view described_in{};  // a schema that has a property of that key, meaning included; empty: none
};

/// A record, whatever its type.
struct RecordShape {
  std::string_view name;  // of its definition in a schema: "upgrade_step"
  std::string_view meaning;
  JsonWriter::Layout layout = JsonWriter::Layout::lines;
  std::vector<MemberShape> members{};
};

template <class T>
class Record;

/// The description of T, made anew; every type of result specialises it.
template <class T>
Record<T> description() = delete;

template <class T>
const Record<T>& record() {
  static const Record<T> k_record = description<T>();
  return k_record;
}

/// What is known of a member besides its type.
using MemberRule = std::function<void(MemberShape&)>;

[[nodiscard]] MemberRule above(double bound);
[[nodiscard]] MemberRule least(double bound);
[[nodiscard]] MemberRule most(double bound);
[[nodiscard]] MemberRule positive();
/// From 0 to 1.
[[nodiscard]] MemberRule share();
/// Items of a list.
[[nodiscard]] MemberRule fewest(std::size_t items);
[[nodiscard]] MemberRule pattern(std::string_view pattern);
/// The pattern of each text of a list.
[[nodiscard]] MemberRule each(std::string_view pattern);
[[nodiscard]] MemberRule id();
[[nodiscard]] MemberRule ids();
/// All that a text may be, where its type does not tell.
[[nodiscard]] MemberRule one_of(std::span<const std::string_view> names);
/// A text that is null where it is empty.
[[nodiscard]] MemberRule or_null();
/// The member is left out, not null, where its optional is empty.
[[nodiscard]] MemberRule omitted_when_empty();
/// Items may also be the flat fields that were asked for.
[[nodiscard]] MemberRule or_fields();
/// The schema of the data files tells what the member means and may be: `properties` is the URI of all that it has.
[[nodiscard]] MemberRule described_in(std::string_view properties);
[[nodiscard]] MemberRule flat_only();
[[nodiscard]] MemberRule one_line();
[[nodiscard]] MemberRule lines();

/// One of T as `describe` describes it, not as description<T> does.
template <auto describe>
struct As;
template <class T, Record<T> (*describe)()>
struct As<describe> {
  using Described = T;

  [[nodiscard]] static const RecordShape& shape() {
    static const Record<T> k_record = describe();
    return k_record.shape();
  }

  const T* one = nullptr;
};
template <auto describe>
[[nodiscard]] As<describe> as(const typename As<describe>::Described& one) {
  return {&one};
}
template <auto describe>
[[nodiscard]] std::optional<As<describe>> optional_as(const std::optional<typename As<describe>::Described>& one) {
  return one ? std::optional(As<describe>{&*one}) : std::nullopt;
}

/// Values by keys that data name, in their order.
template <class X>
using Keyed = std::vector<std::pair<std::string_view, X>>;

inline constexpr std::string_view k_id_pattern = "^[a-z0-9]+(-[a-z0-9]+)*$";
inline constexpr std::string_view k_date_pattern = "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$";
inline constexpr std::string_view k_day_pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";

namespace detail {

template <class X>
concept Enumerated = std::is_enum_v<X>;

template <class X>
concept Text = std::is_convertible_v<const X&, std::string_view>;

template <class X>
inline constexpr bool k_is_quantity = false;
template <class Unit>
inline constexpr bool k_is_quantity<Quantity<Unit>> = true;

template <class X>
inline constexpr bool k_is_keyed = false;
template <class X>
inline constexpr bool k_is_keyed<Keyed<X>> = true;

template <class X>
concept Nullable = requires(const X& x) {
  static_cast<bool>(x);
  *x;
}
&&!Text<X>;

template <class X>
concept Listed = requires(const X& x) {
  x.begin();
  x.size();
}
&&!Text<X> && !k_is_keyed<X>;

template <class X>
ValueShape shape_of();

template <class X>
Value to_value(const X& x);

template <class T>
const RecordShape& record_shape() {
  return record<T>().shape();
}

template <class X>
using Plain = std::remove_cvref_t<X>;

template <class X>
ValueShape list_shape(ValueKind kind) {
  ValueShape shape{kind};
  ValueShape items = shape_of<X>();
  if constexpr (std::is_pointer_v<X>) items.is_nullable = false;  // lists hold no null pointers
  shape.items = std::make_shared<const ValueShape>(std::move(items));
  return shape;
}

template <class X>
ValueShape shape_of() {
  if constexpr (std::is_same_v<X, Value>) {
    return {ValueKind::any};
  } else if constexpr (std::is_same_v<X, bool>) {
    return {ValueKind::boolean};
  } else if constexpr (std::is_integral_v<X>) {
    return {ValueKind::integer};
  } else if constexpr (std::is_floating_point_v<X> || k_is_quantity<X>) {
    return {ValueKind::number};
  } else if constexpr (Enumerated<X>) {
    return {.kind = ValueKind::text, .names = k_enum_names<X>};
  } else if constexpr (std::is_same_v<X, PartialDate>) {
    return {.kind = ValueKind::text, .pattern = k_date_pattern};
  } else if constexpr (std::is_same_v<X, Day>) {
    return {.kind = ValueKind::text, .pattern = k_day_pattern};
  } else if constexpr (Text<X>) {
    return {ValueKind::text};
  } else if constexpr (Nullable<X>) {
    ValueShape shape = shape_of<Plain<decltype(*std::declval<const X&>())>>();
    shape.is_nullable = true;
    return shape;
  } else if constexpr (k_is_keyed<X>) {
    return list_shape<typename X::value_type::second_type>(ValueKind::keyed);
  } else if constexpr (Listed<X>) {
    return list_shape<Plain<decltype(*std::declval<const X&>().begin())>>(ValueKind::list);
  } else {
    ValueShape shape{ValueKind::record};
    if constexpr (requires { typename X::Described; }) {
      shape.record = &X::shape;
    } else {
      shape.record = &record_shape<X>;
    }
    return shape;
  }
}

/// The members of a record of the type that `shape` describes. A text that may be null is so where it is empty.
[[nodiscard]] Value members_value(const RecordShape& shape, const void* record);

template <class X>
Value to_value(const X& x) {
  if constexpr (std::is_same_v<X, Value>) {
    return x;
  } else if constexpr (std::is_same_v<X, bool>) {
    return {x};
  } else if constexpr (std::is_arithmetic_v<X>) {
    return {published(static_cast<double>(x))};
  } else if constexpr (k_is_quantity<X>) {
    return {published(x)};
  } else if constexpr (Enumerated<X>) {
    return {std::string(enum_name(x))};
  } else if constexpr (std::is_same_v<X, PartialDate>) {
    return {x.text()};
  } else if constexpr (std::is_same_v<X, Day>) {
    return {text(x)};
  } else if constexpr (Text<X>) {
    return {std::string(std::string_view(x))};
  } else if constexpr (Nullable<X>) {
    return x ? to_value(*x) : Value{};
  } else if constexpr (k_is_keyed<X>) {
    Value::Members members;
    for (const auto& [key, value] : x) members.emplace_back(key, to_value(value));
    return {std::move(members)};
  } else if constexpr (Listed<X>) {
    Value::List items;
    for (const auto& item : x) items.push_back(to_value(static_cast<const Plain<decltype(item)>&>(item)));
    using Item = Plain<decltype(*x.begin())>;
    const bool is_short = shape_of<Item>().kind != ValueKind::record;
    return {std::move(items), is_short ? JsonWriter::Layout::one_line : JsonWriter::Layout::lines};
  } else if constexpr (requires { typename X::Described; }) {
    return members_value(X::shape(), x.one);
  } else {
    return members_value(record<X>().shape(), &x);
  }
}

/// What the path leads to from `x`: a reference, unless a function on the way returned a value.
template <auto step, auto... steps, class X>
decltype(auto) follow(const X& x) {
  if constexpr (!std::is_invocable_v<decltype(step), const X&>) {
    if constexpr (Nullable<X>) {
      return follow<step, steps...>(*x);
    } else {
      return mapped(x, [](const auto& item) -> decltype(auto) { return follow<step, steps...>(item); });
    }
  } else if constexpr (sizeof...(steps) == 0) {
    return std::invoke(step, x);
  } else if constexpr (std::is_lvalue_reference_v<std::invoke_result_t<decltype(step), const X&>>) {
    return follow<steps...>(std::invoke(step, x));
  } else {
    const auto next = std::invoke(step, x);
    auto found = follow<steps...>(next);
    static_assert(
        !requires { typename decltype(found)::Described; } &&
            !requires { typename decltype(found)::value_type::Described; },
        "would view what a function returned");
    return found;
  }
}

}  // namespace detail

/// What items are, of a list whose getter tells values.
template <class X>
[[nodiscard]] MemberRule items() {
  return [](MemberShape& member) { member.shape.items = std::make_shared<const ValueShape>(detail::shape_of<X>()); };
}

/// Flat records of a type of result, see flat_records().
template <class T>
struct FlatRows {
  std::string_view items;  // the list that has a row per item
  std::vector<std::string_view> fields;
  bool (*are_those_of)(const T& result) = nullptr;  // null: of all results
};

/// The description of a type of result, built member by member.
template <class T>
class Record {
 public:
  using Layout = JsonWriter::Layout;

  Record(std::string_view name, std::string_view meaning, Layout layout = Layout::lines)
      : m_shape{name, meaning, layout} {}

  /// A member at the end of a path from T.
  template <auto... path, std::same_as<MemberRule>... Rules>
  Record&& member(std::string_view key, std::string_view meaning, Rules... rules) && {
    static_assert(sizeof...(path) > 0, "a path or, behind the rules, a lambda");
    add(key, meaning, [](const T& one) -> decltype(auto) { return detail::follow<path...>(one); });
    (apply(rules), ...);
    return std::move(*this);
  }

  /// A member that a lambda makes of a record, behind the rules.
  template <class... Rest>
  Record&& member(std::string_view key, std::string_view meaning, const Rest&... rest) && {
    (add_getter(key, meaning, rest), ...);
    (apply(rest), ...);
    return std::move(*this);
  }

  /// A member that is the same in all records.
  Record&& constant(std::string_view key, std::string_view meaning, Value value) && {
    const bool is_text = std::holds_alternative<std::string>(value.data);
    m_shape.members.push_back(
        {key, meaning, {is_text ? ValueKind::text : ValueKind::integer}, nullptr, std::move(value)});
    return std::move(*this);
  }

  /// All members of a base or of a part of T, in this place.
  template <auto... path>
  Record&& members_of() && {
    return std::move(*this).members_of([](const T& one) -> decltype(auto) { return detail::follow<path...>(one); });
  }
  template <class Getter>
  Record&& members_of(Getter getter) && {
    add({}, {}, getter);  // no key: its members stand in its place
    return std::move(*this);
  }

  /// What flat records it has; where these depend on the result, the first whose function says so.
  Record&& rows(std::string_view items, std::vector<std::string_view> fields,
                bool (*are_those_of)(const T&) = nullptr) && {
    m_rows.push_back({items, std::move(fields), are_those_of});
    return std::move(*this);
  }

  [[nodiscard]] const RecordShape& shape() const { return m_shape; }
  [[nodiscard]] const FlatRows<T>& rows_of(const T& one) const {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const FlatRows<T>& rows) {
      return rows.are_those_of == nullptr || rows.are_those_of(one);
    });
    if (found == m_rows.end()) throw std::logic_error("no flat records of " + std::string(m_shape.name));
    return *found;
  }
  [[nodiscard]] Value value_of(const T& one) const { return detail::members_value(m_shape, &one); }

 private:
  template <class Getter>
  void add(std::string_view key, std::string_view meaning, Getter /*getter*/) {
    static_assert(std::is_empty_v<Getter>, "only the type of the getter is kept: a lambda without captures");
    using X = detail::Plain<decltype(Getter{}(std::declval<const T&>()))>;
    static constexpr auto k_value = [](const void* one) -> Value {
      return detail::to_value<X>(Getter{}(*static_cast<const T*>(one)));
    };
    m_shape.members.push_back({key, meaning, detail::shape_of<X>(), +k_value});
  }
  template <class Rest>
  void add_getter(std::string_view key, std::string_view meaning, const Rest& rest) {
    if constexpr (!std::is_same_v<Rest, MemberRule>) add(key, meaning, rest);
  }
  template <class Rest>
  void apply(const Rest& rest) {
    if constexpr (std::is_same_v<Rest, MemberRule>) rest(m_shape.members.back());
  }

  RecordShape m_shape;
  std::vector<FlatRows<T>> m_rows;
};

/// A result as a value: its JSON document, with `json_text`, or what flat records are made of.
template <class T>
[[nodiscard]] Value value_of(const T& result) {
  return record<T>().value_of(result);
}

/// A text, or null where it is empty.
[[nodiscard]] inline std::optional<std::string_view> unless_empty(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

/// A count, or null where it is 0.
[[nodiscard]] inline std::optional<int> unless_zero(int count) {
  return count == 0 ? std::nullopt : std::optional(count);
}

/// A value, or null where it is not given.
template <class X>
[[nodiscard]] std::optional<X> given(bool is_given, const X& x) {
  return is_given ? std::optional(x) : std::nullopt;
}

}  // namespace gpuadvisor
