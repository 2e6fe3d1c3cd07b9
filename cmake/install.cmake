include(CMakePackageConfigHelpers)

install(TARGETS gpuadvisor RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS gpuadvisor_library EXPORT gpuadvisor ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/gpuadvisor DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY data/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/gpuadvisor)

set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/gpuadvisor)
install(EXPORT gpuadvisor FILE gpuadvisor-config.cmake NAMESPACE gpuadvisor:: DESTINATION ${package_directory})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/gpuadvisor-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gpuadvisor-config-version.cmake DESTINATION ${package_directory})
