# Libraries come from the system; what it does not have is fetched at a fixed version.
if(EMSCRIPTEN)
  include(cmake/web_headers.cmake)
  return()
endif()
include(FetchContent)

macro(gpuadvisor_dependency name target repository tag)
  find_package(${name} QUIET)
  if(NOT TARGET ${target})
    message(STATUS "${name} is not installed: fetching ${tag}")
    FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${tag} GIT_SHALLOW TRUE)
    FetchContent_MakeAvailable(${name})
  endif()
endmacro()

gpuadvisor_dependency(CLI11 CLI11::CLI11 https://github.com/CLIUtils/CLI11.git v2.4.2)
gpuadvisor_dependency(Eigen3 Eigen3::Eigen https://gitlab.com/libeigen/eigen.git 3.4.0)
gpuadvisor_dependency(fmt fmt::fmt-header-only https://github.com/fmtlib/fmt.git 10.2.1)
# A static program needs fmt's code. Systems rarely have a static libfmt, and its headers alone, where they hold the code,
# double the time to compile a file: so it is compiled here once, for the versions whose code we know how to.
if(GPUADVISOR_SHARED_FMT)
  set(gpuadvisor_fmt fmt::fmt)
elseif(fmt_VERSION VERSION_GREATER_EQUAL 9 AND fmt_VERSION VERSION_LESS 10)
  set(gpuadvisor_fmt $<BUILD_INTERFACE:gpuadvisor_fmt_headers>)
  set(gpuadvisor_fmt_code cmake/fmt_9.cpp)
  add_library(gpuadvisor_fmt_headers INTERFACE)
  target_include_directories(gpuadvisor_fmt_headers SYSTEM INTERFACE
                             $<TARGET_PROPERTY:fmt::fmt-header-only,INTERFACE_INCLUDE_DIRECTORIES>)
else()
  set(gpuadvisor_fmt $<BUILD_INTERFACE:fmt::fmt-header-only>)
endif()
gpuadvisor_dependency(nlohmann_json nlohmann_json::nlohmann_json https://github.com/nlohmann/json.git v3.11.3)

# Headers alone: their package files name a target only in newer versions.
find_path(gpuadvisor_rapidjson_headers rapidjson/reader.h)
if(NOT gpuadvisor_rapidjson_headers)
  message(STATUS "RapidJSON is not installed: fetching v1.1.0")
  FetchContent_Declare(RapidJSON GIT_REPOSITORY https://github.com/Tencent/rapidjson.git
                       GIT_TAG v1.1.0 SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(RapidJSON)
  set(gpuadvisor_rapidjson_headers ${rapidjson_SOURCE_DIR}/include)
endif()
add_library(gpuadvisor_rapidjson INTERFACE)
target_include_directories(gpuadvisor_rapidjson SYSTEM INTERFACE ${gpuadvisor_rapidjson_headers})

# Of compressed lists of prices.
set(ZLIB_USE_STATIC_LIBS ${GPUADVISOR_STATIC})
find_package(ZLIB REQUIRED)
find_package(zstd REQUIRED)
set(gpuadvisor_zstd $<IF:$<BOOL:${GPUADVISOR_STATIC}>,zstd::libzstd_static,zstd::libzstd_shared>)
find_package(Threads REQUIRED)
if(GPUADVISOR_TESTS)
  gpuadvisor_dependency(Catch2 Catch2::Catch2 https://github.com/catchorg/Catch2.git v3.5.4)
endif()
