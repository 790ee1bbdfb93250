// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The index of all regions, which is read without a lock.
#pragma once

#include "core/bundles/library.hpp"

namespace sycl::detail {

// All regions, by signature.
class snapshot {
public:
  struct entry {
    std::uint64_t signature; // as the record has it
    const loaded_bundle *bundle;
    std::uint32_t index, order; // in the bundle, and of registration
    const syclfuse::bundle::region_record &record() const { return bundle->view.regions()[index]; } // not checked
    region_node *region() const { return bundle->region(index); }                                   // null: damaged
  };
  std::uint64_t generation = 0; // of the registry
  bool any_bundle = false, any_refused = false;
  bool has_refused() const;   // a bundle, or a region of one
  std::vector<entry> regions; // those of one signature in the order in which their bundles came
  std::vector<const library_contents *> libraries;

  std::pair<const entry *, const entry *> find(std::uint64_t signature) const;
  // One that begins at a line of a file, of which only the last part of its path counts; null if there is none.
  const region_node *region_at(std::string_view file, unsigned line) const;
  bool built_for(const driver_device &) const;
  // One kernel of this symbol, whatever its closure.
  bool built_for(std::string_view symbol, const driver_device &) const;
  // Its code for any ND-range, if there is one; a null record: none that the device accepts.
  variant_source code_of(std::string_view symbol, const driver_device &) const;
  // One kernel of this symbol, whatever its closure; null if there is none.
  const kernel_node *kernel_of(std::string_view symbol) const;
  std::vector<std::string_view> kernel_symbols() const; // each once, in the order of the alphabet
};

} // namespace sycl::detail
