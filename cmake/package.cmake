# Packages of what `cmake --install` installs, made by CPack from a finished build: `./dev package`, or `cpack --preset release`.
# The same commit gives the same bytes: CPack takes every date from SOURCE_DATE_EPOCH.
set(CPACK_PACKAGE_VENDOR "The gpuadvisor authors")
set(CPACK_PACKAGE_CONTACT "The gpuadvisor authors" CACHE STRING "Maintainer of the packages: a name, and <an address>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Recommend GPUs for deep learning")
set(CPACK_PACKAGE_DESCRIPTION "\
Ranks GPUs and accelerators for training and running neural networks, by
workload, budget and memory, from a built-in catalog of specifications, dated
prices and measurements, each with its source. Works offline.
.
Holds the command-line program, which depends on nothing, the same as a page for
browsers, the C++ library with its headers and CMake package files, the
documentation and the JSON Schemas.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_RESOURCE_FILE_README ${PROJECT_SOURCE_DIR}/README.md)
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_CHECKSUM SHA256)
string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
set(CPACK_PACKAGE_FILE_NAME ${PROJECT_NAME}-${PROJECT_VERSION}-${system}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES OFF)  # the program is linked stripped, and the library needs its symbols
# Whatever the umask of whoever packs.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bash-completion, man-db")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, g++")  # for programs that use the library
if(NOT GPUADVISOR_STATIC)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # else there is nothing to depend on
endif()

set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/package_date.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_order.cmake)
include(CPack)
