# Run by CPack after each package. Its archives hold files in the order of the file system, with their owner: packed anew, the
# bytes depend on neither. Debian packages are in order as they are.
foreach(package ${CPACK_PACKAGE_FILES})
  if(package MATCHES "\\.tar\\.gz$")
    get_filename_component(staging ${CPACK_TEMPORARY_DIRECTORY} DIRECTORY)
    get_filename_component(folder ${CPACK_TEMPORARY_DIRECTORY} NAME)
    set(date "1970-01-01")
    if(DEFINED ENV{SOURCE_DATE_EPOCH})
      set(date "@$ENV{SOURCE_DATE_EPOCH}")
    endif()
    execute_process(COMMAND tar --create --file ${package} "--use-compress-program=gzip -n" --directory ${staging}
                            --sort=name --owner=root:0 --group=root:0 --mtime=${date} ${folder}
                    COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
