// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ClosureAccesses.h"

#include "Support/FuseError.h"
#include "Support/UserNames.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstVisitor.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// A pointer into the closure on the way from the argument to its accesses.
struct Cursor {
  Value *Pointer;
  int64_t Offset;
  bool Dynamic; // a run-time index was added
};

class Finder {
public:
  explicit Finder(Argument &Closure)
      : Closure(Closure), DL(Closure.getParent()->getDataLayout()),
        ClosureSize(DL.getTypeAllocSize(Closure.getParamByValType())), ReadOnly(Closure.onlyReadsMemory()) {}

  Expected<ClosureAccesses> find() {
    SmallVector<Cursor, 16> Worklist{{&Closure, 0, false}};
    while (!Worklist.empty()) {
      Cursor At = Worklist.pop_back_val();
      for (Use &U : At.Pointer->uses())
        if (Error E = visit(U, At, Worklist))
          return std::move(E);
    }
    return std::move(Found);
  }

private:
  Error visit(Use &U, const Cursor &At, SmallVectorImpl<Cursor> &Worklist) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    if (!I) {
      unknown();
      return Error::success();
    }
    if (auto *GEP = dyn_cast<GetElementPtrInst>(I))
      return visitIndex(*GEP, At, Worklist);
    if (isa<AddrSpaceCastInst, BitCastInst>(I)) {
      Worklist.push_back({I, At.Offset, At.Dynamic});
      return Error::success();
    }
    if (auto *Load = dyn_cast<LoadInst>(I))
      return visitAccess(U, At, DL.getTypeStoreSize(Load->getType()), false,
                         Load->isSimple() ? Load->getType() : nullptr);
    if (auto *Store = dyn_cast<StoreInst>(I); Store && U.getOperandNo() == Store->getPointerOperandIndex())
      return visitAccess(U, At, DL.getTypeStoreSize(Store->getValueOperand()->getType()), true, nullptr);
    if (auto *Call = dyn_cast<CallBase>(I))
      return visitCall(U, *Call, At);
    unknown();
    return Error::success();
  }

  Error visitIndex(GetElementPtrInst &GEP, const Cursor &At, SmallVectorImpl<Cursor> &Worklist) {
    const unsigned Bits = DL.getIndexTypeSizeInBits(GEP.getType());
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(Bits, 0);
    if (GEP.getType()->isVectorTy() || !cast<GEPOperator>(GEP).collectOffset(DL, Bits, Variable, Constant)) {
      unknown();
      return Error::success();
    }
    Worklist.push_back({&GEP, At.Offset + Constant.getSExtValue(), At.Dynamic || !Variable.empty()});
    return Error::success();
  }

  Error visitAccess(Use &U, const Cursor &At, uint64_t Size, bool Writes, Type *Loaded) {
    auto *I = cast<Instruction>(U.getUser());
    // A run-time index may have been split in a constant and a variable part by any rule, so that the constant part
    // says nothing about the field. An access beyond the closure is in code that never runs.
    if (At.Dynamic || At.Offset < 0 || Size > ClosureSize || uint64_t(At.Offset) > ClosureSize - Size) {
      Found.Unknown = true;
      Found.UnknownWrites |= Writes;
      if (Loaded)
        Found.DynamicLoads.push_back(I);
      return Error::success();
    }
    if (Size)
      Found.Constant.push_back({I, U.getOperandNo(), uint64_t(At.Offset), At.Offset + Size, Writes, Loaded});
    else if (isa<MemIntrinsic>(I))
      Found.Droppable.push_back(I);
    else
      Found.Unknown = true;
    return Error::success();
  }

  Error visitCall(Use &U, CallBase &Call, const Cursor &At) {
    if (Call.isDroppable() || isa<LifetimeIntrinsic>(Call)) {
      Found.Droppable.push_back(&Call);
      return Error::success();
    }
    if (auto *Mem = dyn_cast<MemIntrinsic>(&Call)) {
      const auto *Length = dyn_cast<ConstantInt>(Mem->getLength());
      if (Length && Length->getValue().getActiveBits() <= 32)
        return visitAccess(U, At, Length->getZExtValue(), U.getOperandNo() == 0, nullptr);
      Found.Unknown = true;
      Found.UnknownWrites |= U.getOperandNo() == 0;
      return Error::success();
    }
    return passed(Call);
  }

  // To a function that is not inlined, as one with a computed goto; its place is the user's, that of the call may not
  // be.
  Error passed(const CallBase &Call) const {
    const Function *Callee = Call.getCalledFunction();
    std::string Kernel = demangle(userName(*Closure.getParent()));
    if (const StringRef Prefix = "typeinfo name for "; StringRef(Kernel).starts_with(Prefix))
      Kernel.erase(0, Prefix.size());
    std::vector<std::string> Arguments{Kernel, "the closure is passed to '" +
                                                   (Callee ? demangle(Callee->getName()) : "a function pointer") + "'"};
    return Callee && Callee->getSubprogram()
               ? fuseError(diag::closure_layout_unsupported, std::move(Arguments), *Callee)
               : fuseError(diag::closure_layout_unsupported, std::move(Arguments), Call);
  }

  void unknown() {
    Found.Unknown = true;
    Found.UnknownWrites |= !ReadOnly;
  }

  Argument &Closure;
  const DataLayout &DL;
  const uint64_t ClosureSize;
  const bool ReadOnly;
  ClosureAccesses Found;
};

} // namespace

Expected<ClosureAccesses> findClosureAccesses(Argument &Closure) { return Finder(Closure).find(); }

} // namespace syclfuse::fuser
