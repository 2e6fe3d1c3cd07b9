include(CMakePackageConfigHelpers)

install(TARGETS gpuadvisor RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS gpuadvisor_library EXPORT gpuadvisor ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/gpuadvisor DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE THIRD_PARTY_LICENSES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)  # where Debian looks for it
install(FILES third_party/musl/LICENSE.musl third_party/plot/LICENSE.d3 third_party/plot/LICENSE.plot DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
set(GPUADVISOR_PAGE ${CMAKE_CURRENT_SOURCE_DIR}/build/web/gpuadvisor.html
    CACHE FILEPATH "The advisor in a browser, which ./dev web builds; installed where it is there")
install(FILES ${GPUADVISOR_PAGE} DESTINATION ${CMAKE_INSTALL_DATADIR}/gpuadvisor OPTIONAL)
set(schema_directory ${CMAKE_INSTALL_DATADIR}/gpuadvisor/schema)
install(DIRECTORY data/schema/ DESTINATION ${schema_directory})

# The library needs nothing that users must find: what it is built with is headers, and none of its own include them.
set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/gpuadvisor)
install(EXPORT gpuadvisor FILE gpuadvisor-targets.cmake NAMESPACE gpuadvisor:: DESTINATION ${package_directory})
configure_package_config_file(cmake/gpuadvisor-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/gpuadvisor-config.cmake
                              INSTALL_DESTINATION ${package_directory} PATH_VARS schema_directory)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/gpuadvisor-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gpuadvisor-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/gpuadvisor-config-version.cmake DESTINATION ${package_directory})
