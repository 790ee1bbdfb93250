// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that were joined run as one, refer to each other, keep to themselves what is local, and are read by LLVM
// however large they are; what is no such object is refused.
#include "Targets/Native/Object/JoinObjects.h"
#include "Support/FuseError.h"
#include "Targets/Native/Object/NativeObject.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;

namespace {
using Bytes = SmallVector<char, 0>;

StringRef view(const Bytes &B) { return StringRef(B.data(), B.size()); }

std::string messageOf(Error E) {
  diagnostics D;
  report(std::move(E), D);
  return D.format();
}

Function *define(Module &M, StringRef Name, GlobalValue::LinkageTypes Linkage, Value *Result) {
  auto *F = Function::Create(FunctionType::get(Type::getInt32Ty(M.getContext()), false), Linkage, Name, M);
  F->setDoesNotThrow(); // as kernels
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
  B.CreateRet(Result);
  return F;
}

Value *number(Module &M, int N) { return ConstantInt::get(Type::getInt32Ty(M.getContext()), N); }

// int <Name>() { return helper() + Callee(); }, with an internal helper that gives N; without a callee helper() alone.
Bytes object(StringRef Name, int N, StringRef Callee = "") {
  return cantFail(emitNativeObject({}, [&](Module &M) {
    Function *Helper = define(M, "helper", GlobalValue::InternalLinkage, number(M, N));
    Helper->addFnAttr(Attribute::NoInline);
    Function *F = define(M, Name, GlobalValue::ExternalLinkage, number(M, 0));
    Instruction *Return = F->getEntryBlock().getTerminator();
    IRBuilder<> B(Return);
    Value *Sum = B.CreateCall(Helper);
    if (!Callee.empty())
      Sum = B.CreateAdd(Sum, B.CreateCall(M.getOrInsertFunction(Callee, F->getFunctionType())));
    Return->setOperand(0, Sum);
    return Error::success();
  }));
}

std::unique_ptr<orc::LLJIT> load(const Bytes &Object) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto Jit = cantFail(orc::LLJITBuilder().create());
  cantFail(Jit->addObjectFile(MemoryBuffer::getMemBufferCopy(view(Object), "joined.o")));
  return Jit;
}

TEST(JoinObjects, ReferToEachOtherAndKeepTheirOwn) {
  const Bytes A = object("first", 1, "second"), B = object("second", 20, "third"), C = object("third", 300);
  for (const std::vector<StringRef> &Order :
       {std::vector{view(A), view(B), view(C)}, std::vector{view(C), view(B), view(A)}}) {
    auto Joined = joinNativeObjects(Order, {"second", "third"});
    ASSERT_TRUE(bool(Joined)) << messageOf(Joined.takeError());
    auto Jit = load(*Joined);
    EXPECT_EQ(cantFail(Jit->lookup("first")).toPtr<int()>()(), 321);
    auto Hidden = Jit->lookup("second");
    EXPECT_FALSE(bool(Hidden)) << "a local name is visible";
    consumeError(Hidden.takeError());
  }
}

TEST(JoinObjects, AlwaysTheSameBytes) {
  const Bytes A = object("first", 1, "second"), B = object("second", 20);
  EXPECT_EQ(cantFail(joinNativeObjects({view(A), view(B)}, {"second"})),
            cantFail(joinNativeObjects({view(A), view(B)}, {"second"})));
}

TEST(JoinObjects, WhatIsMissingStaysMissing) {
  const Bytes A = object("first", 1, "elsewhere");
  const Bytes Joined = cantFail(joinNativeObjects({view(A)}, {"elsewhere"}));
  auto File = cantFail(object::ObjectFile::createELFObjectFile(MemoryBufferRef(view(Joined), "joined.o")));
  bool Found = false;
  for (const object::SymbolRef &S : File->symbols())
    if (cantFail(S.getName()) == "elsewhere")
      Found = cantFail(S.getFlags()) & object::SymbolRef::SF_Undefined &&
              cantFail(S.getFlags()) & object::SymbolRef::SF_Global;
  EXPECT_TRUE(Found);
}

TEST(JoinObjects, TwoDefinitionsAreRefused) {
  const Bytes A = object("same", 1), B = object("same", 2);
  auto Joined = joinNativeObjects({view(A), view(B)}, {});
  ASSERT_FALSE(bool(Joined));
  EXPECT_NE(messageOf(Joined.takeError()).find("'same' is defined twice"), std::string::npos);
}

TEST(JoinObjects, OtherFilesAreRefused) {
  const Bytes A = object("first", 1, "second");
  for (size_t Size = 0; Size < A.size(); Size += 1 + Size / 40) {
    auto Joined = joinNativeObjects({view(A).take_front(Size)}, {});
    EXPECT_FALSE(bool(Joined)) << "of " << A.size() << " bytes only " << Size;
    consumeError(Joined.takeError());
  }
  Bytes Executable = A;
  Executable[16] = 2; // e_type
  auto Joined = joinNativeObjects({view(Executable)}, {});
  EXPECT_FALSE(bool(Joined));
  consumeError(Joined.takeError());
}

// More sections than a symbol has bits for.
TEST(JoinObjects, ManySections) {
  const int Functions = 14000, Copies = 5;
  const Bytes One = cantFail(emitNativeObject({}, [&](Module &M) {
    for (int I = 0; I != Functions; ++I)
      define(M, "f" + std::to_string(I), GlobalValue::InternalLinkage, number(M, I));
    return Error::success();
  }));
  const Bytes Last = object("last", 7);
  std::vector<StringRef> Objects(Copies, view(One));
  Objects.push_back(view(Last));
  const Bytes Joined = cantFail(joinNativeObjects(Objects, {}));
  auto File = cantFail(object::ObjectFile::createELFObjectFile(MemoryBufferRef(view(Joined), "joined.o")));
  unsigned Seen = 0;
  for (const object::SymbolRef &S : File->symbols()) {
    const StringRef Name = cantFail(S.getName());
    if (!Name.starts_with("f") && Name != "last")
      continue;
    ++Seen;
    EXPECT_EQ(cantFail(cantFail(S.getSection())->getName()), (".text." + Name).str());
  }
  EXPECT_EQ(Seen, unsigned(Functions * Copies + 1));
  EXPECT_EQ(cantFail(load(Joined)->lookup("last")).toPtr<int()>()(), 7);
}
} // namespace
