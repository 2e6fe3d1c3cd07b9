# Libraries come from the system; what it does not have is fetched at a fixed version.
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
gpuadvisor_dependency(nlohmann_json nlohmann_json::nlohmann_json https://github.com/nlohmann/json.git v3.11.3)
if(GPUADVISOR_TESTS)
  gpuadvisor_dependency(Catch2 Catch2::Catch2 https://github.com/catchorg/Catch2.git v3.5.4)
endif()
