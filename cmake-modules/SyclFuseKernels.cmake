# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# sycl_fuse_kernels(): fuses the kernels of a target as part of its build. docs/cmake.md is the users' page.
#
# How it is wired: the compiler gets -fsycl and the plugin, which puts the manifest into each object. Right
# before the target is linked (PRE_LINK) sycl-fuse reads the target's objects and writes <target>.fusion.o, which is on the
# link line, or in the archive. The alternative, a custom command whose output is a source of the target, is a cycle: the target's
# objects are ordered after its generated sources, which would be made from those objects. Moving the sources to an internal object
# library breaks the cycle but loses what users set on the target afterwards (sources, standards, properties). With PRE_LINK
# the target stays what it was; the price is that sycl-fuse runs at each link of the target, not only when an object changed. What
# has not changed is not compiled again then: the jobs are edges of a build of their own in <target>.dir/fusion.

include("${CMAKE_CURRENT_LIST_DIR}/SyclFuseArguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/SyclFuseTargetNames.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/SyclFuseFlags.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/SyclFuseHeaders.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/SyclFuseLinks.cmake")

function(_sycl_fuse_check_target target)
  if(NOT TARGET "${target}")
    _sycl_fuse_error("${target}" "there is no target '${target}'" "call it after add_executable() or add_library()")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(EXECUTABLE|STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY|OBJECT_LIBRARY|INTERFACE_LIBRARY)$")
    _sycl_fuse_error(${target} "a target of type ${type} has no objects" "name an executable or a library")
  endif()
  foreach(property ALIASED_TARGET IMPORTED)
    get_target_property(value ${target} ${property})
    if(value)
      _sycl_fuse_error(${target} "the target is imported or an alias" "name a target that this directory builds")
    endif()
  endforeach()
  get_target_property(directory ${target} SOURCE_DIR)
  if(NOT directory STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    _sycl_fuse_error(${target} "the target was created in '${directory}'" "call it in the directory that creates the target")
  endif()
  get_target_property(already ${target} SYCL_FUSE_CALLED)
  if(already)
    _sycl_fuse_error(${target} "it was already called for this target" "list everything in one call")
  endif()
endfunction()

function(_sycl_fuse_check_compiler target)
  if(NOT CMAKE_CXX_COMPILER_LOADED)
    _sycl_fuse_error(${target} "the project has no C++" "write project(<name> LANGUAGES CXX), and configure with -DCMAKE_CXX_COMPILER=clang++-22")
  endif()
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT CMAKE_CXX_COMPILER_VERSION MATCHES "^22\\.")
    _sycl_fuse_error(${target}
      "the C++ compiler is '${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}', needed: Clang 22"
      "configure with -DCMAKE_CXX_COMPILER=clang++-22")
  endif()
endfunction()

# Sets <out> to the file of a tool of this package: imported, or a target of the same build.
function(_sycl_fuse_tool_file target tool out)
  if(NOT TARGET SyclFuse::Runtime)
    _sycl_fuse_error(${target} "SyclFuse was found in another directory, and its targets are not known in this one"
                     "call find_package(SyclFuse REQUIRED) here or in a directory above")
  endif()
  if(NOT TARGET SyclFuse::${tool})
    _sycl_fuse_error(${target} "the tool SyclFuse::${tool} is missing: only the component Runtime is installed"
                     "install the component Compiler too, or set SYCL_FUSE_HOST_PATH to where the tools of this machine are")
  endif()
  get_target_property(name SyclFuse::${tool} ALIASED_TARGET)
  get_target_property(imported SyclFuse::${tool} IMPORTED)
  if(imported)
    get_target_property(file SyclFuse::${tool} LOCATION)
  else()
    get_target_property(type ${name} TYPE)
    if(type STREQUAL "EXECUTABLE")
      get_target_property(directory ${name} RUNTIME_OUTPUT_DIRECTORY)
      set(file "${directory}/${name}")
    else()
      get_target_property(directory ${name} LIBRARY_OUTPUT_DIRECTORY)
      set(file "${directory}/${name}.so")
    endif()
    add_dependencies(${target} ${name})
  endif()
  set(${out} "${file}" PARENT_SCOPE)
endfunction()

# Sets <out> to the objects that may hold device code: those of the target and, once _sycl_fuse_check_links() has found them, of the object
# libraries that it links, without those of other languages. CMake names an object by its source with .o appended.
function(_sycl_fuse_objects target out)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(extensions)
  foreach(language IN LISTS languages)
    if(NOT language STREQUAL "CXX")
      list(APPEND extensions ${CMAKE_${language}_SOURCE_FILE_EXTENSIONS})
    endif()
  endforeach()
  set(objects "$<TARGET_OBJECTS:${target}>;$<GENEX_EVAL:$<TARGET_PROPERTY:${target},SYCL_FUSE_LINKED_OBJECTS>>")
  if(extensions)
    list(JOIN extensions "|" alternatives)
    set(objects "$<FILTER:${objects},EXCLUDE,\\.(${alternatives})\\.o$>")
  endif()
  set(${out} "${objects}" PARENT_SCOPE)
endfunction()

# Puts the fused object on the link line, or into the archive, of which the linker takes only what something refers to: <anchor>, a symbol
# of the fused object that everybody who links the library asks for.
function(_sycl_fuse_link target object anchor)
  get_target_property(type ${target} TYPE)
  target_link_libraries(${target} PRIVATE SyclFuse::Runtime)
  if(type STREQUAL "STATIC_LIBRARY")
    set_property(TARGET ${target} APPEND PROPERTY STATIC_LIBRARY_OPTIONS "${object}")
    target_link_libraries(${target} INTERFACE "-Wl,-u,${anchor}")
  else()
    # -fsycl among the flags of the directory would make the driver link the device code, which is sycl-fuse's.
    target_link_options(${target} PRIVATE "$<$<LINK_LANGUAGE:CXX>:-fno-sycl>" "${object}")
  endif()
endfunction()

# Sets <out> to the path of the fused object.
function(_sycl_fuse_object target out)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(directory "${CMAKE_CURRENT_BINARY_DIR}")
  if(multi_config)
    string(APPEND directory "/$<CONFIG>")
  endif()
  set(${out} "${directory}/${target}.fusion.o" PARENT_SCOPE)
endfunction()

# Has the target's C++ sources compiled with the plugin, and again when one of <files> changes: they stand in the dependency file of
# each object. The property SYCL_FUSE_AUTO of the target has the plugin record sequences that nobody asked for; a build without
# --automatic leaves them out.
function(_sycl_fuse_compile target plugin)
  set(entries)
  foreach(file IN LISTS plugin ARGN)
    list(APPEND entries "SHELL:-Xclang \"-fdepfile-entry=${file}\"")
  endforeach()
  set(automatic "$<$<BOOL:$<TARGET_PROPERTY:${target},SYCL_FUSE_AUTO>>:-fplugin-arg-sycl-fuse-automatic>")
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:-fsycl;-fplugin=${plugin};-fplugin-arg-sycl-fuse-root=${CMAKE_SOURCE_DIR};${automatic};${entries}>")
endfunction()

# Sets <out> to the options by which the build tool that runs the link runs the jobs too, one edge for each: which jobs there are is known
# only when the objects are, so they are a build of their own. $(MAKE) hands it the jobserver.
function(_sycl_fuse_job_options out)
  set(options)
  if(CMAKE_GENERATOR MATCHES "Ninja")
    list(APPEND options "--build-tool=${CMAKE_MAKE_PROGRAM}")
  elseif(CMAKE_GENERATOR MATCHES "Makefiles")
    list(APPEND options "--build-tool=$(MAKE)")
  endif()
  list(TRANSFORM SYCL_FUSE_JOB_LAUNCHER PREPEND "--job-launcher=" OUTPUT_VARIABLE launcher)
  set(${out} ${options} ${launcher} PARENT_SCOPE)
endfunction()

# Has sycl-fuse run before each link. <files>: what it reads beside the objects; <generated>: those that are built.
function(_sycl_fuse_before_link target tool options files generated)
  if(CMAKE_CURRENT_BINARY_DIR MATCHES "[$]")
    _sycl_fuse_error(${target} "the build folder '${CMAKE_CURRENT_BINARY_DIR}' has a '$' in its path, which CMake does not hand on to linkers"
                     "build in a folder without it")
  endif()
  get_target_property(type ${target} TYPE)
  _sycl_fuse_object(${target} object)
  _sycl_fuse_objects(${target} objects)
  set(results "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/fusion")
  set(anchor)
  if(type STREQUAL "STATIC_LIBRARY")
    string(MAKE_C_IDENTIFIER "sycl_fuse_${PROJECT_NAME}_${target}" anchor)
    list(APPEND options "--anchor=${anchor}")
  endif()
  _sycl_fuse_job_options(jobs)
  add_custom_command(TARGET ${target} PRE_LINK
    COMMAND "${tool}" build -o "${object}" "--job-dir=${results}/$<CONFIG>" ${jobs} ${options} "${objects}"
    COMMENT "Fusing the kernels of ${target}"
    COMMAND_EXPAND_LISTS VERBATIM)
  _sycl_fuse_link(${target} "${object}" "${anchor}")
  # Once installed, it finds the runtime where it was linked, unless the project has said otherwise.
  if(NOT DEFINED CMAKE_INSTALL_RPATH_USE_LINK_PATH)
    set_property(TARGET ${target} PROPERTY INSTALL_RPATH_USE_LINK_PATH ON)
  endif()
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${tool}" ${files})
  set_property(TARGET ${target} APPEND PROPERTY ADDITIONAL_CLEAN_FILES "${object}" "${results}")
  # The object is an input of the link that the link's own rule writes. The linker's list of inputs, which newer versions of
  # CMake read into the rule, names it, and the second build would end with a cycle.
  cmake_language(DEFER CALL set CMAKE_LINK_DEPENDS_USE_LINKER OFF)
  if(generated)
    add_custom_target(${target}.manifests DEPENDS ${generated})
    add_dependencies(${target} ${target}.manifests)
  endif()
endfunction()

# Has sycl-fuse write the page <target>.fusion.html beside the target after each link.
function(_sycl_fuse_report target tool)
  _sycl_fuse_objects(${target} objects)
  set(page "$<TARGET_FILE_DIR:${target}>/${target}.fusion.html")
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND "${tool}" report -o "${page}" "--root=${CMAKE_SOURCE_DIR}" "$<TARGET_FILE:${target}>" "${objects}"
    COMMENT "Writing ${target}.fusion.html"
    COMMAND_EXPAND_LISTS VERBATIM)
  set_property(TARGET ${target} APPEND PROPERTY ADDITIONAL_CLEAN_FILES "${page}")
endfunction()

# At the end of the directory, when the target is complete. Launchers that look at, or send away, the preprocessed source see the host's only:
# -E with -fsycl gives no other. They would take an object with other device code for the same. ccache has a mode without the preprocessor, in
# which the dependency file counts.
function(_sycl_fuse_check_launcher target)
  get_target_property(launcher ${target} CXX_COMPILER_LAUNCHER)
  set(names)
  foreach(word IN LISTS launcher)
    cmake_path(GET word STEM name)
    list(APPEND names "${name}")
  endforeach()
  foreach(name sccache distcc icecc)
    if(name IN_LIST names)
      message(STATUS "sycl_fuse_kernels(${target}): compiles without ${name}, which knows the host's code only")
      set_property(TARGET ${target} PROPERTY CXX_COMPILER_LAUNCHER)
      return()
    endif()
  endforeach()
  if("ccache" IN_LIST names)
    set_property(TARGET ${target} PROPERTY CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_DEPEND=1 ${launcher})
  endif()
endfunction()

function(sycl_fuse_kernels target)
  _sycl_fuse_check_target("${target}")
  _sycl_fuse_check_compiler(${target})
  set_property(TARGET ${target} PROPERTY SYCL_FUSE_CALLED TRUE)
  _sycl_fuse_look_at_links()
  _sycl_fuse_look_at_headers()
  get_target_property(type ${target} TYPE)
  if(type MATCHES "^(OBJECT|INTERFACE)_LIBRARY$")
    set(targets_named TRUE) # by whoever links it
    set(options)
    if(SYCL_FUSE_AUTO)
      set(options --automatic)
    endif()
    if(ARGN)
      _sycl_fuse_error(${target} "'${ARGV1}' is for what links the library: an object or interface library has no arguments"
                       "give the arguments in the call for the executable or library that links '${target}'")
    endif()
  else()
    _sycl_fuse_parse(${target} options files generated targets_named report ${ARGN})
    _sycl_fuse_tool_file(${target} sycl-fuse tool)
    _sycl_fuse_before_link(${target} "${tool}" "${options}" "${files}" "${generated}")
    if(report)
      _sycl_fuse_report(${target} "${tool}")
    endif()
  endif()
  if("--automatic" IN_LIST options)
    set_property(TARGET ${target} PROPERTY SYCL_FUSE_AUTO TRUE)
  endif()
  if(type STREQUAL "INTERFACE_LIBRARY")
    target_link_libraries(${target} INTERFACE SyclFuse::Runtime)
    return()
  elseif(type STREQUAL "OBJECT_LIBRARY")
    target_link_libraries(${target} PUBLIC SyclFuse::Runtime)
  elseif(type STREQUAL "STATIC_LIBRARY")
    set(in_archive "${tool}" ${files}) # LINK_DEPENDS does not hold for archives
  endif()
  _sycl_fuse_tool_file(${target} sycl-fuse-plugin plugin)
  _sycl_fuse_compile(${target} "${plugin}" ${in_archive})
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _sycl_fuse_remove_flags [[${target}]] [[${targets_named}]])")
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _sycl_fuse_check_launcher [[${target}]])")
endfunction()

# add_sycl_to_target(TARGET <target> [SOURCES <source>...]): the name that other SYCL implementations' packages use, for projects that have
# it already. As sycl_fuse_kernels(<target>) with its defaults; all C++ sources of the target are compiled as SYCL; may be called again.
if(NOT COMMAND add_sycl_to_target)
  function(add_sycl_to_target)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET" "SOURCES")
    if(NOT DEFINED arg_TARGET OR DEFINED arg_UNPARSED_ARGUMENTS OR "TARGET" IN_LIST arg_KEYWORDS_MISSING_VALUES)
      message(FATAL_ERROR "add_sycl_to_target(${ARGN}): it takes TARGET <target> and SOURCES <source>... [SF5001]\n"
                          "  remedy: for options call sycl_fuse_kernels(<target> ...) instead")
    endif()
    if(TARGET "${arg_TARGET}")
      get_target_property(called ${arg_TARGET} SYCL_FUSE_CALLED)
      if(called)
        return()
      endif()
    endif()
    sycl_fuse_kernels("${arg_TARGET}")
  endfunction()
endif()
