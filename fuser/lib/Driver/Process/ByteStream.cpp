// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ByteStream.h"

#include "DiagnosticCollector.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

#include <cstring>

using namespace llvm;

namespace syclfuse::fuser {

template <class Stream> static void exchange(Stream &S, diagnostic_note &N) { S(N.file, N.line, N.column, N.text); }
template <class Stream> static void exchange(Stream &S, diagnostic &D) {
  S(D.code, D.level, D.file, D.line, D.column, D.text, D.notes, D.remedy_of);
}

void ByteWriter::integer(uint64_t Value) {
  char Bytes[sizeof(Value)];
  support::endian::write64le(Bytes, Value);
  Out.append(Bytes, sizeof(Bytes));
}

void ByteWriter::put(StringRef Text) {
  integer(Text.size());
  Out.append(Text.begin(), Text.end());
}

void ByteWriter::put(const diagnostics &List) { put(List.list()); }

uint64_t ByteReader::integer() {
  char Bytes[sizeof(uint64_t)] = {};
  bytes(Bytes, sizeof(Bytes));
  return support::endian::read64le(Bytes);
}

uint64_t ByteReader::integerUpTo(uint64_t Last) {
  const uint64_t Value = integer();
  if (Value > Last)
    Ok = false;
  return Ok ? Value : 0;
}

size_t ByteReader::count(size_t Size) { return integerUpTo(In.size() < 8 ? 0 : (In.size() - 8) / Size); }

void ByteReader::bytes(void *Data, size_t Size) {
  if (In.size() < Size)
    Ok = false;
  if (!Ok)
    return;
  if (Size) // Data of nothing may be null
    std::memcpy(Data, In.data(), Size);
  In = In.drop_front(Size);
}

void ByteReader::get(std::string &Text) {
  const size_t Size = count(1);
  Text = In.take_front(Size).str();
  In = In.drop_front(Size);
}

void ByteReader::get(diagnostics &List) {
  std::vector<diagnostic> Read;
  get(Read);
  for (const diagnostic &D : Read) {
    if (none_of(all_diagnostics(), [&](const diag_info &I) { return I.code == D.code; }))
      Ok = false;
    if (Ok)
      append(List, D);
  }
}

} // namespace syclfuse::fuser
