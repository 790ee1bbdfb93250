// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages between the runtime and the JIT worker (`sycl-fuse jit`), and the entries of the persistent cache
// (docs/jit.md). Everything is bytes of one machine: little-endian integers, texts with their length.
// Reading never goes past the end, never allocates more than the input is long, and says false for anything that is not
// exactly right.
#pragma once

#include "syclfuse/sha256.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace syclfuse::jit {

// The version of frames, requests and replies. Worker and runtime must agree.
inline constexpr std::uint32_t protocol_version = 1;
// The version of entries, and of what of a job goes into its key.
inline constexpr std::uint32_t entry_version = 1;

// Everything that the result of a compilation depends on.
struct job {
  std::string producer; // of the bundles that the kernels' IR comes from: only the same tool reads it
  std::string manifest; // one region and its kernels, in canonical form
  std::string target;   // as for --target: "native:v3", "cuda:sm_90"
  std::string driver;   // version of the device's driver; empty: it does not matter
  struct kernel {
    std::string symbol;
    sha256_digest hash{}; // kernel_record::ir_hash
  };
  std::vector<kernel> kernels; // sorted by symbol, each once
};

// The name by which the result is found.
sha256_digest key_of(const job &);

// The file of a program, so that a result of another one is not used while that one is at hand.
struct tool_stamp {
  std::uint64_t size = 0, changed_ns = 0;
  bool operator==(const tool_stamp &o) const { return size == o.size && changed_ns == o.changed_ns; }
};
// Zeros if there is no such file.
tool_stamp stamp_of(const std::string &path);

struct request {
  job what;
  std::vector<std::string> ir;   // of what.kernels, one to one
  std::string cache_directory;   // empty: no cache
  std::uint64_t cache_limit = 0; // bytes
  std::uint64_t seconds = 0;     // after which nobody waits for the reply
  tool_stamp tool;               // what the runtime started: the worker, or a script that starts it
};

struct reply {
  enum class status : std::uint8_t {
    built,   // `entry` holds a library
    refused, // `entry` holds the reason: the region cannot be fused, now or later
    failed,  // `text` says why: trying again may help
  };
  status how = status::failed;
  std::string text;
  std::string cache_problem; // why the result is not in the cache, or empty
  std::string entry;
};

std::string encode(const request &);
std::string encode(const reply &);
bool decode(std::string_view, request &);
bool decode(std::string_view, reply &);

// Frames: a header with magic, version, kind, length and checksum, then the payload.
enum class frame_kind : std::uint32_t {
  hello = 1, // the worker's first word: its producer
  request,
  reply,
};
std::string make_frame(frame_kind, std::string_view payload);
enum class frame_state { incomplete, complete, damaged };
// Takes one frame from the front of what was received. `why` is set if it is damaged; then nothing that follows can be
// relied on.
frame_state take_frame(std::string &received, frame_kind &, std::string &payload, std::string &why);

// One result, as the worker sends it and the cache keeps it.
struct entry {
  bool refused = false;
  sha256_digest key{};
  tool_stamp tool, worker;                      // what the runtime started, and the program that made the entry
  std::string region, producer, target, driver; // for people
  // A shared library with a sycl_fuse_registration named sycl_fuse_jit_record, or the reason of a refusal.
  std::string payload;
};
std::string encode(const entry &);
// Empty if all is well, else what is wrong, as the end of a sentence: "its checksum is wrong".
std::string decode(std::string_view bytes, entry &);

} // namespace syclfuse::jit
