// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Wire.h"

#include "Driver/Running/JobRunner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace syclfuse::fuser {

void WireWriter::integer(uint64_t Value) {
  char Bytes[sizeof(Value)];
  support::endian::write64le(Bytes, Value);
  Out.append(Bytes, sizeof(Bytes));
}

void WireWriter::text(StringRef Text) {
  integer(Text.size());
  Out.append(Text.begin(), Text.end());
}

void WireWriter::texts(const std::vector<std::string> &Texts) {
  integer(Texts.size());
  for (const std::string &Text : Texts)
    text(Text);
}

void WireWriter::diags(const diagnostics &List) {
  integer(List.list().size());
  for (const diagnostic &D : List.list()) {
    integer(uint64_t(D.code));
    integer(uint64_t(D.level));
    text(D.file);
    integer(D.line);
    integer(D.column);
    text(D.text);
    integer(D.notes.size());
    for (const diagnostic_note &N : D.notes) {
      text(N.file);
      integer(N.line);
      integer(N.column);
      text(N.text);
    }
  }
}

uint64_t WireReader::integer() {
  if (In.size() < sizeof(uint64_t))
    Ok = false;
  if (!Ok)
    return 0;
  uint64_t Value = support::endian::read64le(In.data());
  In = In.drop_front(sizeof(uint64_t));
  return Value;
}

uint64_t WireReader::integerUpTo(uint64_t Last) {
  uint64_t Value = integer();
  if (Value > Last)
    Ok = false;
  return Ok ? Value : 0;
}

size_t WireReader::count(size_t Size) {
  uint64_t Count = integer();
  if (Count > In.size() / Size)
    Ok = false;
  return Ok ? Count : 0;
}

std::string WireReader::text() {
  size_t Size = count(1);
  std::string Text = In.take_front(Size).str();
  In = In.drop_front(Size);
  return Text;
}

std::vector<std::string> WireReader::texts() {
  std::vector<std::string> Texts(count());
  for (std::string &Text : Texts)
    Text = text();
  return Texts;
}

bool WireReader::bytes(void *Data, size_t Size) {
  if (In.size() < Size)
    Ok = false;
  if (!Ok)
    return false;
  if (Size) // Data of nothing may be null
    memcpy(Data, In.data(), Size);
  In = In.drop_front(Size);
  return true;
}

diagnostics WireReader::diags() {
  diagnostics List;
  for (size_t Left = count(7 * sizeof(uint64_t)); Left && Ok; --Left) {
    diagnostic D{};
    uint64_t Code = integer();
    D.code = diag(Code);
    if (none_of(all_diagnostics(), [&](const diag_info &I) { return uint64_t(I.code) == Code; }))
      Ok = false;
    D.level = severity(integerUpTo(uint64_t(severity::error)));
    D.file = text();
    D.line = integerUpTo(~0u);
    D.column = integerUpTo(~0u);
    D.text = text();
    D.notes.resize(count(4 * sizeof(uint64_t)));
    for (diagnostic_note &N : D.notes) {
      N.file = text();
      N.line = integerUpTo(~0u);
      N.column = integerUpTo(~0u);
      N.text = text();
    }
    if (Ok)
      append(List, D);
  }
  return List;
}

} // namespace syclfuse::fuser
