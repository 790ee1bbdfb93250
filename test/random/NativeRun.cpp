// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NativeRun.h"

#include "LaunchArguments.h"

#include "Targets/Native/Object/NativeObject.h"
#include "syclfuse/native_abi.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>
#include <sys/mman.h>

using namespace llvm;

namespace syclfuse::fuser::sequence {

namespace {

void makeVisible(Module &M) {
  for (Function &F : M)
    if (!F.isDeclaration() && F.hasHiddenVisibility())
      F.setVisibility(GlobalValue::DefaultVisibility);
}

sycl_fuse_native_state stateOf(const submitted_range &Launch, bool Groups) {
  sycl_fuse_native_state State{};
  for (unsigned D = 0; D != 3; ++D) {
    State.global_size[D] = Launch.global_size[D];
    State.local_size[D] = Groups ? std::max<uint64_t>(1, Launch.local_size[D]) : 1;
    State.num_groups[D] = State.global_size[D] / State.local_size[D];
    State.global_offset[D] = Launch.global_offset[D];
  }
  return State;
}

// Local memory of a group, with what is behind it.
class GuardedMemory {
public:
  explicit GuardedMemory(size_t Size) : Size(Size), Bytes(Size + 64 + 64, Untouched) {}
  unsigned char *data() {
    const uintptr_t Base = reinterpret_cast<uintptr_t>(Bytes.data());
    return Bytes.data() + ((Base + 63) / 64 * 64 - Base);
  }
  bool isIntact() {
    return std::all_of(data() + Size, Bytes.data() + Bytes.size(), [](unsigned char C) { return C == Untouched; });
  }

private:
  static constexpr unsigned char Untouched = 0xA5;
  const size_t Size;
  std::vector<unsigned char> Bytes;
};

// The buffers between pages that nobody may touch: at the end of their pages, or at the beginning.
class GuardedBuffers {
public:
  GuardedBuffers(Memory &Data, bool AtEnd) : Data(Data) {
    for (const std::vector<unsigned char> &Buffer : Data)
      Mapped += pages(Buffer.size()) + Page;
    Mapped += Page;
    Base = static_cast<unsigned char *>(::mmap(nullptr, Mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    assert(Base != MAP_FAILED && "no memory");
    unsigned char *At = Base + Page;
    for (const std::vector<unsigned char> &Buffer : Data) {
      const size_t Size = pages(Buffer.size());
      ::mprotect(At, Size, PROT_READ | PROT_WRITE);
      Places.push_back(AtEnd ? At + Size - Buffer.size() : At);
      std::copy(Buffer.begin(), Buffer.end(), Places.back());
      At += Size + Page;
    }
  }
  GuardedBuffers(const GuardedBuffers &) = delete;
  ~GuardedBuffers() { ::munmap(Base, Mapped); }
  unsigned char *place(unsigned B) const { return Places[B]; }
  void copyBack() {
    for (size_t B = 0; B != Data.size(); ++B)
      std::copy_n(Places[B], Data[B].size(), Data[B].begin());
  }

private:
  static constexpr size_t Page = 4096;
  static size_t pages(size_t Bytes) { return (Bytes + Page - 1) / Page * Page; }
  Memory &Data;
  size_t Mapped = 0;
  unsigned char *Base = nullptr;
  std::vector<unsigned char *> Places;
};

} // namespace

unsigned hostLevel() {
  StringMap<bool> Features = sys::getHostCPUFeatures();
  if (Features.lookup("avx512f") && Features.lookup("avx512bw") && Features.lookup("avx512vl") &&
      Features.lookup("avx512dq"))
    return 4;
  return Features.lookup("avx2") && Features.lookup("fma") && Features.lookup("bmi2") ? 3 : 2;
}

NativeLoader::NativeLoader(std::unique_ptr<orc::LLJIT> Jit, bool Quick) : Jit(std::move(Jit)), Quick(Quick) {}
NativeLoader::~NativeLoader() = default;

Expected<std::unique_ptr<NativeLoader>> NativeLoader::create(bool Quick) {
  orc::LLJITBuilder Builder;
  auto Machine = orc::JITTargetMachineBuilder::detectHost();
  if (!Machine)
    return Machine.takeError();
  Machine->setCodeGenOptLevel(CodeGenOptLevel::None);
  auto Jit = Builder.setJITTargetMachineBuilder(std::move(*Machine)).create();
  if (!Jit)
    return Jit.takeError();
  return std::unique_ptr<NativeLoader>(new NativeLoader(std::move(*Jit), Quick));
}

Error NativeLoader::addQuick(const std::string &Bitcode) {
  auto Context = std::make_unique<LLVMContext>();
  auto M = parseBitcodeFile(MemoryBufferRef(Bitcode, "kernel"), *Context);
  if (!M)
    return M.takeError();
  makeVisible(**M);
  return Jit->addIRModule(*Loaded, orc::ThreadSafeModule(std::move(*M), std::move(Context)));
}

Error NativeLoader::addObject(ArrayRef<std::string> Bitcodes) {
  auto Object = emitNativeObject(Bitcodes, [](Module &M) {
    makeVisible(M);
    return Error::success();
  });
  if (!Object)
    return Object.takeError();
  StringRef Bytes(Object->data(), Object->size());
  return Jit->addObjectFile(*Loaded, MemoryBuffer::getMemBufferCopy(Bytes, "kernel.o"));
}

Error NativeLoader::load(ArrayRef<const CompiledSequence *> Code) {
  if (Loaded)
    if (Error E = Jit->getExecutionSession().removeJITDylib(*Loaded))
      return E;
  auto Library = Jit->createJITDylib("sequence");
  if (!Library)
    return Library.takeError();
  Loaded = &*Library;
  std::vector<std::string> Bitcodes;
  for (const CompiledSequence *C : Code)
    for (const CompiledKernel &Kernel : C->Variants)
      Bitcodes.push_back(Kernel.NativeBitcode);
  if (!Quick)
    return addObject(Bitcodes);
  for (const std::string &Bitcode : Bitcodes)
    if (Error E = addQuick(Bitcode))
      return E;
  return Error::success();
}

Error NativeLoader::run(const Sequence &S, const CompiledSequence &Code, size_t Variant, const submitted_range &Launch,
                        unsigned First, Memory &Data, std::mt19937_64 &R) {
  const bundle::builder::variant &Kernel = Code.Variants[Variant].Variant;
  auto Address = Jit->lookup(*Loaded, Kernel.entry);
  if (!Address)
    return Address.takeError();
  auto *Entry = Address->toPtr<sycl_fuse_native_entry>();
  GuardedBuffers Buffers(Data, R() % 2);
  LaunchArguments Arguments(S, First, [&](unsigned B) { return Buffers.place(B); });
  std::vector<const void *> Values;
  for (const bundle::argument_record &A : Kernel.arguments)
    Values.push_back(Arguments.bytesOf(A, Launch));
  sycl_fuse_native_state State = stateOf(Launch, !(Kernel.record.flags & bundle::variant_linear));
  static_assert(SYCL_FUSE_NATIVE_STREAM + SYCL_FUSE_NATIVE_BACKWARDS == 3);
  State.flags = R() % 4;
  GuardedMemory Local(Arguments.localBytes());
  State.local_memory = Local.data();
  const uint64_t Units = State.num_groups[0] * State.num_groups[1] * State.num_groups[2];
  for (uint64_t Begin = 0; Begin < Units;) {
    const uint64_t End = std::min<uint64_t>(Units, Begin + 1 + R() % Units);
    Entry(Values.data(), &State, Begin, End);
    Begin = End;
  }
  Buffers.copyBack();
  if (!Local.isIntact())
    return createStringError("the kernel wrote beyond its local memory");
  return Error::success();
}

} // namespace syclfuse::fuser::sequence
