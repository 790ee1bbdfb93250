// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages of a build, in the object that it has made: a section that no run loads, for sycl-fuse report.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace syclfuse::fuser {

// Linkers put those of several objects one after the other.
inline constexpr const char *MessagesSection = ".sycl_fuse_messages";

// A note without a place, of a cut that not all targets need: "for target 'cuda:sm_90'".
inline constexpr llvm::StringLiteral ForTarget = "for target '";

// A line of JSON for each message that has a place, with its notes. Others are about the files of the build, and so are
// other notes without a place; where it was made is not in what it makes.
std::string encodeMessages(const diagnostics &Messages);

// Appends them to Out. False if a line is not one of those.
bool decodeMessages(llvm::StringRef Lines, diagnostics &Out);

// The section, for an assembler.
std::string messagesAssembly(llvm::StringRef Lines);

} // namespace syclfuse::fuser
