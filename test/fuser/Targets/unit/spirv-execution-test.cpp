// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels compiled by the spirv target run on PoCL and are compared with what the host computes. Group functions and
// sub-groups are left to spirv-val: PoCL 3.1 has none for SPIR.
#include "FusedSequence.h"
#include "OpenCLRunner.h"
#include "Seeds.h"
#include "SequenceFeatures.h"
#include "Support/FusionRequest.h"
#include "Transforms/Framework/Pipeline.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <numeric>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;
using sequence::messageOf;

namespace {

OpenCLRunner &device() {
  static OpenCLRunner Runner;
  return Runner;
}

uint64_t seed() { return sequence::Seeds::fixed(1, 1).First; }

constexpr char Prelude[] = R"(
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32)
declare i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare ptr addrspace(3) @__sycl_fuse_local_memory()
)";

std::unique_ptr<Module> parse(LLVMContext &C, const std::string &Text) {
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseAssemblyString(Prelude + Text, Problem, C);
  if (!M)
    Problem.print("kernel", errs());
  return M;
}

// The arguments of kernel 'k' lie one after the other in its closure, each at a multiple of 16.
void describeArguments(Function &F) {
  SmallVector<ArgumentSource, 8> Sources;
  const DataLayout &DL = F.getParent()->getDataLayout();
  for (const Argument &A : F.args()) {
    ArgumentSource S;
    S.Offset = 16 * A.getArgNo();
    S.Size = DL.getTypeStoreSize(A.hasByValAttr() ? A.getParamByValType() : A.getType());
    Sources.push_back(S);
  }
  writeArgumentSources(F, Sources);
}

// For spirv-val: <folder>/<number>.spv.
void keepImage(const std::vector<unsigned char> &Image) {
  static unsigned Next = 0;
  if (const char *Folder = std::getenv("SYCL_FUSE_TEST_IMAGES"))
    std::ofstream(Folder + ("/" + std::to_string(Next++)) + ".spv", std::ios::binary)
        .write(reinterpret_cast<const char *>(Image.data()), Image.size());
}

std::string runModule(std::unique_ptr<Module> M, StringRef Kernel, const LaunchShape &Shape, const OpenCLLaunch &Launch,
                      std::vector<Closure> &Closures) {
  auto T = createTarget("spirv");
  if (!T)
    return messageOf(T.takeError());
  diagnostics Remarks;
  auto Compiled = (*T)->compile(std::move(M), Kernel, "entry", Shape, {}, Remarks);
  if (!Compiled)
    return messageOf(Compiled.takeError());
  keepImage(Compiled->front().Variant.image);
  return device().run(Compiled->front().Variant, Launch, Closures);
}

submitted_range rangeOf(const OpenCLLaunch &L, unsigned Dims) {
  submitted_range R;
  R.kind = L.HasLocal ? range_kind::nd_range : range_kind::range;
  R.dimensions = Dims;
  for (unsigned D = 0; D != 3; ++D) {
    R.global_size[D] = L.Global[D];
    R.local_size[D] = L.HasLocal ? L.Local[D] : 0;
    R.global_offset[D] = L.Offset[D];
  }
  return R;
}

LaunchShape shapeOf(const OpenCLLaunch &L, unsigned Dims, bool Specialized) {
  sequence::Form How;
  How.How = Specialized ? sequence::Sizes::Specialized : sequence::Sizes::Generic;
  return sequence::shapeOf(rangeOf(L, Dims), How);
}

// Runs the text's kernel 'k', generic and specialized, and hands its results to Check.
template <class FillFn, class CheckFn>
void runText(const std::string &Text, const OpenCLLaunch &L, unsigned Dims, FillFn Fill, CheckFn Check) {
  for (bool Specialized : {false, true}) {
    SCOPED_TRACE(Specialized ? "specialized" : "generic");
    LLVMContext C;
    std::unique_ptr<Module> M = parse(C, Text);
    ASSERT_TRUE(M);
    describeArguments(*M->getFunction("k"));
    std::vector<Closure> Closures(1);
    Fill(Closures[0]);
    ASSERT_EQ(runModule(std::move(M), "k", shapeOf(L, Dims, Specialized), L, Closures), "");
    Check(Closures[0]);
  }
}

template <class T> std::vector<unsigned char> bytesOf(const std::vector<T> &Values) {
  const auto *Data = reinterpret_cast<const unsigned char *>(Values.data());
  return {Data, Data + Values.size() * sizeof(T)};
}

template <class T> std::vector<T> valuesOf(const std::vector<unsigned char> &Bytes) {
  std::vector<T> Values(Bytes.size() / sizeof(T));
  memcpy(Values.data(), Bytes.data(), Bytes.size());
  return Values;
}

void putBuffer(Closure &C, unsigned Argument, std::vector<unsigned char> &Bytes) {
  C.put<void *>(16 * Argument, nullptr);
  C.Buffers[16 * Argument] = &Bytes;
}

// PoCL 3.1 aborts on some barriers in loops and branches ("Could not find a dominating alternative variable"): those
// kernels are left to spirv-val.
bool hasNestedBarrier(Function &F) {
  DominatorTree Dominators(F);
  PostDominatorTree PostDominators(F);
  LoopInfo Loops(Dominators);
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction()->getName().contains("ControlBarrier"))
      if (Loops.getLoopFor(I.getParent()) || !PostDominators.dominates(I.getParent(), &F.getEntryBlock()))
        return true;
  return false;
}

} // namespace

TEST(SpirvOnPocl, DeviceIsThere) { ASSERT_TRUE(device().found()); }

// tmp1 = in1 * in2; tmp2 = in1 - in3; tmp3 = tmp2 * in4; out = tmp1 - tmp3, fused by the pipeline with private
// promotion.
TEST(SpirvOnPocl, FusedChain) {
  std::string Text;
  const char *Operations[] = {"fmul", "fsub", "fmul", "fsub"};
  for (unsigned K = 0; K != 4; ++K)
    Text += "define spir_kernel void @k" + std::to_string(K) +
            R"((ptr addrspace(4) %a, ptr addrspace(4) %b, ptr addrspace(4) %r) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pa = getelementptr float, ptr addrspace(4) %a, i64 %i
  %pb = getelementptr float, ptr addrspace(4) %b, i64 %i
  %pr = getelementptr float, ptr addrspace(4) %r, i64 %i
  %x = load float, ptr addrspace(4) %pa
  %y = load float, ptr addrspace(4) %pb
  %z = )" + Operations[K] +
            R"( float %x, %y
  store float %z, ptr addrspace(4) %pr
  ret void
}
)";
  LLVMContext C;
  std::unique_ptr<Module> M = parse(C, Text);
  ASSERT_TRUE(M);
  for (unsigned K = 0; K != 4; ++K)
    describeArguments(*M->getFunction("k" + std::to_string(K)));
  FusionRequest Request;
  Request.FusedName = "fused";
  Request.Kernels = {"k0", "k1", "k2", "k3"};
  Request.IdenticalArguments = {{{0, 0}, {1, 0}}, {{0, 2}, {3, 0}}, {{1, 2}, {2, 0}}, {{2, 2}, {3, 1}}};
  // Arguments left: in1 in2 tmp1 in3 tmp2 in4 tmp3 out
  Request.Promotions.resize(8);
  for (unsigned N : {2, 4, 6})
    Request.Promotions[N] = {promotion::private_memory, 1, 4, false};
  createFusionStub(*M, Request);
  diagnostics Remarks;
  Expected<Function *> Fused = fuseRegion(*M, {}, Remarks);
  ASSERT_TRUE(bool(Fused)) << messageOf(Fused.takeError());

  constexpr size_t N = 1013;
  std::mt19937 Random(seed());
  std::uniform_real_distribution<float> Any(-10, 10);
  std::vector<float> In[4], Expected(N);
  for (auto &V : In)
    for (size_t I = 0; I != N; ++I)
      V.push_back(Any(Random));
  for (size_t I = 0; I != N; ++I) {
    volatile float A = In[0][I] * In[1][I], B = In[0][I] - In[2][I], D = B * In[3][I];
    Expected[I] = A - D;
  }
  std::vector<unsigned char> Bytes[5];
  for (unsigned K = 0; K != 4; ++K)
    Bytes[K] = bytesOf(In[K]);
  Bytes[4].resize(N * 4);
  std::vector<Closure> Closures(4);
  putBuffer(Closures[0], 0, Bytes[0]);
  putBuffer(Closures[0], 1, Bytes[1]);
  putBuffer(Closures[1], 1, Bytes[2]);
  putBuffer(Closures[2], 1, Bytes[3]);
  putBuffer(Closures[3], 2, Bytes[4]);
  OpenCLLaunch L;
  L.Global[0] = N;
  std::string Name = (*Fused)->getName().str();
  ASSERT_EQ(runModule(std::move(M), Name, shapeOf(L, 1, false), L, Closures), "");
  EXPECT_EQ(valuesOf<float>(Bytes[4]), Expected);
}

// Each work-item takes the value of the one on the other end of its group, through dynamic and static local memory.
TEST(SpirvOnPocl, LocalMemoryWithBarrier) {
  const std::string Text = R"(
@tile = internal addrspace(3) global [64 x i32] poison
define spir_kernel void @k(ptr addrspace(4) %in, ptr addrspace(4) %out) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %s = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  %last = sub i64 %s, 1
  %other = sub i64 %last, %l
  %base = call ptr addrspace(3) @__sycl_fuse_local_memory()
  %pi = getelementptr i32, ptr addrspace(4) %in, i64 %i
  %x = load i32, ptr addrspace(4) %pi
  %pd = getelementptr i32, ptr addrspace(3) %base, i64 %l
  store i32 %x, ptr addrspace(3) %pd
  %x3 = mul i32 %x, 3
  %ps = getelementptr i32, ptr addrspace(3) @tile, i64 %l
  store i32 %x3, ptr addrspace(3) %ps
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %qd = getelementptr i32, ptr addrspace(3) %base, i64 %other
  %qs = getelementptr i32, ptr addrspace(3) @tile, i64 %other
  %y = load i32, ptr addrspace(3) %qd
  %z = load i32, ptr addrspace(3) %qs
  %w = xor i32 %y, %z
  %po = getelementptr i32, ptr addrspace(4) %out, i64 %i
  store i32 %w, ptr addrspace(4) %po
  ret void
})";
  std::mt19937 Random(seed());
  for (size_t Local : {1, 7, 64}) {
    OpenCLLaunch L;
    L.HasLocal = true;
    L.Local[0] = Local;
    L.Global[0] = Local * 5;
    L.LocalMemory = Local * 4;
    std::vector<int32_t> In(L.Global[0]), Expected(L.Global[0]);
    for (int32_t &X : In)
      X = int32_t(Random());
    for (size_t I = 0; I != In.size(); ++I) {
      uint32_t X = In[I / Local * Local + Local - 1 - I % Local];
      Expected[I] = int32_t(X ^ X * 3);
    }
    std::vector<unsigned char> InBytes, OutBytes;
    runText(
        Text, L, 1,
        [&](Closure &C) {
          InBytes = bytesOf(In);
          OutBytes.assign(In.size() * 4, 0);
          putBuffer(C, 0, InBytes);
          putBuffer(C, 1, OutBytes);
        },
        [&](Closure &) { EXPECT_EQ(valuesOf<int32_t>(OutBytes), Expected) << "local size " << Local; });
  }
}

// All ids and sizes of plain ranges, whose groups are of one work-item, and of nd_ranges, with offsets.
TEST(SpirvOnPocl, IdsInAllDimensions) {
  const char *Queries[] = {"GlobalInvocationId", "WorkgroupId",  "GlobalSize",       "WorkgroupSize",
                           "NumWorkgroups",      "GlobalOffset", "LocalInvocationId"};
  for (unsigned Dims : {1, 2, 3})
    for (bool Groups : {false, true}) {
      std::string Text = "define spir_kernel void @k(ptr addrspace(4) %out) {\n"
                         "  %n = call i64 @_Z29__spirv_BuiltInGlobalLinearIdv()\n";
      unsigned Next = 0;
      for (unsigned D = 0; D != 3; ++D)
        for (const char *Query : Queries) {
          std::string Name = std::string("__spirv_BuiltIn") + Query, N = std::to_string(Next++);
          Text += "  %q" + N + " = call i64 @_Z" + std::to_string(Name.size()) + Name + "i(i32 " + std::to_string(D) +
                  ")\n  %i" + N + " = mul i64 %n, 21\n  %j" + N + " = add i64 %i" + N + ", " + N + "\n  %p" + N +
                  " = getelementptr i64, ptr addrspace(4) %out, i64 %j" + N + "\n  store i64 %q" + N +
                  ", ptr addrspace(4) %p" + N + "\n";
        }
      Text += "  ret void\n}";
      const size_t Sizes[] = {9, 5, 2}, Locals[] = {3, 5, 1}, Offsets[] = {11, 3, 7};
      OpenCLLaunch L;
      L.HasLocal = Groups;
      for (unsigned D = 0; D != Dims; ++D) {
        L.Global[D] = Sizes[D];
        L.Local[D] = Groups ? Locals[D] : 1;
        L.Offset[D] = Offsets[D];
      }
      size_t Items = L.Global[0] * L.Global[1] * L.Global[2];
      std::vector<uint64_t> Expected;
      for (size_t N = 0; N != Items; ++N) {
        size_t Id[] = {N % L.Global[0], N / L.Global[0] % L.Global[1], N / L.Global[0] / L.Global[1]};
        for (unsigned D = 0; D != 3; ++D)
          for (uint64_t Value : {Id[D] + L.Offset[D], Id[D] / L.Local[D], L.Global[D], L.Local[D],
                                 L.Global[D] / L.Local[D], L.Offset[D], Id[D] % L.Local[D]})
            Expected.push_back(Value);
      }
      std::vector<unsigned char> Bytes;
      SCOPED_TRACE(std::to_string(Dims) + (Groups ? " dimensions, nd_range" : " dimensions, range"));
      runText(
          Text, L, Dims,
          [&](Closure &C) {
            Bytes.assign(Items * 21 * 8, 0xff);
            putBuffer(C, 0, Bytes);
          },
          [&](Closure &) { EXPECT_EQ(valuesOf<uint64_t>(Bytes), Expected); });
    }
}

// Widths that SPIR-V lacks, as LLVM makes them of the padding of structures.
TEST(SpirvOnPocl, IntegersOfOddWidths) {
  const std::string Text = R"(
define spir_kernel void @k(ptr addrspace(4) %in, ptr addrspace(4) %out) {
entry:
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pi = getelementptr i64, ptr addrspace(4) %in, i64 %i
  %x = load i64, ptr addrspace(4) %pi
  %high = lshr i64 %x, 1
  %a = trunc i64 %x to ODD
  %b = trunc i64 %high to ODD
  br label %loop
loop:
  %acc = phi ODD [ %a, %entry ], [ %next, %loop ]
  %none = phi ODD [ undef, %entry ], [ %b, %loop ]
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %m = mul ODD %acc, %b
  %s = add ODD %m, 3
  %c = icmp ult ODD %s, %b
  %d = sub ODD %acc, %s
  %e = shl ODD %d, 1
  %f = lshr ODD %s, 1
  %g = xor ODD %e, %f
  %first = icmp eq i64 %k, 0
  %other = select i1 %first, ODD %s, ODD %none
  %next = select i1 %c, ODD %g, ODD %other
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, 5
  br i1 %more, label %loop, label %end
end:
  %z = zext ODD %acc to i64
  %y = trunc ODD %next to i1
  %bit = zext i1 %y to i64
  %high.bit = shl i64 %bit, 63
  %r = or i64 %z, %high.bit
  %po = getelementptr i64, ptr addrspace(4) %out, i64 %i
  store i64 %r, ptr addrspace(4) %po
  ret void
})";
  std::mt19937_64 Random(seed());
  std::vector<uint64_t> In(131);
  for (uint64_t &X : In)
    X = Random();
  for (unsigned Width : {3, 17, 24, 40, 62}) {
    SCOPED_TRACE(Width);
    std::string Odd = Text;
    for (size_t At; (At = Odd.find("ODD")) != std::string::npos;)
      Odd.replace(At, 3, "i" + std::to_string(Width));
    const uint64_t Mask = (uint64_t(1) << Width) - 1;
    std::vector<uint64_t> Expected;
    for (uint64_t X : In) {
      uint64_t Acc = X & Mask, Next = Acc, B = X >> 1 & Mask;
      for (unsigned K = 0; K != 5; ++K) {
        Acc = Next;
        const uint64_t S = (Acc * B + 3) & Mask, G = ((Acc - S) << 1 & Mask) ^ S >> 1;
        Next = S < B ? G : K == 0 ? S : B;
      }
      Expected.push_back(Acc | (Next & 1) << 63);
    }
    OpenCLLaunch L;
    L.Global[0] = In.size();
    std::vector<unsigned char> InBytes, OutBytes;
    runText(
        Odd, L, 1,
        [&](Closure &C) {
          InBytes = bytesOf(In);
          OutBytes.assign(In.size() * 8, 0);
          putBuffer(C, 0, InBytes);
          putBuffer(C, 1, OutBytes);
        },
        [&](Closure &) { EXPECT_EQ(valuesOf<uint64_t>(OutBytes), Expected); });
  }
}

// Sums of integers as integers and as floats do not depend on the order.
TEST(SpirvOnPocl, Atomics) {
  const std::string Text = R"(
define spir_kernel void @k(ptr addrspace(4) %in, ptr addrspace(4) %counts, ptr addrspace(4) %floats, ptr addrspace(4) %wide) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pi = getelementptr i32, ptr addrspace(4) %in, i64 %i
  %x = load atomic i32, ptr addrspace(4) %pi syncscope("device") monotonic, align 4
  %bin = and i32 %x, 7
  %pc = getelementptr i32, ptr addrspace(4) %counts, i32 %bin
  %o0 = atomicrmw add ptr addrspace(4) %pc, i32 %x syncscope("device") monotonic
  %p1 = getelementptr i32, ptr addrspace(4) %counts, i64 8
  %o1 = atomicrmw max ptr addrspace(4) %p1, i32 %x syncscope("device") acq_rel
  %p2 = getelementptr i32, ptr addrspace(4) %counts, i64 9
  %o2 = atomicrmw umin ptr addrspace(4) %p2, i32 %x syncscope("device") monotonic
  %p3 = getelementptr i32, ptr addrspace(4) %counts, i64 10
  %o3 = atomicrmw xor ptr addrspace(4) %p3, i32 %x syncscope("device") release
  %p4 = getelementptr i32, ptr addrspace(4) %counts, i64 11
  %o4 = atomicrmw uinc_wrap ptr addrspace(4) %p4, i32 6 syncscope("device") monotonic
  %p5 = getelementptr i32, ptr addrspace(4) %counts, i64 12
  %o5 = cmpxchg ptr addrspace(4) %p5, i32 0, i32 5 syncscope("device") acq_rel acquire
  %p6 = getelementptr i32, ptr addrspace(4) %counts, i64 13
  store atomic i32 77, ptr addrspace(4) %p6 syncscope("device") release, align 4
  %small = and i32 %x, 255
  %f = uitofp i32 %small to float
  %pf = getelementptr float, ptr addrspace(4) %floats, i32 %bin
  %o7 = atomicrmw fadd ptr addrspace(4) %pf, float %f syncscope("device") monotonic
  %p8 = getelementptr float, ptr addrspace(4) %floats, i64 8
  %o8 = atomicrmw fmax ptr addrspace(4) %p8, float %f syncscope("device") monotonic
  %w = zext i32 %x to i64
  %o9 = atomicrmw add ptr addrspace(4) %wide, i64 %w seq_cst
  ret void
})";
  std::mt19937 Random(seed());
  constexpr size_t N = 997;
  std::vector<uint32_t> In(N), Counts(14, 0);
  std::vector<float> Floats(9, 0);
  std::vector<uint64_t> Wide(1, 0);
  for (uint32_t &X : In)
    X = Random();
  const std::vector<uint32_t> Zero = [] {
    std::vector<uint32_t> Z(14, 0);
    Z[8] = 0x80000000;
    Z[9] = 0xffffffff;
    return Z;
  }();
  Counts = Zero;
  for (uint32_t X : In) {
    Counts[X & 7] += X;
    Counts[8] = std::max(int32_t(Counts[8]), int32_t(X));
    Counts[9] = std::min(Counts[9], X);
    Counts[10] ^= X;
    Counts[11] = Counts[11] >= 6 ? 0 : Counts[11] + 1;
    Floats[X & 7] += float(X & 255);
    Floats[8] = std::max(Floats[8], float(X & 255));
    Wide[0] += X;
  }
  Counts[12] = 5;
  Counts[13] = 77;
  std::vector<unsigned char> Bytes[4];
  OpenCLLaunch L;
  L.Global[0] = N;
  runText(
      Text, L, 1,
      [&](Closure &C) {
        Bytes[0] = bytesOf(In);
        Bytes[1] = bytesOf(Zero);
        Bytes[2].assign(9 * 4, 0);
        Bytes[3].assign(8, 0);
        for (unsigned A = 0; A != 4; ++A)
          putBuffer(C, A, Bytes[A]);
      },
      [&](Closure &) {
        EXPECT_EQ(valuesOf<uint32_t>(Bytes[1]), Counts);
        EXPECT_EQ(valuesOf<float>(Bytes[2]), Floats);
        EXPECT_EQ(valuesOf<uint64_t>(Bytes[3]), Wide);
      });
}

// An aggregate read with a run-time index, one with an alignment of 16, a bool and narrow integers.
TEST(SpirvOnPocl, Arguments) {
  const std::string Text = R"(
define spir_kernel void @k(ptr addrspace(4) %out, ptr byval([12 x i8]) align 4 %s, i1 %flag, i8 %c, double %d, ptr byval([16 x i8]) align 16 %v) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %j = urem i64 %i, 3
  %ps = getelementptr i32, ptr %s, i64 %j
  %x = load i32, ptr %ps
  %v4 = load <4 x i32>, ptr %v, align 16
  %y = extractelement <4 x i32> %v4, i32 2
  %z = select i1 %flag, i32 %y, i32 1000
  %ce = sext i8 %c to i32
  %di = fptosi double %d to i32
  %r0 = add i32 %x, %z
  %r1 = add i32 %r0, %ce
  %r2 = add i32 %r1, %di
  %po = getelementptr i32, ptr addrspace(4) %out, i64 %i
  store i32 %r2, ptr addrspace(4) %po
  ret void
})";
  for (bool Flag : {false, true}) {
    const std::array<int32_t, 3> S{5, -7, 11};
    const std::array<int32_t, 4> V{1, 2, 300, 4};
    OpenCLLaunch L;
    L.Global[0] = 101;
    std::vector<int32_t> Expected;
    for (int I = 0; I != 101; ++I)
      Expected.push_back(S[I % 3] + (Flag ? 300 : 1000) - 9 + 12345);
    std::vector<unsigned char> Bytes;
    runText(
        Text, L, 1,
        [&](Closure &C) {
          Bytes.assign(404, 0);
          putBuffer(C, 0, Bytes);
          C.put(16, S);
          C.put(32, Flag);
          C.put(48, int8_t(-9));
          C.put(64, 12345.75);
          C.put(80, V);
        },
        [&](Closure &) { EXPECT_EQ(valuesOf<int32_t>(Bytes), Expected); });
  }
}

// Compiled as spirv; Prepare: as in a build.
Expected<sequence::CompiledSequence> compileSingle(const sequence::Sequence &S, bool Specialized, bool Prepare) {
  sequence::Form How;
  How.Target = "spirv";
  How.How = Specialized ? sequence::Sizes::Specialized : sequence::Sizes::Generic;
  How.Prepare = Prepare;
  auto Code = sequence::compileAlone(S, 0, How);
  if (Code)
    keepImage(Code->Variants.front().Variant.image);
  return Code;
}

OpenCLLaunch launchOf(const submitted_range &R) {
  OpenCLLaunch L;
  L.HasLocal = R.kind == range_kind::nd_range;
  for (unsigned D = 0; D != 3; ++D) {
    L.Global[D] = R.global_size[D];
    L.Local[D] = L.HasLocal ? R.local_size[D] : 1;
    L.Offset[D] = R.global_offset[D];
  }
  return L;
}

std::string runSingle(const sequence::Sequence &S, const sequence::CompiledSequence &Code, sequence::Memory &Data) {
  const sequence::Kernel &K = S.Kernels.front();
  std::vector<Closure> Closures(1);
  for (unsigned Slot = 0; Slot != K.Buffers.size(); ++Slot) {
    Closures[0].put<void *>(8 * Slot, nullptr);
    Closures[0].Buffers[8 * Slot] = &Data[K.Buffers[Slot]];
  }
  Closures[0].put(K.scalarOffset(0), K.Scalars);
  Closures[0].put(K.localOffset(), uint64_t(0));
  Closures[0].put(K.shiftOffset(), S.Shift);
  return device().run(Code.Variants.front().Variant, launchOf(K.Range), Closures);
}

TEST(SpirvOnPocl, RandomKernels) {
  const auto Of = sequence::Seeds::fixed(1, 24);
  unsigned Run = 0;
  sequence::KernelOptions Options;
  Options.Groups = Options.Floats = false;
  sequence::forSeeds(Of, [&](uint64_t Seed) {
    const sequence::Sequence S = sequence::randomKernel(Seed, Options);
    LLVMContext C;
    if (hasNestedBarrier(*sequence::buildIR(S, C)->getFunction("k0")))
      return;
    ++Run;
    SCOPED_TRACE(sequence::describe(S));
    std::mt19937 Random(Seed);
    const bool Specialized = Random() % 2, Prepare = Random() % 2;
    auto Code = compileSingle(S, Specialized, Prepare);
    ASSERT_TRUE(bool(Code)) << messageOf(Code.takeError());
    sequence::Memory Data = sequence::randomMemory(S, Seed), Wanted = Data;
    sequence::interpret(S, Wanted);
    ASSERT_EQ(runSingle(S, *Code, Data), "");
    ASSERT_TRUE(Data == Wanted);
  });
  std::printf("%u of them run\n", Run);
  EXPECT_GE(Run, Of.Cases / 4);
}

// Group functions and sub-groups: compiled, and looked at by spirv-val.
TEST(SpirvOnPocl, RandomKernelsWithGroupsCompile) {
  sequence::forSeeds(sequence::Seeds::fixed(1, 20), [](uint64_t Seed) {
    auto Code = compileSingle(sequence::randomKernel(Seed), Seed % 3 == 0, Seed % 2);
    ASSERT_TRUE(bool(Code)) << messageOf(Code.takeError());
  });
}
