// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FlattenArguments.h"

#include "Analysis/Promotion/ClosureAccesses.h"
#include "Support/KernelSignature.h"
#include "Support/PassDiagnostics.h"

#include "Analysis/Dialects/Dialect.h"
#include "Support/FuseError.h"
#include "Support/Metadata.h"
#include "Support/UserNames.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Accesses that overlap, and the argument that provides their bytes.
struct Field {
  uint64_t Begin, End;
  SmallVector<ClosureAccess *, 4> Accesses;
  // The type in the closure if the argument is a scalar; null: an aggregate.
  Type *Scalar = nullptr;
  // Every access is a load of all of Scalar: no memory is needed.
  bool Direct = false;
  bool Written = false;

  uint64_t size() const { return End - Begin; }
};

// Types that mean the same as an argument as in memory, on every target.
bool isScalarArgument(Type *Ty, const DataLayout &DL) {
  if (auto *V = dyn_cast<FixedVectorType>(Ty)) {
    const uint64_t Size = DL.getTypeStoreSize(V);
    return !V->getElementType()->isPointerTy() && isScalarArgument(V->getElementType(), DL) && isPowerOf2_64(Size) &&
           Size <= 64;
  }
  if (auto *I = dyn_cast<IntegerType>(Ty))
    return I->getBitWidth() >= 8 && I->getBitWidth() <= 64 && isPowerOf2_32(I->getBitWidth());
  return Ty->isHalfTy() || Ty->isBFloatTy() || Ty->isFloatTy() || Ty->isDoubleTy() || Ty->isPointerTy();
}

// Which of several types of the same bytes the argument gets: pointers must stay pointers, so that they are known to
// point to global memory; integers have no bits that may change.
unsigned rank(const Type *Ty) { return Ty->isPointerTy() ? 0 : Ty->isIntegerTy() ? 1 : 2 + Ty->getTypeID(); }

// Decides on the argument of a field from how its bytes are accessed.
void classify(Field &F, const DataLayout &DL, LLVMContext &C) {
  bool AllLoads = true;
  for (const ClosureAccess *A : F.Accesses) {
    F.Written |= A->Writes;
    const bool Whole = A->Loaded && A->size() == F.size() && isScalarArgument(A->Loaded, DL);
    AllLoads &= Whole;
    if (Whole && (!F.Scalar || rank(A->Loaded) < rank(F.Scalar)))
      F.Scalar = A->Loaded;
  }
  F.Direct = AllLoads && all_of(F.Accesses, [&](const ClosureAccess *A) { return A->Loaded == F.Scalar; });
  // Bytes of mixed types that fit an integer become one, and SROA takes it apart; larger fields are aggregates.
  if (!F.Scalar && isPowerOf2_64(F.size()) && F.size() <= 8)
    F.Scalar = IntegerType::get(C, F.size() * 8);
}

SmallVector<Field, 8> makeFields(ClosureAccesses &Accesses, const DataLayout &DL, LLVMContext &C) {
  sort(Accesses.Constant, [](const ClosureAccess &A, const ClosureAccess &B) { return A.Begin < B.Begin; });
  SmallVector<Field, 8> Fields;
  for (ClosureAccess &A : Accesses.Constant) {
    if (Fields.empty() || A.Begin >= Fields.back().End)
      Fields.push_back({A.Begin, A.End, {}});
    Fields.back().End = std::max(Fields.back().End, A.End);
    Fields.back().Accesses.push_back(&A);
  }
  for (Field &F : Fields)
    classify(F, DL, C);
  return Fields;
}

class Flattener {
public:
  Flattener(Argument &Closure, ClosureAccesses &Accesses)
      : Old(*Closure.getParent()), C(Old.getContext()), DL(Old.getDataLayout()), Closure(Closure), Accesses(Accesses),
        ClosureSize(DL.getTypeAllocSize(Closure.getParamByValType())),
        ClosureAlign(Old.getParamAlign(0).value_or(DL.getABITypeAlign(Closure.getParamByValType()))),
        GenericPointer(PointerType::get(C, Dialect::of(*Old.getParent()).Generic)),
        GlobalPointer(PointerType::get(C, Dialect::of(*Old.getParent()).Global)) {}

  Function *run() {
    chooseArguments();
    New = moveBody(Old, Parameters);
    dropArgumentLists();
    // What it says about memory behind arguments was about the closure.
    New->removeFnAttr(Attribute::Memory);
    writeArgumentSources(*New, Sources);
    // First all that is new, then what it replaces: that may be where the new code was put.
    B.SetInsertPointPastAllocas(New);
    SmallVector<Value *, 8> Values;
    for (auto [I, F] : enumerate(Fields))
      Values.push_back(createValue(F, *New->getArg(I)));
    Value *Whole = Accesses.Unknown ? createWhole(*New->getArg(New->arg_size() - 1)) : nullptr;
    for (auto [F, V] : zip(Fields, Values))
      rewriteField(F, V);
    rewriteRest(Whole);
    finishMove(Old);
    return New;
  }

private:
  void chooseArguments() {
    // Where unknown bytes are used, what is written must be seen there: it stays in the closure as a whole.
    if (!Accesses.UnknownWrites)
      Fields = makeFields(Accesses, DL, C);
    CopiesWhole =
        Accesses.UnknownWrites || (Accesses.Unknown && any_of(Fields, [](const Field &F) { return F.Written; }));
    if (Accesses.Unknown)
      erase_if(Fields, [](const Field &F) { return F.Written; });
    for (const Field &F : Fields)
      addParameter(F.Scalar, F.Begin, F.size());
    if (Accesses.Unknown)
      addParameter(nullptr, 0, ClosureSize);
  }

  void addParameter(Type *Scalar, uint64_t Begin, uint64_t Size) {
    AttrBuilder Attributes(C);
    Type *Ty = Scalar;
    if (!Scalar) {
      Ty = Closure.getType();
      Attributes.addByValAttr(ArrayType::get(Type::getInt8Ty(C), Size));
      Attributes.addAlignmentAttr(commonAlignment(ClosureAlign, Begin));
      // Both together let InstCombine do without copies of it.
      Attributes.addAttribute(Attribute::ReadOnly).addAttribute(Attribute::NoAlias);
    } else if (Scalar == GenericPointer) {
      Ty = GlobalPointer;
    }
    const bool Whole = !Scalar && Begin == 0 && Size == ClosureSize;
    Parameters.push_back({Ty, AttributeSet::get(C, Attributes), Whole ? "closure" : "arg." + std::to_string(Begin)});
    Sources.push_back({argument_source::closure, 0, static_cast<unsigned>(Begin), static_cast<unsigned>(Size)});
  }

  // OpenCL's lists describe the closure as one argument.
  void dropArgumentLists() {
    SmallVector<StringRef, 32> Names;
    C.getMDKindNames(Names);
    for (auto [Kind, Name] : enumerate(Names))
      if (isArgumentList(Name))
        New->setMetadata(Kind, nullptr);
    New->setMetadata(MDOmittedArguments, nullptr);
  }

  // The value of the argument in the type it has in the closure.
  Value *scalarValue(const Field &F, Argument &Arg) {
    return Arg.getType() == F.Scalar ? static_cast<Value *>(&Arg) : B.CreateAddrSpaceCast(&Arg, F.Scalar);
  }

  // What the accesses of a field will use: its value, or the address of memory that holds it.
  Value *createValue(const Field &F, Argument &Arg) {
    if (F.Direct)
      return scalarValue(F, Arg);
    if (!F.Scalar && !F.Written)
      return &Arg;
    const Align Alignment = commonAlignment(ClosureAlign, F.Begin);
    Value *Memory = createMemory(F.size(), Alignment);
    if (F.Scalar)
      B.CreateAlignedStore(scalarValue(F, Arg), Memory, Alignment);
    else
      B.CreateMemCpy(Memory, Alignment, &Arg, Alignment, F.size());
    return Memory;
  }

  // The address of the closure for all uses that are no accesses of fields. Where it may be written to it is the
  // kernel's own copy: arguments are shared by the work-items.
  Value *createWhole(Argument &Arg) {
    if (!CopiesWhole)
      return &Arg;
    Value *Memory = createMemory(ClosureSize, ClosureAlign);
    B.CreateMemCpy(Memory, ClosureAlign, &Arg, ClosureAlign, ClosureSize);
    return B.CreateAddrSpaceCast(Memory, Closure.getType());
  }

  void rewriteField(Field &F, Value *V) {
    for (ClosureAccess *A : F.Accesses) {
      if (F.Direct) {
        A->I->replaceAllUsesWith(V);
        eraseAccess(A->I);
        continue;
      }
      IRBuilder<> At(A->I);
      Value *Pointer = A->Begin == F.Begin ? V : At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), V, A->Begin - F.Begin);
      Value *Was = A->I->getOperand(A->Operand);
      A->I->setOperand(A->Operand, At.CreateAddrSpaceCast(Pointer, Was->getType()));
      RecursivelyDeleteTriviallyDeadInstructions(Was);
      if (!F.Scalar && !F.Written && A->Loaded == GenericPointer)
        loadGlobalPointer(*cast<LoadInst>(A->I));
    }
  }

  void rewriteRest(Value *Whole) {
    for (Instruction *I : Accesses.Droppable)
      I->eraseFromParent();
    // Without a whole only dead address computations are left.
    Closure.replaceAllUsesWith(Whole ? Whole : PoisonValue::get(Closure.getType()));
    for (Instruction *I : Accesses.DynamicLoads)
      if (!CopiesWhole && I->getType() == GenericPointer)
        loadGlobalPointer(*cast<LoadInst>(I));
  }

  void eraseAccess(Instruction *I) {
    SmallVector<WeakTrackingVH, 4> Operands(I->operands());
    I->eraseFromParent();
    for (WeakTrackingVH &Op : Operands)
      if (Op && isa<Instruction>(Op))
        RecursivelyDeleteTriviallyDeadInstructions(Op);
  }

  AllocaInst *createMemory(uint64_t Size, Align Alignment) {
    IRBuilder<> Entry(&New->getEntryBlock(), New->getEntryBlock().begin());
    auto *Memory = Entry.CreateAlloca(ArrayType::get(B.getInt8Ty(), Size), DL.getAllocaAddrSpace(), nullptr, "closure");
    Memory->setAlignment(Alignment);
    return Memory;
  }

  // Pointers in a closure point to global memory: say so.
  void loadGlobalPointer(LoadInst &Load) {
    if (GenericPointer == GlobalPointer)
      return;
    IRBuilder<> At(&Load);
    auto *Global = At.CreateAlignedLoad(GlobalPointer, Load.getPointerOperand(), Load.getAlign());
    Load.replaceAllUsesWith(At.CreateAddrSpaceCast(Global, GenericPointer));
    Load.eraseFromParent();
  }

  Function &Old;
  LLVMContext &C;
  const DataLayout &DL;
  Argument &Closure;
  ClosureAccesses &Accesses;
  const uint64_t ClosureSize;
  const Align ClosureAlign;
  PointerType *const GenericPointer, *const GlobalPointer;

  SmallVector<Field, 8> Fields;
  bool CopiesWhole = false;
  SmallVector<KernelParameter, 8> Parameters;
  SmallVector<ArgumentSource, 8> Sources;
  Function *New = nullptr;
  IRBuilder<> B{C};
};

} // namespace

bool takesClosure(const Function &F) {
  return isKernel(F) && !F.isDeclaration() && !F.hasMetadata(MDArguments) && F.arg_size() == 1 &&
         F.hasParamAttribute(0, Attribute::ByVal);
}

Expected<Function *> flattenArguments(Function &F) {
  if (!takesClosure(F))
    return &F;
  if (hasCallers(F))
    return fuseError(diag::closure_layout_unsupported, {userName(F), "the kernel is called as a function"}, F);
  Expected<ClosureAccesses> Accesses = findClosureAccesses(*F.getArg(0));
  if (!Accesses)
    return Accesses.takeError();
  return Flattener(*F.getArg(0), *Accesses).run();
}

PreservedAnalyses FlattenArgumentsPass::run(Module &M, ModuleAnalysisManager &) {
  return replaceFunctions(M, takesClosure, flattenArguments);
}

} // namespace syclfuse::fuser
