# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Packages for Debian: `cpack` in the build folder, once `installed` is built. A component of CPack is a package, and has its name. Where
# files go differs from an installation of one's own, so that each is installed by a rule of this file too, which only cpack follows.

find_program(SYCLFUSE_DPKG_SHLIBDEPS dpkg-shlibdeps)
if(NOT SYCLFUSE_DPKG_SHLIBDEPS OR NOT CMAKE_LIBRARY_ARCHITECTURE OR NOT SYCLFUSE_MAN_PAGES OR SYCLFUSE_SANITIZE)
  return()
endif()
find_program(SYCLFUSE_DPKG_GENSYMBOLS dpkg-gensymbols REQUIRED)
find_program(SYCLFUSE_GZIP gzip REQUIRED)

get_target_property(soversion sycl-fuse-rt SOVERSION)
set(runtime libsycl-fuse-rt${soversion})
set(development libsycl-fuse-dev)
set(libdir lib/${CMAKE_LIBRARY_ARCHITECTURE})
set(plugin_dir ${libdir}/sycl-fuse)
set(package_dir ${libdir}/cmake/SyclFuse)
set(here ${CMAKE_CURRENT_BINARY_DIR}/debian)

# syclfuse_debian_package(<name> SECTION <section> SUMMARY <line> DESCRIPTION <lines> [DEPENDS …] [RECOMMENDS …] [SUGGESTS …] [LIBRARY <name>])
# describes a package. Libraries that programs and libraries link are dependencies that dpkg-shlibdeps finds.
set(SYCLFUSE_DEBIAN_PACKAGES)
set(SYCLFUSE_DEBIAN_LIBRARIES)
function(syclfuse_debian_package name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL_ARCHITECTURES" "SECTION;SUMMARY;DESCRIPTION;LIBRARY" "DEPENDS;RECOMMENDS;SUGGESTS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SECTION OR NOT arg_SUMMARY OR NOT arg_DESCRIPTION)
    message(FATAL_ERROR "syclfuse_debian_package(${name}): a keyword is missing, or unknown: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  string(TOUPPER ${name} upper)
  set(values
    DEBIAN_${upper}_PACKAGE_NAME ${name}
    DEBIAN_${upper}_PACKAGE_SECTION ${arg_SECTION}
    DEBIAN_${upper}_DESCRIPTION "${arg_SUMMARY}\n${arg_DESCRIPTION}")
  foreach(relation DEPENDS RECOMMENDS SUGGESTS)
    list(JOIN arg_${relation} ", " list)
    list(APPEND values DEBIAN_${upper}_PACKAGE_${relation} "${list}")
  endforeach()
  if(arg_ALL_ARCHITECTURES)
    list(APPEND values DEBIAN_${upper}_PACKAGE_ARCHITECTURE all)
  endif()
  if(arg_LIBRARY)
    set(library ${arg_LIBRARY})
    set(soname ${library}.so.${soversion})
    set(package ${name})
    math(EXPR minor "${PROJECT_VERSION_MINOR} + 1")
    set(next_minor ${PROJECT_VERSION_MAJOR}.${minor})
    configure_file(debian/symbols.in ${here}/${name}/template @ONLY)
    configure_file(debian/shlibs.in ${here}/${name}/shlibs @ONLY)
    # DebianControl.cmake writes the symbols.
    set(control ${here}/${name}/symbols ${here}/${name}/shlibs ${CMAKE_CURRENT_SOURCE_DIR}/debian/triggers)
    set(CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA "${control}" PARENT_SCOPE)
    set(SYCLFUSE_DEBIAN_LIBRARIES ${SYCLFUSE_DEBIAN_LIBRARIES} ${name}=${PROJECT_BINARY_DIR}/lib/${soname} PARENT_SCOPE)
  endif()
  while(values)
    list(POP_FRONT values variable value)
    set(CPACK_${variable} "${value}" PARENT_SCOPE)
  endwhile()
  set(SYCLFUSE_DEBIAN_PACKAGES ${SYCLFUSE_DEBIAN_PACKAGES} ${name} PARENT_SCOPE)
  install(FILES ${here}/copyright ${here}/changelog DESTINATION share/doc/${name} COMPONENT ${name} EXCLUDE_FROM_ALL)
endfunction()

# The exceptions of the licence, as copyright needs them: a space in front of each line, a point for an empty one.
file(READ ${PROJECT_SOURCE_DIR}/LICENSE exceptions)
string(REGEX REPLACE "^.*\n---- LLVM Exceptions[^\n]*\n+" "" exceptions "${exceptions}")
string(REGEX REPLACE "\n+$" "" exceptions "${exceptions}")
string(REPLACE "\n\n" "\n.\n" exceptions "${exceptions}")
string(REPLACE "\n" "\n " exceptions " ${exceptions}")
configure_file(debian/copyright.in ${here}/copyright @ONLY)
configure_file(debian/changelog ${here}/changelog COPYONLY)
file(STRINGS debian/changelog newest LIMIT_COUNT 1)
if(NOT newest MATCHES "^sycl-fuse \\(${PROJECT_VERSION}\\) ")
  message(FATAL_ERROR "packaging/debian/changelog: its first entry is not of version ${PROJECT_VERSION}")
endif()

set(same "(= ${PROJECT_VERSION})")
syclfuse_debian_package(${runtime} SECTION libs LIBRARY libsycl-fuse-rt
  SUMMARY "SYCL runtime with kernels that were fused ahead of time"
  DESCRIPTION "The SYCL API and the runtime of programs that sycl-fuse has built. It runs\nkernels, fused and unfused, on the CPU and on NVIDIA GPUs, whose driver\nis loaded if it is there."
  SUGGESTS libsycl-fuse-opencl${soversion} libsycl-fuse-hip${soversion} sycl-fuse)
foreach(driver IN ITEMS opencl hip)
  if(TARGET sycl-fuse-${driver})
    set(recommended)
    set(devices "AMD GPUs through the HIP runtime")
    if(driver STREQUAL "opencl")
      set(recommended "ocl-icd-libopencl1 | libopencl1")
      set(devices "devices of OpenCL")
    endif()
    syclfuse_debian_package(libsycl-fuse-${driver}${soversion} SECTION libs LIBRARY libsycl-fuse-${driver}
      SUMMARY "SYCL runtime with fused kernels, driver for ${devices}"
      DESCRIPTION "A driver that the runtime of programs built by sycl-fuse loads when\nit is asked for ${devices}."
      RECOMMENDS ${recommended})
    install(TARGETS sycl-fuse-${driver} LIBRARY DESTINATION ${libdir} COMPONENT libsycl-fuse-${driver}${soversion} NAMELINK_SKIP EXCLUDE_FROM_ALL)
  endif()
endforeach()
syclfuse_debian_package(${development} SECTION libdevel
  SUMMARY "SYCL headers for kernels that are fused ahead of time"
  DESCRIPTION "The headers of SYCL and of its fusion extension, the link to the runtime,\nand the files by which CMake and pkg-config find all of it. Programs are\ncompiled by clang with the plugin of the package sycl-fuse."
  DEPENDS "${runtime} ${same}" libtbb-dev RECOMMENDS "sycl-fuse ${same}")
# Clang runs llvm-offload-binary, of llvm-22, to put device code into objects.
syclfuse_debian_package(sycl-fuse SECTION devel
  SUMMARY "ahead-of-time kernel fusion for SYCL, the compiler"
  DESCRIPTION "Fuses sequences of SYCL kernels into one as part of a build. A plugin of\nclang records what a program wants fused, sycl-fuse compiles it for the CPU,\nNVIDIA and AMD GPUs, and OpenCL."
  DEPENDS clang-22 llvm-22 "${development} ${same}" RECOMMENDS lld-22 libclc-22
  SUGGESTS "sycl-fuse-doc ${same}" cmake "ninja-build | make" llvm-spirv-15 spirv-tools nvidia-cuda-toolkit)
syclfuse_debian_package(sycl-fuse-doc SECTION doc ALL_ARCHITECTURES
  SUMMARY "ahead-of-time kernel fusion for SYCL, pages and samples"
  DESCRIPTION "The pages about the compiler, its plugin, the CMake functions, the runtime\nand their messages, and samples, each a project of its own."
  SUGGESTS sycl-fuse)

install(TARGETS sycl-fuse-rt EXPORT SyclFusePackageTargets
  LIBRARY DESTINATION ${libdir} COMPONENT ${runtime} NAMELINK_COMPONENT ${development} EXCLUDE_FROM_ALL
  INCLUDES DESTINATION include)
install(TARGETS sycl-fuse sycl-fuse-plugin EXPORT SyclFusePackageCompilerTargets
  RUNTIME DESTINATION bin COMPONENT sycl-fuse EXCLUDE_FROM_ALL
  LIBRARY DESTINATION ${plugin_dir} COMPONENT sycl-fuse EXCLUDE_FROM_ALL)
install(TARGETS sycl-fuse-job sycl-fuse-passes
  RUNTIME DESTINATION bin COMPONENT sycl-fuse EXCLUDE_FROM_ALL
  LIBRARY DESTINATION ${plugin_dir} COMPONENT sycl-fuse EXCLUDE_FROM_ALL)
install(EXPORT SyclFusePackageTargets FILE SyclFuseTargets.cmake NAMESPACE SyclFuse:: DESTINATION ${package_dir}
  COMPONENT ${development} EXCLUDE_FROM_ALL)
install(EXPORT SyclFusePackageCompilerTargets FILE SyclFuseCompilerTargets.cmake NAMESPACE SyclFuse:: DESTINATION ${package_dir}
  COMPONENT sycl-fuse EXCLUDE_FROM_ALL)

include(CMakePackageConfigHelpers)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake-modules/SyclFuseConfig.cmake.in ${here}/SyclFuseConfig.cmake
  INSTALL_DESTINATION ${package_dir} INSTALL_PREFIX /usr)
get_property(package_files GLOBAL PROPERTY SYCLFUSE_PACKAGE_FILES)
list(FILTER package_files EXCLUDE REGEX "/SyclFuseConfig.cmake$")
set(SYCLFUSE_PC_PREFIX /usr)
set(SYCLFUSE_PC_LIBDIR "\${prefix}/${libdir}")
set(SYCLFUSE_PC_PLUGINDIR "\${libdir}/sycl-fuse")
set(SYCLFUSE_PC_INCLUDE)
configure_file(sycl-fuse.pc.in ${here}/sycl-fuse.pc @ONLY)
install(FILES ${here}/sycl-fuse.pc DESTINATION ${libdir}/pkgconfig COMPONENT ${development} EXCLUDE_FROM_ALL)
install(FILES ${here}/SyclFuseConfig.cmake ${package_files} DESTINATION ${package_dir} COMPONENT ${development} EXCLUDE_FROM_ALL)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime-shim/include/sycl ${PROJECT_SOURCE_DIR}/runtime-shim/include/CL
  ${PROJECT_SOURCE_DIR}/manifest/include/syclfuse DESTINATION include COMPONENT ${development} EXCLUDE_FROM_ALL)
install(FILES ${SYCLFUSE_MAN_PAGES} DESTINATION share/man/man1 COMPONENT sycl-fuse EXCLUDE_FROM_ALL)
install(FILES ${SYCLFUSE_COMPLETION} DESTINATION share/bash-completion/completions COMPONENT sycl-fuse EXCLUDE_FROM_ALL)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/samples DESTINATION share/doc/sycl-fuse
  COMPONENT sycl-fuse-doc EXCLUDE_FROM_ALL PATTERN "build*" EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sycl-fuse)
set(CPACK_PACKAGE_VENDOR SyclFuse)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_NAME} built using CMake") # the default: each package has its own
set(CPACK_COMPONENTS_ALL ${SYCLFUSE_DEBIAN_PACKAGES})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "SyclFuse developers <sycl-fuse@packages.invalid>" CACHE STRING "Who the packages are from")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# The drivers and the runtime are of one version.
file(CONFIGURE OUTPUT ${here}/shlibs.local CONTENT "libsycl-fuse-rt ${soversion} ${runtime} ${same}\n")
configure_file(DebianControl.cmake.in ${here}/DebianControl.cmake @ONLY)
set(CPACK_PROJECT_CONFIG_FILE ${here}/DebianControl.cmake)
configure_file(DebianFiles.cmake.in ${here}/DebianFiles.cmake @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS ${here}/DebianFiles.cmake)
include(CPack)
