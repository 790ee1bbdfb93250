// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Place.h"

namespace syclfuse::plugin {

std::string Place::name() const {
  if (Root)
    return Root->getNameAsString() + Part;
  return Part.empty() ? "this" : llvm::StringRef(Part).ltrim(".:").str();
}

// The bytes that Part ends with are "+16 bytes".
static int64_t takeBytesOff(std::string &Part) {
  llvm::StringRef Rest = Part;
  const size_t Sign = Rest.find_last_of("+-");
  int64_t Bytes = 0;
  if (!Rest.consume_back(" bytes") || Sign == llvm::StringRef::npos ||
      Rest.substr(Sign).ltrim('+').getAsInteger(10, Bytes))
    return 0;
  Part.resize(Sign);
  return Bytes;
}

int64_t Place::takeBytes() { return takeBytesOff(Part); }

void Place::advance(int64_t Bytes) {
  Bytes += takeBytes();
  if (Bytes)
    Part += (Bytes > 0 ? "+" : "") + std::to_string(Bytes) + " bytes";
}

void Place::append(llvm::StringRef Way) {
  std::string More = Way.str();
  const int64_t Bytes = takeBytesOff(More);
  if (More.empty())
    advance(Bytes);
  else
    Part += Way;
}

Place Place::allocation() const {
  Place P = *this;
  if (isAnnotated())
    P.Part.resize(2 * Part.size() - annotated().Part.size());
  P.takeBytes();
  return P;
}

// ".ab" is no part of ".a", nor "+160 bytes" of "+16 bytes".
std::optional<llvm::StringRef> Place::wayFrom(const Place &Whole) const {
  llvm::StringRef Rest = Part;
  if (Owner != Whole.Owner || Root != Whole.Root || !Rest.consume_front(Whole.Part))
    return std::nullopt;
  return Rest.empty() || llvm::StringRef(".[:+-").contains(Rest.front()) ? std::optional(Rest) : std::nullopt;
}

llvm::StringRef Place::behindPointer() const {
  const llvm::StringRef All = Part;
  const size_t End = All.starts_with("+") || All.starts_with("-") ? All.find(" bytes") : llvm::StringRef::npos;
  return End == llvm::StringRef::npos ? All : All.substr(End + 6);
}

} // namespace syclfuse::plugin
