// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Standard headers that SYCL programs use without including them. Only headers that users name include it: <iostream>
// is a tenth of the time that a small program takes to compile.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>
