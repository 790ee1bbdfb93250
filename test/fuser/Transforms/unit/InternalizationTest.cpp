// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random kernels with promoted arguments, run before and after sycl-internalization: the same bits. The work-items of a
// work-group are threads that meet at barriers, so that what they exchange through local memory is seen.
// SYCLFUSE_TEST_SEED and SYCLFUSE_TEST_CASES choose the first seed and the number of cases.
#include "Seeds.h"

#include "Support/FuseError.h"
#include "Support/Metadata.h"
#include "Transforms/Internalization/Internalization.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>

using namespace llvm;
using namespace syclfuse::fuser;

namespace {

// What a work-item asks for.

class Barrier {
public:
  explicit Barrier(unsigned Count) : Count(Count) {}
  void wait() {
    std::unique_lock<std::mutex> Lock(Mutex);
    const unsigned Turn = Turns;
    if (++Waiting == Count) {
      Waiting = 0;
      ++Turns;
      Everybody.notify_all();
    } else {
      Everybody.wait(Lock, [&] { return Turns != Turn; });
    }
  }

private:
  std::mutex Mutex;
  std::condition_variable Everybody;
  const unsigned Count;
  unsigned Waiting = 0, Turns = 0;
};

struct WorkItem {
  uint64_t Local, Group, LocalSize, Groups;
  Barrier *Meeting;
};
thread_local WorkItem Item;

uint64_t globalId(uint32_t D) { return D ? 0 : Item.Group * Item.LocalSize + Item.Local; }
uint64_t globalSize(uint32_t D) { return D ? 1 : Item.Groups * Item.LocalSize; }
uint64_t globalOffset(uint32_t) { return 0; }
uint64_t localId(uint32_t D) { return D ? 0 : Item.Local; }
uint64_t groupId(uint32_t D) { return D ? 0 : Item.Group; }
uint64_t localSize(uint32_t D) { return D ? 1 : Item.LocalSize; }
uint64_t numGroups(uint32_t D) { return D ? 1 : Item.Groups; }
void controlBarrier(uint32_t, uint32_t, uint32_t) { Item.Meeting->wait(); }

const std::pair<const char *, void *> Builtins[] = {
    {"_Z33__spirv_BuiltInGlobalInvocationIdi", reinterpret_cast<void *>(globalId)},
    {"_Z25__spirv_BuiltInGlobalSizei", reinterpret_cast<void *>(globalSize)},
    {"_Z27__spirv_BuiltInGlobalOffseti", reinterpret_cast<void *>(globalOffset)},
    {"_Z32__spirv_BuiltInLocalInvocationIdi", reinterpret_cast<void *>(localId)},
    {"_Z26__spirv_BuiltInWorkgroupIdi", reinterpret_cast<void *>(groupId)},
    {"_Z28__spirv_BuiltInWorkgroupSizei", reinterpret_cast<void *>(localSize)},
    {"_Z28__spirv_BuiltInNumWorkgroupsi", reinterpret_cast<void *>(numGroups)},
    {"_Z22__spirv_ControlBarrieriii", reinterpret_cast<void *>(controlBarrier)}};

// A kernel `k(in, out, t0, t1, …)`: each work-item writes its elements of every ti, meets the others, and adds up
// elements: its own of private memory, any of its work-group of local memory.
struct Case {
  struct Temporary {
    bool Local, PerItem, Automatic;
    unsigned Elements; // of each work-item
  };
  uint64_t LocalSize, Groups;
  bool KnownRange;
  std::vector<Temporary> Temporaries;
  std::string IR;

  uint64_t items() const { return LocalSize * Groups; }
};

class Generator {
public:
  explicit Generator(uint64_t Seed) : R(Seed) {}

  Case generate() {
    static const unsigned Sizes[] = {1, 2, 3, 4, 7};
    C.LocalSize = Sizes[R() % 5];
    C.Groups = 1 + R() % 3;
    C.KnownRange = R() % 2;
    for (unsigned N = 1 + R() % 3; N; --N) {
      const bool Local = R() % 2;
      C.Temporaries.push_back({Local, Local && !C.KnownRange, R() % 4 == 0, unsigned(1 + R() % 3)});
    }
    std::string Parameters = "ptr addrspace(1) %in, ptr addrspace(1) %out";
    for (unsigned T = 0; T < C.Temporaries.size(); ++T)
      Parameters += ", ptr addrspace(1) %t" + std::to_string(T);
    body();
    C.IR = "target datalayout = \"e-i64:64-G1\"\ntarget triple = \"spirv64-unknown-unknown\"\n"
           "define spir_kernel void @k(" +
           Parameters + ") {\n" + Out + "  ret void\n}\n" +
           "define spir_func i32 @exchange(ptr addrspace(4) %p, i64 %i, i32 %v) noinline {\n"
           "  %q = getelementptr i32, ptr addrspace(4) %p, i64 %i\n  %o = load i32, ptr addrspace(4) %q\n"
           "  store i32 %v, ptr addrspace(4) %q\n  ret i32 %o\n}\n"
           "declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)\n";
    for (auto &[Name, Function] : Builtins)
      C.IR += std::string("declare spir_func ") + (StringRef(Name).contains("Barrier") ? "void @" : "i64 @") + Name +
              (StringRef(Name).contains("Barrier") ? "(i32, i32, i32)\n" : "(i32)\n");
    return std::move(C);
  }

private:
  std::string emit(const std::string &Text) {
    const std::string Name = "%v" + std::to_string(Next++);
    Out += "  " + Name + " = " + Text + "\n";
    return Name;
  }
  void line(const std::string &Text) { Out += "  " + Text + "\n"; }
  static std::string str(uint64_t V) { return std::to_string(V); }
  std::string query(const std::string &Name) { return emit("call spir_func i64 @" + Name + "(i32 0)"); }
  std::string globalIdOf() {
    if (R() % 3)
      return query("_Z33__spirv_BuiltInGlobalInvocationIdi");
    std::string Group = query("_Z26__spirv_BuiltInWorkgroupIdi"), Size = query("_Z28__spirv_BuiltInWorkgroupSizei");
    std::string Base = emit("mul i64 " + Group + ", " + Size);
    return emit("add i64 " + Base + ", " + query("_Z32__spirv_BuiltInLocalInvocationIdi"));
  }

  // The address of element E of work-item Id, or the offset in elements of it.
  std::string address(unsigned T, const std::string &Id, const std::string &E) {
    const std::string P = "%t" + str(T), N = str(C.Temporaries[T].Elements);
    switch (R() % 4) {
    case 0: {
      std::string First = emit("mul i64 " + Id + ", " + N), Index = emit("add i64 " + First + ", " + E);
      return emit("getelementptr i32, ptr addrspace(1) " + P + ", i64 " + Index);
    }
    case 1:
      return emit("getelementptr [" + N + " x i32], ptr addrspace(1) " + P + ", i64 " + Id + ", i64 " + E);
    case 2: {
      std::string A = emit("getelementptr [" + N + " x i32], ptr addrspace(1) " + P + ", i64 " + Id);
      std::string Bytes = emit("shl i64 " + E + ", 2");
      return emit("getelementptr i8, ptr addrspace(1) " + A + ", i64 " + Bytes);
    }
    default: {
      std::string A = emit("getelementptr [" + N + " x i32], ptr addrspace(1) " + P + ", i64 " + Id + ", i64 1");
      std::string Less = emit("sub i64 " + E + ", 1");
      return emit("getelementptr i32, ptr addrspace(1) " + A + ", i64 " + Less);
    }
    }
  }

  void body() {
    std::string Id = globalIdOf();
    std::string In = emit("getelementptr i32, ptr addrspace(1) %in, i64 " + Id);
    std::string V = emit("load i32, ptr addrspace(1) " + In);
    for (unsigned T = 0; T < C.Temporaries.size(); ++T)
      R() % 3 == 0 ? writeLoop(T, V) : writeElements(T, V);
    line("call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)");
    std::string Sum = V;
    for (unsigned T = 0; T < C.Temporaries.size(); ++T)
      for (unsigned N = 1 + R() % 3; N; --N) {
        std::string X = readElement(T);
        std::string Scaled = emit("mul i32 " + Sum + ", 31");
        Sum = emit("add i32 " + Scaled + ", " + X);
      }
    std::string To = emit("getelementptr i32, ptr addrspace(1) %out, i64 " + globalIdOf());
    line("store i32 " + Sum + ", ptr addrspace(1) " + To);
  }

  void writeElements(unsigned T, const std::string &V) {
    const std::string Id = globalIdOf();
    for (unsigned E = 0; E < C.Temporaries[T].Elements; ++E) {
      std::string X = emit("add i32 " + V + ", " + str(R() % 1000));
      std::string At = address(T, Id, str(E));
      line("store i32 " + X + ", ptr addrspace(1) " + At);
    }
  }

  // With an index, or with a pointer that moves.
  void writeLoop(unsigned T, const std::string &V) {
    const std::string L = str(Next++), Id = globalIdOf();
    const bool Pointer = R() % 2;
    std::string First = Pointer ? address(T, Id, "0") : "";
    line("br label %before" + L);
    Out += "before" + L + ":\n";
    line("br label %loop" + L);
    Out += "loop" + L + ":\n";
    line("%e" + L + " = phi i64 [ 0, %before" + L + " ], [ %next" + L + ", %loop" + L + " ]");
    if (Pointer)
      line("%p" + L + " = phi ptr addrspace(1) [ " + First + ", %before" + L + " ], [ %q" + L + ", %loop" + L + " ]");
    std::string At = Pointer ? "%p" + L : address(T, Id, "%e" + L);
    std::string Narrow = emit("trunc i64 %e" + L + " to i32"), X = emit("xor i32 " + V + ", " + Narrow);
    line("store i32 " + X + ", ptr addrspace(1) " + At);
    if (Pointer)
      line("%q" + L + " = getelementptr i32, ptr addrspace(1) %p" + L + ", i64 1");
    line("%next" + L + " = add nuw nsw i64 %e" + L + ", 1");
    std::string More = emit("icmp ult i64 %next" + L + ", " + str(C.Temporaries[T].Elements));
    line("br i1 " + More + ", label %loop" + L + ", label %after" + L);
    Out += "after" + L + ":\n";
  }

  std::string readElement(unsigned T) {
    const Case::Temporary &Temporary = C.Temporaries[T];
    std::string Id = globalIdOf();
    if (Temporary.Local && R() % 3) { // of the neighbour
      std::string Local = query("_Z32__spirv_BuiltInLocalInvocationIdi"),
                  Size = query("_Z28__spirv_BuiltInWorkgroupSizei");
      std::string Last = emit("sub i64 " + Size + ", 1"), Other = emit("sub i64 " + Last + ", " + Local);
      std::string Start = emit("sub i64 " + Id + ", " + Local);
      Id = emit("add i64 " + Start + ", " + Other);
    }
    std::string E = str(R() % Temporary.Elements), At = address(T, Id, E);
    if (R() % 5 == 0 && !Temporary.Local) {
      std::string Generic = emit("addrspacecast ptr addrspace(1) " + At + " to ptr addrspace(4)");
      return emit("call spir_func i32 @exchange(ptr addrspace(4) " + Generic + ", i64 0, i32 " + str(R() % 100) + ")");
    }
    if (R() % 5 == 0) {
      std::string Other = address(T, Id, str(R() % Temporary.Elements)), In = emit("load i32, ptr addrspace(1) %in");
      std::string Odd = emit("trunc i32 " + In + " to i1");
      At = emit("select i1 " + Odd + ", ptr addrspace(1) " + At + ", ptr addrspace(1) " + Other);
    }
    return emit("load i32, ptr addrspace(1) " + At);
  }

  std::mt19937_64 R;
  Case C;
  std::string Out;
  unsigned Next = 0;
};

void promote(Function &F, const Case &C) {
  // As sycl-kernel-fusion leaves it.
  LLVMContext &Context = F.getContext();
  SmallVector<Metadata *, 8> Kinds, Sizes, Elements;
  auto Number = [&](uint64_t V) { return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(Context), V)); };
  Metadata *Empty = MDString::get(Context, "");
  for (unsigned A = 0; A < 2; ++A) {
    Kinds.push_back(MDString::get(Context, "none"));
    Sizes.push_back(Empty);
    Elements.push_back(Empty);
  }
  for (const Case::Temporary &T : C.Temporaries) {
    Kinds.push_back(MDString::get(Context, T.Automatic ? "automatic" : T.Local ? "local" : "private"));
    if (T.Automatic || !T.Local)
      Sizes.push_back(Number(T.Elements));
    else
      Sizes.push_back(T.PerItem
                          ? static_cast<Metadata *>(MDString::get(Context, std::to_string(T.Elements) + " per-item"))
                          : Number(T.Elements * C.LocalSize));
    Elements.push_back(Number(4));
  }
  F.setMetadata(MDPromote, MDNode::get(Context, Kinds));
  F.setMetadata(MDPromoteLocalSize, MDNode::get(Context, Sizes));
  F.setMetadata(MDPromoteElemSize, MDNode::get(Context, Elements));
  if (C.KnownRange) {
    NDRange Range;
    Range.Global[0] = C.items();
    Range.Local[0] = C.LocalSize;
    writeNDRange(F, Range);
  }
  SmallVector<ArgumentSource, 8> Sources;
  for (unsigned A = 0; A < F.arg_size(); ++A)
    Sources.push_back({syclfuse::argument_source::closure, 0, 8 * A, 8});
  writeArgumentSources(F, Sources);
}

// `void run(ptr global, ptr local)`: calls F with arguments from one table or the other.
void createLauncher(Module &M, Function &F, ArrayRef<ArgumentSource> Sources) {
  IRBuilder<> B(M.getContext());
  auto *Launcher = Function::Create(FunctionType::get(B.getVoidTy(), {B.getPtrTy(), B.getPtrTy()}, false),
                                    GlobalValue::ExternalLinkage, "run", M);
  B.SetInsertPoint(BasicBlock::Create(M.getContext(), "", Launcher));
  SmallVector<Value *, 8> Arguments;
  for (auto [I, Source] : enumerate(Sources)) {
    const bool Local = Source.Source == syclfuse::argument_source::local_memory;
    Value *Table = Launcher->getArg(Local);
    Value *At = B.CreateConstGEP1_64(B.getInt8Ty(), Table, Local ? 8 * I : Source.Offset);
    Arguments.push_back(B.CreateLoad(F.getArg(I)->getType(), At));
  }
  B.CreateCall(&F, Arguments);
  B.CreateRetVoid();
}

void moveToHost(Module &M, const orc::LLJIT &JIT) {
  M.setTargetTriple(JIT.getTargetTriple());
  M.setDataLayout(JIT.getDataLayout());
  for (Function &F : M) {
    if (!F.isIntrinsic())
      F.setCallingConv(CallingConv::C);
    F.removeFnAttr(Attribute::Memory);
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        Call->setCallingConv(CallingConv::C);
  }
}

class Internalization : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  }

  using Words = std::vector<int32_t>;

  // Runs the kernel of Text on Buffers (in, out, temporaries). Empty, or what went wrong.
  static std::string run(const Case &C, bool Internalized, std::vector<Words> &Buffers) {
    auto Context = std::make_unique<LLVMContext>();
    SMDiagnostic Problem;
    std::unique_ptr<Module> M = parseAssemblyString(C.IR, Problem, *Context);
    if (!M)
      return "generator: " + Problem.getMessage().str() + " in: " + Problem.getLineContents().str();
    Function *F = M->getFunction("k");
    promote(*F, C);
    if (Internalized) {
      syclfuse::diagnostics Remarks;
      Expected<Function *> New = internalize(*F, Remarks);
      if (!New)
        return toString(New.takeError());
      for (const syclfuse::diagnostic &D : Remarks.list())
        if (D.code == syclfuse::diag::not_internalized)
          return Remarks.format();
      F = *New;
    }
    return execute(C, orc::ThreadSafeModule(std::move(M), std::move(Context)), *F, Buffers);
  }

private:
  static std::string execute(const Case &C, orc::ThreadSafeModule TSM, Function &F, std::vector<Words> &Buffers) {
    const SmallVector<ArgumentSource, 8> Sources = cantFail(readArgumentSources(F));
    auto Host = cantFail(orc::JITTargetMachineBuilder::detectHost());
    Host.setCodeGenOptLevel(CodeGenOptLevel::None);
    auto JIT = cantFail(orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(Host)).create());
    Module &M = *TSM.getModuleUnlocked();
    createLauncher(M, F, Sources);
    moveToHost(M, *JIT);
    if (verifyModule(M, &errs()))
      return "the module is broken";
    orc::SymbolMap Symbols;
    for (auto &[Name, Address] : Builtins)
      Symbols[JIT->mangleAndIntern(Name)] = {orc::ExecutorAddr::fromPtr(Address), JITSymbolFlags::Exported};
    cantFail(JIT->getMainJITDylib().define(orc::absoluteSymbols(std::move(Symbols))));
    cantFail(JIT->addIRModule(std::move(TSM)));
    auto *Run = cantFail(JIT->lookup("run")).toPtr<void (*)(void **, void **)>();
    std::vector<void *> Global;
    for (Words &Buffer : Buffers)
      Global.push_back(Buffer.data());
    for (uint64_t Group = 0; Group < C.Groups; ++Group)
      if (std::string Why = runGroup(C, Group, Run, Global, Sources); !Why.empty())
        return Why;
    return "";
  }

  static std::string runGroup(const Case &C, uint64_t Group, void (*Run)(void **, void **), std::vector<void *> &Global,
                              ArrayRef<ArgumentSource> Sources) {
    constexpr int32_t Canary = 0x5ca1ab1e;
    std::vector<Words> Rooms(Sources.size());
    std::vector<void *> Local;
    for (auto [Room, Source] : zip(Rooms, Sources)) {
      const uint64_t Bytes = Source.Source != syclfuse::argument_source::local_memory ? 0
                             : Source.Size                                            ? Source.Size
                                                                                      : Source.Offset * C.LocalSize;
      Room.assign(Bytes / 4 + 8, Canary);
      Local.push_back(Room.data() + 4);
    }
    Barrier Meeting(C.LocalSize);
    std::vector<std::thread> Threads;
    for (uint64_t I = 0; I < C.LocalSize; ++I)
      Threads.emplace_back([&, I] {
        Item = {I, Group, C.LocalSize, C.Groups, &Meeting};
        Run(Global.data(), Local.data());
      });
    for (std::thread &T : Threads)
      T.join();
    for (const Words &Room : Rooms)
      for (unsigned I = 0; I < 4; ++I)
        if (Room[I] != Canary || Room[Room.size() - 1 - I] != Canary)
          return "local memory was left";
    return "";
  }
};

TEST_F(Internalization, GivesTheBitsOfGlobalMemory) {
  uint64_t Kept = 0, Total = 0, Refused = 0;
  sequence::forSeeds(sequence::Seeds::fixed(1, 600), [&](uint64_t Seed) {
    const Case C = Generator(Seed).generate();
    std::mt19937_64 R(Seed);
    std::vector<Words> Global(2, Words(C.items()));
    for (int32_t &V : Global[0])
      V = static_cast<int32_t>(R());
    for (const Case::Temporary &T : C.Temporaries)
      Global.emplace_back(C.items() * T.Elements, 77);
    std::vector<Words> Promoted = Global;
    SCOPED_TRACE(C.IR);
    ASSERT_EQ(run(C, false, Global), "");
    // An index may be written in two ways that nothing shows to be one.
    const std::string Said = run(C, true, Promoted);
    const bool IsKept = StringRef(Said).contains("the compiler cannot tell where in private memory its elements go");
    ASSERT_TRUE(Said.empty() || IsKept) << Said;
    Refused += IsKept;
    if (IsKept)
      return;
    ASSERT_EQ(Global[1], Promoted[1]);
    for (unsigned T = 0; T < C.Temporaries.size(); ++T) {
      const bool Untouched = Promoted[T + 2] == Words(Promoted[T + 2].size(), 77);
      ASSERT_TRUE(Untouched || C.Temporaries[T].Automatic);
      Kept += !Untouched;
      ++Total;
    }
  });
  EXPECT_LT(Refused, 600u / 2);
  std::printf("%llu of %llu temporaries stayed in global memory\n", static_cast<unsigned long long>(Kept),
              static_cast<unsigned long long>(Total));
}

} // namespace
