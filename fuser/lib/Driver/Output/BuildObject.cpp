// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BuildMessages.h"
#include "BundleObject.h"
#include "Driver/Process/ByteStream.h"
#include "Driver/Process/CrashScope.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "Driver/Process/WorkerPool.h"

#include "Support/FuseError.h"
#include "Targets/Native/Object/JoinObjects.h"
#include "Targets/Native/Object/NativeObject.h"
#include "syclfuse/native_abi.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class Registration {
public:
  Registration(Module &M, const BuiltBundle &Bundle) : M(M), C(M.getContext()), Bundle(Bundle) {}

  Error add(RegisteredBy How, StringRef Anchor) {
    GlobalVariable *Record = record(entries());
    if (!Bundle.Messages.empty())
      M.appendModuleInlineAsm(messagesAssembly(Bundle.Messages));
    if (How == RegisteredBy::ExportedRecord) {
      Record->setLinkage(GlobalValue::ExternalLinkage);
      Record->setName(SYCL_FUSE_JIT_RECORD);
      return Error::success();
    }
    // Before all that the program initializes, which may launch kernels, and after all that it destroys.
    constexpr int First = 101; // those up to 100 are the implementation's
    appendToGlobalCtors(M, call("sycl_fuse_register", "sycl_fuse_construct", Record), First);
    appendToGlobalDtors(M, call("sycl_fuse_unregister", "sycl_fuse_destroy", Record), First);
    return Anchor.empty() ? Error::success() : define(Anchor);
  }

private:
  Error define(StringRef Anchor) {
    if (M.getNamedValue(Anchor))
      return fuseError(diag::internal_error, {"the anchor '" + Anchor.str() + "' is the name of something else"});
    GlobalVariable *GV = constant(ConstantInt::get(Type::getInt8Ty(C), 0), "");
    GV->setLinkage(GlobalValue::ExternalLinkage);
    GV->setVisibility(GlobalValue::HiddenVisibility); // each library and executable has its own
    GV->setName(Anchor);
    return Error::success();
  }

  GlobalVariable *constant(Constant *Value, const char *Name) {
    auto *GV = new GlobalVariable(M, Value->getType(), /*isConstant=*/true, GlobalValue::InternalLinkage, Value, Name);
    GV->setAlignment(Align(8));
    return GV;
  }

  // The functions are those of the jobs' objects.
  Constant *entries() {
    std::vector<Constant *> Functions;
    for (const std::string &Name : Bundle.NativeEntries) {
      auto *F = Function::Create(FunctionType::get(Type::getVoidTy(C), false), GlobalValue::ExternalLinkage, Name, M);
      F->setVisibility(GlobalValue::HiddenVisibility);
      Functions.push_back(F);
    }
    auto *Type = ArrayType::get(PointerType::get(C, 0), Functions.size());
    return constant(ConstantArray::get(Type, Functions), "sycl_fuse_entries");
  }

  // The fields of sycl_fuse_registration, in order.
  GlobalVariable *record(Constant *Entries) {
    auto *I32 = Type::getInt32Ty(C), *I64 = Type::getInt64Ty(C);
    Constant *Fields[] = {ConstantInt::get(I32, SYCL_FUSE_ABI_VERSION),
                          ConstantInt::get(I32, Bundle.NativeEntries.size()), bundleBytes(),
                          ConstantInt::get(I64, Bundle.Bytes.size()), Entries};
    return constant(ConstantStruct::getAnon(Fields), "sycl_fuse_record");
  }

  Constant *bundleBytes() {
    GlobalVariable *GV = constant(ConstantDataArray::get(C, ArrayRef(Bundle.Bytes)), "sycl_fuse_bundle_bytes");
    GV->setSection(bundle::section_name);
    // Kept by the linker even where sections without references are dropped: sycl-fuse inspect reads it from
    // executables.
    appendToUsed(M, {GV});
    return GV;
  }

  Function *call(StringRef Callee, StringRef Name, GlobalVariable *Record) {
    auto *Void = Type::getVoidTy(C);
    FunctionCallee Runtime = M.getOrInsertFunction(Callee, FunctionType::get(Void, {PointerType::get(C, 0)}, false));
    auto *F = Function::Create(FunctionType::get(Void, false), GlobalValue::InternalLinkage, Name, M);
    F->addFnAttr(Attribute::NoUnwind);
    IRBuilder<> B(BasicBlock::Create(C, "", F));
    B.CreateCall(Runtime, {Record});
    B.CreateRetVoid();
    return F;
  }

  Module &M;
  LLVMContext &C;
  const BuiltBundle &Bundle;
};
} // namespace

static Expected<SmallVector<char, 0>> buildObject(const BuiltBundle &Bundle, RegisteredBy How,
                                                  const std::string &Anchor) {
  CrashScope Scope("writing the object", "");
  Expected<SmallVector<char, 0>> Record =
      emitNativeObject({}, [&](Module &M) { return Registration(M, Bundle).add(How, Anchor); });
  if (!Record)
    return Record.takeError();
  std::vector<StringRef> Objects = Bundle.NativeObjects;
  Objects.push_back(StringRef(Record->data(), Record->size()));
  return joinNativeObjects(Objects, Bundle.NativeEntries);
}

std::optional<std::string> makeObject(const BuiltBundle &Bundle, RegisteredBy How, const std::string &Anchor,
                                      diagnostics &Diags) {
  return askIsolated({}, Diags, [&](diagnostics &Problems) {
    Expected<SmallVector<char, 0>> Made = buildObject(Bundle, How, Anchor);
    report(Made.takeError(), Problems);
    return Made ? std::string(Made->begin(), Made->end()) : "";
  });
}

} // namespace syclfuse::fuser
