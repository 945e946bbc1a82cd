# Writes the tables of flags.hpp as C++ from configs/atom-args: cmake -DINPUT=DIR -DOUTPUT=FILE -P embed_atom_args.cmake
cmake_minimum_required(VERSION 3.25)

# A JSON list of plain strings is a C++ initialiser but for its brackets; a null is no list.
function(embed_list result name json)
  if(json STREQUAL "")
    set(${result} "" PARENT_SCOPE)
    return()
  endif()
  string(REGEX REPLACE "[\n\r\t ]+" " " words "${json}")
  string(REGEX REPLACE "^\\[(.*)\\]$" "{\\1}" words "${words}")
  set(${result} "constexpr std::string_view ${name}[] = ${words};\n" PARENT_SCOPE)
endfunction()

function(embed_option arrays_to entries_to name json)
  string(JSON names GET "${json}" options)
  string(JSON dest GET "${json}" dest)
  string(JSON kind GET "${json}" kind)
  string(JSON type GET "${json}" type)
  string(JSON nargs GET "${json}" nargs)
  string(JSON choices GET "${json}" choices)
  if(NOT "${kind}" MATCHES "^(switch|bool|value)$" OR NOT "${type}" MATCHES "^(|str|int|float|loads)$"
     OR NOT "${nargs}" MATCHES "^(|\\?)$")
    message(FATAL_ERROR "${INPUT}: option '${dest}' has kind '${kind}', type '${type}', nargs '${nargs}': unknown")
  endif()
  set(arity_of_switch none)
  set(arity_of_bool boolean)
  set(arity_of_value value)
  set(arity_of_value? optional_value)
  set(type_of_ text)
  set(type_of_str text)
  set(type_of_int integer)
  set(type_of_float floating)
  set(type_of_loads json)
  embed_list(names_array ${name}_names "${names}")
  embed_list(choices_array ${name}_choices "${choices}")
  set(choices_name "{}")
  if(choices_array)
    set(choices_name ${name}_choices)
  endif()
  set(${arrays_to} "${${arrays_to}}${names_array}${choices_array}" PARENT_SCOPE)
  set(entry "{${name}_names, \"${dest}\", Arity::${arity_of_${kind}${nargs}}, ValueType::${type_of_${type}}")
  set(${entries_to} "${${entries_to}}    ${entry}, ${choices_name}},\n" PARENT_SCOPE)
endfunction()

file(READ "${INPUT}/env-names.json" env_names)
file(GLOB files "${INPUT}/atom-*.json")
set(arrays "")
set(tables "")
foreach(file IN LISTS files)
  file(READ "${file}" json)
  string(JSON date GET "${json}" atom_date)
  string(JSON commit GET "${json}" atom_commit)
  string(JSON count LENGTH "${json}" options)
  string(JSON names GET "${env_names}" "${date}")
  string(MAKE_C_IDENTIFIER "table_${date}" table)
  set(entries "")
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON option GET "${json}" options ${i})
    embed_option(arrays entries ${table}_${i} "${option}")
  endforeach()
  embed_list(env_array ${table}_env "${names}")
  string(APPEND arrays "constexpr Option ${table}_options[] = {\n${entries}};\n${env_array}")
  string(APPEND tables "    {\"${date}\", \"${commit}\", ${table}_options, ${table}_env},\n")
endforeach()

file(WRITE "${OUTPUT}" "// Written by embed_atom_args.cmake.
#include \"atomesh/flags.hpp\"

namespace atomesh {
namespace {

${arrays}
constexpr OptionTable tables[] = {
${tables}};

}  // namespace

std::span<const OptionTable> option_tables() { return tables; }

}  // namespace atomesh
")
