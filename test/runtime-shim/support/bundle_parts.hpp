// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of bundles that tests write by hand.
#pragma once

#include "syclfuse/bundle.hpp"
#include "syclfuse/native_abi.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace test {

// As the runtime wants them: aligned.
inline std::vector<std::uint64_t> words_of(const syclfuse::bundle::builder &b) {
  const std::vector<unsigned char> bytes = b.finish();
  std::vector<std::uint64_t> words((bytes.size() + 7) / 8);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

// A bundle while it is registered, with native entries if it has any.
class registered {
public:
  explicit registered(std::vector<std::uint64_t> words, const sycl_fuse_native_entry *entries = nullptr,
                      std::uint32_t count = 0)
      : words_(std::move(words)) {
    registration_ = {SYCL_FUSE_ABI_VERSION, count, words_.data(), words_.size() * 8, entries};
    sycl_fuse_register(&registration_);
  }
  ~registered() { sycl_fuse_unregister(&registration_); }
  registered(const registered &) = delete;

private:
  std::vector<std::uint64_t> words_;
  sycl_fuse_registration registration_;
};

// A kernel whose closure is an accessor `a` of one dimension on int, and further bytes.
inline syclfuse::bundle::builder::kernel accessor_kernel(const std::string &symbol, const std::string &name,
                                                         unsigned further) {
  using namespace syclfuse;
  bundle::builder::kernel k;
  k.symbol = symbol;
  k.name = name;
  k.closure_size = accessor_layout::size(1) + further;
  bundle::builder::parameter p;
  p.name = "a";
  p.record.kind = param_kind::accessor;
  p.record.dimensions = 1;
  p.record.element_size = 4;
  p.record.size = accessor_layout::size(1);
  k.parameters.push_back(p);
  return k;
}

// Its form for a GPU, by linear ids, which takes the accessor's pointer and the number of work-items: the double runs
// the function that it knows by the name of the entry.
inline syclfuse::bundle::builder::variant gpu_form(const std::string &entry) {
  using namespace syclfuse;
  bundle::builder::variant v;
  v.record.target = target_kind::cuda;
  v.record.format = image_format::ptx;
  v.record.arch = 70;
  v.record.flags = bundle::variant_linear;
  v.entry = entry;
  const std::string text = ".version 8.0\n.visible .entry " + entry + "() {}\n";
  v.image.assign(text.begin(), text.end());
  v.arguments.resize(2);
  v.arguments[0].size = 8;
  v.arguments[1].source = argument_source::global_size;
  v.arguments[1].size = 8;
  return v;
}

// The same for the processor: native entry 0.
inline syclfuse::bundle::builder::variant native_form(syclfuse::bundle::builder::variant v) {
  v.record.target = syclfuse::target_kind::native;
  v.record.format = syclfuse::image_format::none;
  v.record.arch = 1;
  v.record.native_entry = 0;
  v.image.clear();
  v.entry.clear();
  return v;
}

} // namespace test
