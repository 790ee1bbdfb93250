// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of the sample.
#pragma once

#include <cstddef>
#include <optional>

enum class mode { unfused, fused, internalized };
enum class device_choice { any, cpu, cuda };

struct options {
  std::size_t size = 1'000'000;
  int iterations = 20;
  mode how = mode::internalized;
  device_choice device = device_choice::any;
  bool json = false;
  bool profile = false; // the device's own time of the region, which slows down its launch
};

const char *name_of(mode m);

// Nothing if the arguments are wrong; then usage has been printed to stderr.
std::optional<options> parse_options(int argc, char **argv);
