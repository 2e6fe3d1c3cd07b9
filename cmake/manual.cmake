# Manual pages and completion of shells: the finished program writes them, from the descriptions that its help is made of.
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  return()
endif()

set(manual ${PROJECT_BINARY_DIR}/manual)
find_program(GPUADVISOR_GZIP gzip)
mark_as_advanced(GPUADVISOR_GZIP)
if(GPUADVISOR_GZIP)
  set(compress COMMAND ${GPUADVISOR_GZIP} -9 --no-name --recursive ${manual}/man1)  # as Debian has them
endif()
add_custom_command(
  OUTPUT ${manual}/gpuadvisor.fish
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${manual}/man1
  COMMAND gpuadvisor man --into ${manual}/man1 > ${manual}/log
  ${compress}
  COMMAND gpuadvisor completion bash > ${manual}/gpuadvisor
  COMMAND gpuadvisor completion zsh > ${manual}/_gpuadvisor
  COMMAND gpuadvisor completion fish > ${manual}/gpuadvisor.fish
  DEPENDS gpuadvisor
  COMMENT "Writing manual pages and completion"
  VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual}/gpuadvisor.fish)

install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${manual}/gpuadvisor DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${manual}/gpuadvisor.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
foreach(folder site-functions vendor-completions)  # zsh looks into the first, Debian's under /usr into the second
  install(FILES ${manual}/_gpuadvisor DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${folder})
endforeach()
