// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions whose sequence only a run decides.
#pragma once

#include "syclfuse/manifest.hpp"

namespace syclfuse::fuser {

// Why the sequence of an open region is not known: "a run decides how often this loop submits", and where it does.
struct OpenReason {
  manifest::source_location Where;
  std::string Text;
};
OpenReason whyOpen(const manifest::document &Document, const manifest::region &R);

// True if a recorded run has shown what an open region submits: another region of its name and file, with one of its
// kernels, was captured.
bool isRecorded(const manifest::document &Document, const manifest::region &Open);

} // namespace syclfuse::fuser
