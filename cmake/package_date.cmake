# Read by CPack before it packs: files are as old as the last commit, unless the environment says otherwise.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND git log -1 --format=%ct WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}
                  OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
  if(failed)
    message(WARNING "No history to take a date from: set SOURCE_DATE_EPOCH for packages that can be reproduced")
  else()
    set(ENV{SOURCE_DATE_EPOCH} ${date})
  endif()
endif()
