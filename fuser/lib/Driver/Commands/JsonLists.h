// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists in the JSON that commands print.
#pragma once

#include "llvm/Support/JSON.h"

namespace syclfuse::fuser {

// An attribute whose value is a list: of Items as they are, or of objects with the attributes that Write writes for
// each.
template <class Range> void writeValues(llvm::json::OStream &J, llvm::StringRef Key, const Range &Items) {
  J.attributeArray(Key, [&] {
    for (const auto &Item : Items)
      J.value(Item);
  });
}
template <class Range, class Writer>
void writeObjects(llvm::json::OStream &J, llvm::StringRef Key, const Range &Items, Writer Write) {
  J.attributeArray(Key, [&] {
    for (const auto &Item : Items)
      J.object([&] { Write(Item); });
  });
}

} // namespace syclfuse::fuser
