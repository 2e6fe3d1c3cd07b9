#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpuadvisor::cli {

/// Replaces the text of the file at `path`, or makes that file, as a whole or not at all: whoever reads it, and
/// whatever happens meanwhile, finds the old text or the new one. The new text is written to a file of another name in
/// the same folder, brought to the disk, and renamed. Permissions stay, and the owner where the system allows it; a
/// symbolic link stays, and the file that it leads to is replaced. Requests to end the program (SIGINT, SIGTERM,
/// SIGHUP) wait until it is done. `before` is what the new text was made from, nothing for a file that is new: when
/// somebody else has written the file meanwhile, theirs stays. Throws Error that names the file: then nothing has
/// changed, and nothing is left behind.
void replace_file(const std::string& path, std::string_view text, const std::optional<std::string>& before);

/// The same whatever the file holds: it is made anew.
void replace_file(const std::string& path, std::string_view text);

/// The same, unless the file holds that text already; whether it did not.
bool write_if_changed(const std::string& path, std::string_view text);

}  // namespace gpuadvisor::cli
