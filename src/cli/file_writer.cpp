#include "file_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>

#include "core/text.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {
namespace {

namespace fs = std::filesystem;

/// Keeps signals that end the program waiting for as long as it lives.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held, signal);
    sigprocmask(SIG_BLOCK, &held, &m_before);
  }
  ~SignalsHeld() { sigprocmask(SIG_SETMASK, &m_before, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t m_before{};
};

[[noreturn]] void refuse_to_write(const fs::path& path, int error) {
  throw Error(fmt::format("{}: cannot be written: {}", printable(path.string()), std::strerror(error)));
}

/// A new file beside the one that it is to replace; gone again unless renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target) : m_target(target) {
    constexpr int k_tries = 100;     // a name is only taken when a program with our number was killed while writing
    constexpr mode_t k_mode = 0666;  // less what the umask says, as for any new file
    for (int i = 0; m_descriptor < 0 && i < k_tries; ++i) {
      // No reader of a data folder takes it for data: its name does not end so.
      m_path = target.parent_path() / fmt::format(".{}.{}-{}.new", target.filename().string(), ::getpid(), i);
      m_descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, k_mode);
      if (m_descriptor < 0 && errno != EEXIST) break;
    }
    if (m_descriptor < 0) refuse_to_write(m_target, errno);
  }
  ~TemporaryFile() {
    if (m_descriptor >= 0) (void)::close(m_descriptor);
    if (!m_path.empty()) (void)::unlink(m_path.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void take_over(const struct stat& replaced) const {
    constexpr mode_t k_permissions = 07777;
    (void)::fchown(m_descriptor, replaced.st_uid, replaced.st_gid);  // another's file becomes ours, as in an editor
    if (::fchmod(m_descriptor, replaced.st_mode & k_permissions) != 0) refuse_to_write(m_target, errno);
  }

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = ::write(m_descriptor, text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) refuse_to_write(m_target, count < 0 ? errno : ENOSPC);
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    if (::fsync(m_descriptor) != 0) refuse_to_write(m_target, errno);
  }

  void rename_to_target() {
    const int descriptor = m_descriptor;
    m_descriptor = -1;
    if (::close(descriptor) != 0 && errno != EINTR) refuse_to_write(m_target, errno);
    if (::rename(m_path.c_str(), m_target.c_str()) != 0) refuse_to_write(m_target, errno);
    m_path.clear();
  }

 private:
  const fs::path& m_target;
  fs::path m_path;
  int m_descriptor = -1;
};

/// Brings the new name to the disk too. Where that fails the file is the old or the new one all the same.
void flush_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)::fsync(descriptor);
  (void)::close(descriptor);
}

/// What is there; nothing for a new file. Throws Error when it is no file, or may not be written.
std::optional<struct stat> checked_target(const fs::path& target) {
  struct stat found {};
  if (::stat(target.c_str(), &found) != 0) {
    if (errno != ENOENT) refuse_to_write(target, errno);
    return std::nullopt;
  }
  if (!S_ISREG(found.st_mode)) {
    throw Error(fmt::format("{}: expected a file, found something else", printable(target.string())));
  }
  // Renaming asks the folder alone: a file that is protected stays so.
  if (::access(target.c_str(), W_OK) != 0) refuse_to_write(target, errno);
  return found;
}

/// Throws Error when the file is no longer what `before` says.
void require_unchanged(const fs::path& target, const std::optional<std::string>& before) {
  std::error_code error;
  const bool is_there = fs::exists(target, error);
  const bool is_same = is_there ? before && read_catalog_layer(target.string()).front().text == *before : !before;
  if (is_same) return;
  throw Error(
      fmt::format("{}: has changed since it was read, and was left as it is; try again", printable(target.string())));
}

/// `check` is called last, when all that is left to do is to rename.
void replace(const std::string& path, std::string_view text, const std::function<void(const fs::path&)>& check) {
  std::error_code error;
  fs::path target = path;
  if (fs::is_symlink(target, error)) {
    target = fs::canonical(path, error);
    if (error) throw Error(fmt::format("{}: cannot be written: {}", printable(path), error.message()));
  }
  const auto replaced = checked_target(target);
  const SignalsHeld held;
  TemporaryFile file(target);
  if (replaced) file.take_over(*replaced);
  file.write(text);
  check(target);
  file.rename_to_target();
  flush_folder(target.parent_path());
}

}  // namespace

void replace_file(const std::string& path, std::string_view text, const std::optional<std::string>& before) {
  replace(path, text, [&](const fs::path& target) { require_unchanged(target, before); });
}

void replace_file(const std::string& path, std::string_view text) {
  replace(path, text, [](const fs::path& /*target*/) {});
}

bool write_if_changed(const std::string& path, std::string_view text) {
  std::error_code error;
  const bool is_file = fs::is_regular_file(path, error);
  const bool is_same = is_file && read_catalog_layer(path).front().text == text;
  if (!is_same) replace_file(path, text);
  return !is_same;
}

}  // namespace gpuadvisor::cli
