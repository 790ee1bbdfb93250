// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which work-item of one kernel writes what a work-item of another one reads.
#pragma once

#include "AccessForm.h"

namespace syclfuse::fuser {

struct ProducerItem {
  // Its id in each coordinate of the launch, over the variables of the reading work-item.
  llvm::SmallVector<Form, 3> Ids;
  // Conditions on the launch under which it exists for each work-item that reads: at least zero. Only a run can tell.
  std::vector<Poly> Conditions;
  // Symbols that have to be equal: kernels have copies of one variable each.
  std::vector<std::pair<unsigned, unsigned>> Equal;
  // Under these conditions it makes the access. Else it may be that it does not.
  bool Writes = false;
  // Under these conditions no other work-item of the launch does, whether this one does or not.
  bool IsOnly = false;
};

// Coordinates: those of the forms, with whole ids. Read and Write: accesses through one pointer. Nothing if no such
// work-item is found, or none that exists wherever the read happens; WhyNot says which, for people.
//
// Takes for granted that a kernel has no races of its own: a dimension on which the place of the write does not depend
// has one work-item.
std::optional<ProducerItem> findProducer(AccessForm Read, AccessForm Write, const LaunchCoordinates &C,
                                         const char *&WhyNot);

} // namespace syclfuse::fuser
