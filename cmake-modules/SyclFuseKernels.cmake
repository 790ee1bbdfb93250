# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# sycl_fuse_kernels(): fuses the kernels of a target as part of its build. docs/cmake.md is the users' page.
#
# How it is wired: the compiler gets -fsycl and the plugin, which writes <object>.fusion.json beside each object. Right
# before the target is linked (PRE_LINK) sycl-fuse reads the target's objects and writes <target>.fusion.o, which is on the
# link line. The alternative, a custom command whose output is a source of the target, is a cycle: the target's objects are
# ordered after its generated sources, which would be made from those objects. Moving the sources to an internal object
# library breaks the cycle but loses what users set on the target afterwards (sources, standards, properties). With PRE_LINK
# the target stays what it was; the price is that sycl-fuse runs at each link of the target, not only when an object changed.

include("${CMAKE_CURRENT_LIST_DIR}/SyclFuseFlags.cmake")

# _sycl_fuse_error(<target> <what is wrong> <remedy>)
function(_sycl_fuse_error target text remedy)
  message(FATAL_ERROR "sycl_fuse_kernels(${target}): ${text} [SF5001]\n  remedy: ${remedy}")
endfunction()

function(_sycl_fuse_check_target target)
  if(NOT TARGET "${target}")
    _sycl_fuse_error("${target}" "there is no target '${target}'" "call it after add_executable() or add_library()")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(EXECUTABLE|STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY)$")
    _sycl_fuse_error(${target} "a target of type ${type} is never linked, so nothing can be fused for it"
                     "call it for the executable or library that links '${target}'")
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
  get_target_property(already ${target} SYCL_FUSE_OBJECT)
  if(already)
    _sycl_fuse_error(${target} "it was already called for this target" "list everything in one call")
  endif()
endfunction()

function(_sycl_fuse_check_compiler target)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT CMAKE_CXX_COMPILER_VERSION MATCHES "^22\\.")
    _sycl_fuse_error(${target}
      "the C++ compiler is '${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}', needed: Clang 22"
      "configure with -DCMAKE_CXX_COMPILER=clang++-22")
  endif()
endfunction()

# CMake hands everything after a multi-value keyword to that keyword, misspelt keywords too: check each value.
function(_sycl_fuse_check_values target keyword needed pattern)
  foreach(value IN LISTS ARGN)
    if(NOT value MATCHES "${pattern}")
      _sycl_fuse_error(${target} "${keyword} has '${value}', needed: ${needed}"
                       "keywords are TARGETS, ND_RANGES, MANIFESTS, REQUIRE, NO_JIT_IR, SAVE_TEMPS, OPTIONS")
    endif()
  endforeach()
endfunction()

# Sets <out> to the absolute paths of the manifests. A manifest must exist or be the output of a custom command of this
# directory; <generated> gets the latter.
function(_sycl_fuse_find_manifests target out generated)
  set(paths)
  set(outputs)
  foreach(manifest IN LISTS ARGN)
    get_filename_component(path "${manifest}" ABSOLUTE)
    get_source_file_property(is_output "${path}" GENERATED)
    if(is_output)
      list(APPEND outputs "${path}")
    elseif(NOT EXISTS "${path}" OR IS_DIRECTORY "${path}")
      _sycl_fuse_error(${target} "MANIFESTS has '${manifest}', which is neither a file nor the output of a custom command"
                       "keywords are TARGETS, ND_RANGES, MANIFESTS, REQUIRE, NO_JIT_IR, SAVE_TEMPS, OPTIONS")
    endif()
    list(APPEND paths "${path}")
  endforeach()
  set(${out} "${paths}" PARENT_SCOPE)
  set(${generated} "${outputs}" PARENT_SCOPE)
endfunction()

# Sets <out> to the file of a tool of this package: imported, or a target of the same build.
function(_sycl_fuse_tool_file target tool out)
  if(NOT TARGET SyclFuse::${tool})
    _sycl_fuse_error(${target} "the tool SyclFuse::${tool} is missing: only the component Runtime is installed"
                     "install SyclFuse with SYCLFUSE_BUILD_COMPILER=ON")
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

# Sets <out> to the objects of the target that may hold device code: not those of other languages. CMake names an object by
# its source with .o appended.
function(_sycl_fuse_objects target out)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(extensions)
  foreach(language IN LISTS languages)
    if(NOT language STREQUAL "CXX")
      list(APPEND extensions ${CMAKE_${language}_SOURCE_FILE_EXTENSIONS})
    endif()
  endforeach()
  set(objects "$<TARGET_OBJECTS:${target}>")
  if(extensions)
    list(JOIN extensions "|" alternatives)
    set(objects "$<FILTER:${objects},EXCLUDE,\\.(${alternatives})\\.o$>")
  endif()
  set(${out} "${objects}" PARENT_SCOPE)
endfunction()

# Puts the fused object on the link line: the target's own, or that of whoever links a static library, since the linker
# takes only those members of an archive that something refers to.
function(_sycl_fuse_link target object)
  get_target_property(type ${target} TYPE)
  target_link_libraries(${target} PRIVATE SyclFuse::Runtime)
  if(type STREQUAL "STATIC_LIBRARY")
    target_link_libraries(${target} INTERFACE "${object}")
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

# Sets <out> to the options of `sycl-fuse build` for the parsed keywords <arg>_*.
function(_sycl_fuse_options out arg)
  set(options ${${arg}_TARGETS})
  list(TRANSFORM options PREPEND "--target=")
  set(ranges ${${arg}_ND_RANGES})
  list(TRANSFORM ranges PREPEND "--nd-range=")
  set(manifests ${${arg}_MANIFESTS})
  list(TRANSFORM manifests PREPEND "--add-manifest=")
  list(APPEND options ${ranges} ${manifests})
  if(${arg}_REQUIRE)
    list(APPEND options --require)
  endif()
  if(${arg}_NO_JIT_IR)
    list(APPEND options --no-jit-ir)
  endif()
  if(DEFINED ${arg}_SAVE_TEMPS)
    get_filename_component(temps "${${arg}_SAVE_TEMPS}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    list(APPEND options --save-temps=${temps})
  endif()
  set(${out} ${options} ${${arg}_OPTIONS} PARENT_SCOPE)
endfunction()

# At the end of the directory, when the target is complete: what depends on all of its sources and properties.
function(_sycl_fuse_finish target dependencies)
  get_target_property(headers ${target} PRECOMPILE_HEADERS)
  if(headers)
    _sycl_fuse_error(${target} "the target has precompiled headers, which -fsycl cannot share between host and device"
                     "include the headers in the sources that need them")
  endif()
  get_target_property(lto ${target} INTERPROCEDURAL_OPTIMIZATION)
  if(lto)
    _sycl_fuse_error(${target} "the target has INTERPROCEDURAL_OPTIMIZATION, whose objects hold no device code to read"
                     "turn the property off for this target")
  endif()
  # These keep the object only; the manifest beside it would be missing or stale.
  get_target_property(launcher ${target} CXX_COMPILER_LAUNCHER)
  if(launcher MATCHES "ccache|distcc|icecc")
    set_property(TARGET ${target} PROPERTY CXX_COMPILER_LAUNCHER)
  endif()
  # A new plugin compiles the users' objects again.
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "\\$<")
      set_property(SOURCE "${source}" APPEND PROPERTY OBJECT_DEPENDS ${dependencies})
    endif()
  endforeach()
endfunction()

function(sycl_fuse_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "REQUIRE;NO_JIT_IR" "SAVE_TEMPS" "TARGETS;ND_RANGES;MANIFESTS;OPTIONS")
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    _sycl_fuse_error("${target}" "unknown argument '${arg_UNPARSED_ARGUMENTS}'"
                     "keywords are TARGETS, ND_RANGES, MANIFESTS, REQUIRE, NO_JIT_IR, SAVE_TEMPS, OPTIONS")
  endif()
  if(DEFINED arg_KEYWORDS_MISSING_VALUES)
    _sycl_fuse_error("${target}" "${arg_KEYWORDS_MISSING_VALUES} has no value" "give it a value or leave it out")
  endif()
  _sycl_fuse_check_target("${target}")
  _sycl_fuse_check_compiler(${target})
  set(targets_named TRUE)
  if(NOT DEFINED arg_TARGETS)
    set(targets_named FALSE)
    _sycl_fuse_targets_of_flags(${target} arg_TARGETS)
    if(NOT arg_TARGETS)
      set(arg_TARGETS native)
    endif()
  endif()
  _sycl_fuse_check_values(${target} TARGETS "native, native:v2 to native:v4, cuda:sm_<cc>, hip:gfx<isa> or spirv"
                          "^(native|native:v[234]|cuda:sm_[1-9][0-9]+[af]?|hip:gfx[0-9a-f]+|spirv)$" ${arg_TARGETS})
  # Two patterns, since CMake's regular expressions have at most nine groups.
  set(sizes "[1-9][0-9]*(x[1-9][0-9]*)?(x[1-9][0-9]*)?")
  set(nd_range_form "<region>=<global>[:<local>], sizes separated by x, or one for each kernel, separated by /")
  _sycl_fuse_check_values(${target} ND_RANGES "${nd_range_form}" "^[^=]+=${sizes}(:${sizes})?(/[1-9][0-9x:/]*)?$"
                          ${arg_ND_RANGES})
  _sycl_fuse_check_values(${target} ND_RANGES "${nd_range_form}" "^([^/]+|.*/${sizes}(:${sizes})?)$" ${arg_ND_RANGES})
  _sycl_fuse_check_values(${target} OPTIONS "an option of sycl-fuse build as --name or --name=value" "^-" ${arg_OPTIONS})
  _sycl_fuse_find_manifests(${target} arg_MANIFESTS generated ${arg_MANIFESTS})

  _sycl_fuse_tool_file(${target} sycl-fuse tool)
  _sycl_fuse_tool_file(${target} sycl-fuse-plugin plugin)
  _sycl_fuse_object(${target} object)
  set_property(TARGET ${target} PROPERTY SYCL_FUSE_OBJECT "${object}")

  _sycl_fuse_options(options arg)
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:-fsycl;-fplugin=${plugin};-fplugin-arg-sycl-fuse-root=${CMAKE_SOURCE_DIR}>")
  _sycl_fuse_objects(${target} objects)
  add_custom_command(TARGET ${target} PRE_LINK
    COMMAND "${tool}" build -o "${object}" ${options} "${objects}"
    BYPRODUCTS "${object}"
    COMMENT "Fusing the kernels of ${target}"
    COMMAND_EXPAND_LISTS VERBATIM)
  _sycl_fuse_link(${target} "${object}")
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${tool}" ${arg_MANIFESTS})
  if(generated)
    add_custom_target(${target}.manifests DEPENDS ${generated})
    add_dependencies(${target} ${target}.manifests)
  endif()
  set(dependencies "${plugin}")
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "STATIC_LIBRARY") # LINK_DEPENDS does not hold for archives
    list(APPEND dependencies "${tool}" ${arg_MANIFESTS})
  endif()
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _sycl_fuse_remove_flags [[${target}]] [[${targets_named}]])")
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _sycl_fuse_finish [[${target}]] [[${dependencies}]])")
endfunction()
