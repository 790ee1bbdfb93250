// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results of jobs as bytes. ResultFormatVersion in JobFile.h goes up with every change of what is written here.
#include "Driver/Planning/Jobs.h"
#include "Driver/Process/Wire.h"

#include <type_traits>

using namespace llvm;

namespace syclfuse::fuser {

// These are written as they lie in memory.
static_assert(std::has_unique_object_representations_v<bundle::variant_record>);
static_assert(std::has_unique_object_representations_v<bundle::argument_record>);
static_assert(std::has_unique_object_representations_v<bundle::guard_record>);

template <class Record> static void writeRecords(WireWriter &W, const std::vector<Record> &Records) {
  W.integer(Records.size());
  W.bytes(Records.data(), Records.size() * sizeof(Record));
}

template <class Record> static void readRecords(WireReader &R, std::vector<Record> &Records) {
  Records.resize(R.count(sizeof(Record)));
  R.bytes(Records.data(), Records.size() * sizeof(Record));
}

static void write(WireWriter &W, const CompiledKernel &K) {
  const bundle::builder::variant &V = K.Variant;
  W.bytes(&V.record, sizeof(V.record));
  W.text(V.entry);
  writeRecords(W, V.image);
  writeRecords(W, V.arguments);
  writeRecords(W, V.guards);
  W.integer(V.constants.size());
  for (const std::vector<unsigned char> &Bytes : V.constants)
    writeRecords(W, Bytes);
}

// The enumerations and indices that the builder of the bundle trusts.
static bool isSound(const bundle::builder::variant &V) {
  const bundle::variant_record &R = V.record;
  if (R.target > target_kind::spirv || R.kind > variant_kind::specialized || R.format > image_format::spirv ||
      R.dimensions < 1 || R.dimensions > 3)
    return false;
  for (const bundle::argument_record &A : V.arguments)
    if (A.source > argument_source::local_memory)
      return false;
  for (const bundle::guard_record &G : V.guards) {
    if (G.kind > guard_kind::independent_kernels)
      return false;
    if (has_constant(G.kind) && (G.value >= V.constants.size() || V.constants[G.value].size() != G.size))
      return false;
  }
  return true;
}

static void read(WireReader &R, CompiledKernel &K) {
  bundle::builder::variant &V = K.Variant;
  R.bytes(&V.record, sizeof(V.record));
  V.entry = R.text();
  readRecords(R, V.image);
  readRecords(R, V.arguments);
  readRecords(R, V.guards);
  V.constants.resize(R.count());
  for (std::vector<unsigned char> &Bytes : V.constants)
    readRecords(R, Bytes);
  if (R.ok() && !isSound(V))
    R.fail();
}

std::string encodeResult(const JobResult &Result) {
  WireWriter W;
  W.integer(Result.Kernels.size());
  for (const CompiledKernel &K : Result.Kernels)
    write(W, K);
  W.text(Result.NativeObject);
  writeRecords(W, Result.Ir);
  W.diags(Result.Diags);
  W.integer(Result.Failed);
  W.integer(Result.Died);
  W.diags(Result.Unwritten);
  W.integer(Result.Stages.size());
  for (const StageText &S : Result.Stages) {
    W.text(S.Name);
    W.text(S.Text);
  }
  W.text(Result.RemarksYAML);
  W.texts(Result.RemarkLines);
  W.integer(Result.Times.size());
  for (const PassTime &T : Result.Times) {
    W.text(T.Name);
    W.integer(T.Runs);
    W.integer(T.Nanoseconds);
  }
  return W.take();
}

bool decodeResult(StringRef Bytes, JobResult &Out) {
  WireReader R(Bytes);
  Out.Kernels.resize(R.count(sizeof(bundle::variant_record)));
  for (CompiledKernel &K : Out.Kernels)
    read(R, K);
  Out.NativeObject = R.text();
  readRecords(R, Out.Ir);
  Out.Diags = R.diags();
  Out.Failed = R.boolean();
  Out.Died = R.boolean();
  Out.Unwritten = R.diags();
  Out.Stages.resize(R.count(2 * sizeof(uint64_t)));
  for (StageText &S : Out.Stages) {
    S.Name = R.text();
    S.Text = R.text();
  }
  Out.RemarksYAML = R.text();
  Out.RemarkLines = R.texts();
  Out.Times.resize(R.count(3 * sizeof(uint64_t)));
  for (PassTime &T : Out.Times) {
    T.Name = R.text();
    T.Runs = R.integer();
    T.Nanoseconds = R.integer();
  }
  const bool IsNative =
      any_of(Out.Kernels, [](const CompiledKernel &K) { return K.Variant.record.target == target_kind::native; });
  if (IsNative == Out.NativeObject.empty())
    return false;
  // A result that failed has nothing, and says so.
  return R.done() && !(Out.Failed && !Out.Kernels.empty()) && Out.Failed == Out.Diags.has_errors();
}

} // namespace syclfuse::fuser
