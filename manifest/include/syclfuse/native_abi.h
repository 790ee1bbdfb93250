/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The C interface between the machine code in a bundle and libsycl-fuse-rt. The fuser emits calls and types that match
   this header; the runtime compiles against it. It is plain C, so that both sides can read it without a C++ ABI. */
#ifndef SYCLFUSE_NATIVE_ABI_H
#define SYCLFUSE_NATIVE_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of everything in this header. Stored in sycl_fuse_registration; the runtime refuses another one. */
#define SYCL_FUSE_ABI_VERSION 1u

/* Work-items that a work-group has at most: kernels keep what each of them needs across a barrier on the stack. */
#define SYCL_FUSE_NATIVE_MAX_GROUP 1024u

/* What a native kernel may ask about its launch. All triples are in SPIR-V order (index 0 is the fastest dimension,
   SYCL's last), unused dimensions are 1 (sizes) or 0 (offsets). Sizes count work-items, except where noted. */
typedef struct sycl_fuse_native_state {
  uint64_t global_size[3];
  uint64_t local_size[3]; /* 1 for plain ranges */
  uint64_t num_groups[3]; /* work-groups; equals global_size for plain ranges */
  uint64_t global_offset[3];
  void *local_memory; /* base of this thread's work-group local memory, 64-byte aligned; null if none is needed */
  uint64_t flags;     /* SYCL_FUSE_NATIVE_* */
} sycl_fuse_native_state;

/* The launch is large enough that write-only outputs should bypass the caches (non-temporal stores). A hint: the kernel
   still checks alignment by itself and may ignore it. */
#define SYCL_FUSE_NATIVE_STREAM 1u
/* The launch goes through its work-items from the last to the first, since the one before it ended there. A hint: the
   kernel may go through those of one call in any order. */
#define SYCL_FUSE_NATIVE_BACKWARDS 2u

/* Entry of a native kernel. args[i] points to the bytes of argument i of the variant's argument table (the callee does
   not keep it). Plain ranges (variant flag `linear`): executes the work-items with linear index in [begin, end), index
   0 fastest. ND-ranges: executes the work-groups with linear index in [begin, end). Called from several threads at once
   with disjoint intervals; never throws. */
typedef void (*sycl_fuse_native_entry)(const void *const *args, const sycl_fuse_native_state *state, uint64_t begin,
                                       uint64_t end);

/* One bundle as it is linked into an application: the read-only bytes (format: bundle.hpp) and the addresses of its
   native entries, which variants name by index. Static storage; the runtime keeps pointers into it. */
typedef struct sycl_fuse_registration {
  uint32_t abi_version; /* SYCL_FUSE_ABI_VERSION */
  uint32_t native_entry_count;
  const void *bundle; /* 8-byte aligned */
  uint64_t bundle_size;
  const sycl_fuse_native_entry *native_entries;
} sycl_fuse_registration;

/* The sycl_fuse_registration of a library that the JIT worker made: a symbol that the runtime looks for. */
#define SYCL_FUSE_JIT_RECORD "sycl_fuse_jit_record"

/* Called from the constructors and destructors of the object that `sycl-fuse build` writes. Thread-safe, never throw.
   A bundle that is damaged or of another version is refused with a warning; its kernels then count as not found. */
void sycl_fuse_register(const sycl_fuse_registration *registration);
void sycl_fuse_unregister(const sycl_fuse_registration *registration);

#ifdef __cplusplus
}
#endif
#endif
