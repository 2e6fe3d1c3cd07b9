#pragma once

#include <span>
#include <string_view>

#include "merged_records.hpp"

namespace gpuadvisor {

/// The member by which a document takes records of the layers below out of the catalog.
inline constexpr std::string_view k_leave_out = "leave_out";

/// Takes out of `tables` what `document` leaves out: for each table a list of objects, each of which stands for the
/// records that have its values; a list of texts has a value when one of its items is it. Only records to which no
/// others refer can go. Reports tables and fields that do not exist, and objects that no record goes with.
void leave_out(ObjectReader& document, std::span<LoadedTable* const> tables);

}  // namespace gpuadvisor
