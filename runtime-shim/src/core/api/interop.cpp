// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl/interop_handle.hpp"

#include "core/process/errors.hpp"
#include "core/queue/queue_impl.hpp"

namespace sycl::detail {
namespace {

native_handles handles_of(const queue_impl &q, backend wanted) {
  const backend is = q.dev().platform->kind;
  native_handles h = q.first_stream().native();
  if (is != wanted || !h.queue)
    throw_error(errc::backend_mismatch,
                std::string("interop_handle: the queue's back end is ") + to_string(is) +
                    (is == wanted ? ", which has no native objects" : std::string(", not ") + to_string(wanted)));
  return h;
}

} // namespace

backend backend_of(const queue_impl &q) noexcept { return q.dev().platform->kind; }
void *native_queue(const queue_impl &q, backend b) { return handles_of(q, b).queue; }
void *native_context(const queue_impl &q, backend b) { return handles_of(q, b).context; }
int native_device(const queue_impl &q, backend b) { return handles_of(q, b).device; }

} // namespace sycl::detail
