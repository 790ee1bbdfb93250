// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives the accessors in a command their pointers. Most have them when they are made, so that a closure is complete at
// submission; two kinds get the right one later:
// - placeholders, made before the device is known, hold the address of the host copy;
// - accessors of a region's promoted buffer that holds nothing yet hold an address that is only reserved,
//   since a buffer that is promoted everywhere needs no memory on the device.
#pragma once

#include "core/bundles/choice.hpp"
#include "sycl/detail/command.hpp"

namespace sycl::detail {

// For a kernel that is being submitted.
void place_placeholders(command &);

// The pointers of a command, and of its accessors of `b`, that point into memory at `from`, to the same place at `to`.
void move_accessors(command &, const buffer_impl &b, void *from, void *to);

// For a host task, an object of `size` bytes: its accessors that have the device's memory get the host's.
void place_in_task(command &, void *task, std::size_t size);

// Gives memory to the buffers of `commands` that only have a reservation: to all of them if `v` is null (each kernel
// runs by itself), else to those whose pointers it takes. Then makes the accessors point there. Throws
// errc::memory_allocation.
void place_reserved(command_span commands, device_impl &, const ready_variant *v);

// After `v` ran: buffers that still have no memory hold nothing any more.
void forget_promoted(command_span commands);

} // namespace sycl::detail
