# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The tools of the package. They run where the project is built: beside the runtime library, or, with SYCL_FUSE_HOST_PATH, in another
# installation or build of the same version, as when the library is for another machine.

function(_sycl_fuse_host_tool name folders file)
  find_file(found ${file} PATHS ${SYCL_FUSE_HOST_PATH} PATH_SUFFIXES ${folders} NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH NO_CACHE)
  if(NOT found)
    message(FATAL_ERROR "find_package(SyclFuse): there is no ${file} in '${SYCL_FUSE_HOST_PATH}' [SF5022]\n  remedy: set SYCL_FUSE_HOST_PATH "
                        "to an installation or build of SyclFuse ${SyclFuse_VERSION} for this machine")
  endif()
  if(name STREQUAL "sycl-fuse")
    execute_process(COMMAND "${found}" --version OUTPUT_VARIABLE version ERROR_QUIET)
    if(NOT version MATCHES "^sycl-fuse ${SyclFuse_VERSION}\n")
      string(REGEX MATCH "^[^\n]*" version "${version}")
      message(FATAL_ERROR "find_package(SyclFuse): '${found}' is '${version}', needed: sycl-fuse ${SyclFuse_VERSION} [SF5022]\n  remedy: "
                          "set SYCL_FUSE_HOST_PATH to an installation or build of that version for this machine")
    endif()
    add_executable(SyclFuse::${name} IMPORTED)
  else()
    add_library(SyclFuse::${name} MODULE IMPORTED)
  endif()
  set_property(TARGET SyclFuse::${name} PROPERTY IMPORTED_LOCATION "${found}")
endfunction()

if(NOT SYCL_FUSE_HOST_PATH)
  include("${CMAKE_CURRENT_LIST_DIR}/SyclFuseCompilerTargets.cmake" OPTIONAL)
elseif(NOT TARGET SyclFuse::sycl-fuse)
  _sycl_fuse_host_tool(sycl-fuse bin sycl-fuse)
  _sycl_fuse_host_tool(sycl-fuse-plugin "lib;lib64;lib/x86_64-linux-gnu/sycl-fuse" sycl-fuse-plugin.so)
endif()
