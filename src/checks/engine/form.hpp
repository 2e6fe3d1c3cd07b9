#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/form/canonical_text.hpp"
#include "check.hpp"

namespace gpuadvisor {

/// The rule about the form of files.
inline constexpr std::string_view k_form_rule = "not-canonical";

/// A file that is brought into canonical form.
struct MendedFile {
  std::string file;
  std::string before;             // its text
  std::string text;               // canonical
  std::vector<FormFault> faults;  // what was not
};

/// The files of `input` that `report` says are not in canonical form, mended. Files with errors are none of them.
[[nodiscard]] std::vector<MendedFile> mended_files(const CheckInput& input, const CheckReport& report);

/// The same input with the mended texts.
[[nodiscard]] CheckInput with_mended(CheckInput input, const std::vector<MendedFile>& mended);

/// `order of records, numbers`: the faults in words.
[[nodiscard]] std::string words_of(const std::vector<FormFault>& faults);

/// Adds a finding for each of `documents` that is not in canonical form. Those in which `findings` has an error are
/// left out, and what comes from standard input, where form does not matter.
void judge_form(std::span<const CatalogDocument* const> documents, std::vector<Finding>& findings);

}  // namespace gpuadvisor
