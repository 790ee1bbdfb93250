// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes that a function computes from what its callers pass: "$3[0]*2". A size expression has decimal numbers, + - * /
// % and parentheses, and
//   $3.grid[1]  size 1 of what is passed for parameter 3 (of member functions, 0 is the object), or of its part .grid
//   &2[0]       size 0 of the range of buffer 2
//   #4          a value that does not change, whatever it is
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace syclfuse::manifest {

bool is_size_expression(std::string_view text);

// The expression that takes the place of `atom`, one of the three above; empty if nothing is known of it.
using size_of_atom = std::function<std::string(std::string_view atom)>;

// `text` in canonical form, with what `replace` gives for its atoms and constants computed. Empty if it is no
// expression, if it or the result is too long or too deep, or if an atom is not known or a number becomes negative or
// larger than 64 bits.
std::string fold_size_expression(std::string_view text, const size_of_atom &replace);

// The kind of an atom ('$', '&' or '#'), the number after it, the part, and the index in brackets; kind 0 if `text` is
// no atom.
struct size_atom {
  char kind = 0;
  unsigned number = 0, index = 0;
  std::string part;
};
size_atom parse_size_atom(std::string_view text);

} // namespace syclfuse::manifest
