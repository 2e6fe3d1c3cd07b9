# The libraries of a build for browsers: headers alone, from the system. Beside them lie the system's own headers, which are
# not those of WebAssembly, so each library is linked into a folder that has nothing else.
set(gpuadvisor_headers ${CMAKE_CURRENT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${gpuadvisor_headers})

# gpuadvisor_headers_of(TARGET FOLDER HEADER [SUFFIX]): FOLDER/HEADER lies in an include folder, or in SUFFIX below it.
function(gpuadvisor_headers_of target folder header)
  find_path(${folder}_parent ${folder}/${header} PATHS /usr/local/include /usr/include PATH_SUFFIXES ${ARGN} REQUIRED
            NO_CMAKE_FIND_ROOT_PATH)
  file(CREATE_LINK ${${folder}_parent}/${folder} ${gpuadvisor_headers}/${folder} SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${gpuadvisor_headers})
endfunction()

gpuadvisor_headers_of(CLI11::CLI11 CLI CLI.hpp)
gpuadvisor_headers_of(Eigen3::Eigen Eigen Core eigen3)
gpuadvisor_headers_of(nlohmann_json::nlohmann_json nlohmann json.hpp)
gpuadvisor_headers_of(gpuadvisor_rapidjson rapidjson reader.h)
gpuadvisor_headers_of(gpuadvisor_fmt fmt core.h)
set(gpuadvisor_fmt gpuadvisor_fmt)
file(STRINGS ${fmt_parent}/fmt/core.h fmt_version REGEX "define FMT_VERSION 9")
if(fmt_version)
  set(gpuadvisor_fmt_code cmake/fmt_9.cpp)
else()
  target_compile_definitions(gpuadvisor_fmt INTERFACE FMT_HEADER_ONLY)
endif()
