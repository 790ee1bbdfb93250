// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelParts.h"
#include "Analysis/Dialects/Builtins.h"
#include "Support/AnalysisManagers.h"
#include "Support/Metadata.h"
#include "Support/MetadataReader.h"
#include "WriteOnlyArguments.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <map>
#include <set>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral HandedPrefix = "sycl.handed.";
// Instructions of all copies of a kernel.
constexpr size_t MostInstructions = 50000;

std::optional<unsigned> tagOf(const Instruction &I) {
  const MDNode *Tag = I.getMetadata(MDSubmission);
  return Tag && Tag->getNumOperands() == 1 ? readUnsigned(Tag->getOperand(0)) : std::nullopt;
}

// Whether I reads memory or has an effect.
bool isOfKernel(const Instruction &I) {
  if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction()) {
    const std::optional<Builtin> Kind = classifyBuiltin(*Call->getCalledFunction());
    auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
    if ((Kind && isQuery(*Kind)) || (Intrinsic && Intrinsic->isAssumeLikeIntrinsic()))
      return false;
  }
  return !I.isTerminator() && !isa<AllocaInst>(I) && (I.mayReadFromMemory() || I.mayHaveSideEffects());
}

// The kernels of which values come.
struct Origin {
  unsigned First = ~0u, Last = 0;
  void add(const Origin &O) {
    First = std::min(First, O.First);
    Last = std::max(Last, O.Last);
  }
  bool any() const { return First <= Last; }
};

class Splitter {
public:
  Splitter(Function &Kernel, const LaunchShape &Shape)
      : Kernel(Kernel), Shape(Shape), M(*Kernel.getParent()), Ranges(ownRanges(Kernel)) {
    Managers.add(PB);
  }

  SmallVector<KernelPart, 4> run() {
    if (!findOwners())
      return {};
    for (unsigned K = 0; K != Kernels; ++K)
      if (K == 0 || Ranges.empty() || !Ranges[K].hasSameRows(Ranges[K - 1]))
        Firsts.push_back(K);
    mergeByData();
    if (Ranges.empty())
      mergeByMemory();
    SmallVector<KernelPart, 4> Parts;
    if (Firsts.size() * Kernel.getInstructionCount() <= MostInstructions)
      for (unsigned N = 0; N < Firsts.size() && Firsts.size() != 1; ++N)
        N = addPart(N, Parts);
    for (Function *F : Placeholders)
      F->eraseFromParent();
    if (!Ranges.empty())
      for (auto [N, P] : enumerate(Parts))
        runOverOwnRange(P, ArrayRef(Ranges).slice(Firsts[N], end(N) - Firsts[N]));
    return Parts;
  }

private:
  unsigned end(unsigned Part) const { return Part + 1 == Firsts.size() ? Kernels : Firsts[Part + 1]; }

  // The kernel of each access to memory. Loads that several kernels had are not marked: they stand where the first one
  // has them, before what that stores. Variables must be of one kernel.
  bool findOwners() {
    unsigned Next = ~0u;
    for (BasicBlock *BB : post_order(&Kernel))
      for (Instruction &I : reverse(*BB)) {
        if (!isOfKernel(I))
          continue;
        const std::optional<unsigned> Tag = tagOf(I);
        auto *Load = dyn_cast<LoadInst>(&I);
        if (!Tag && !(Load && Load->isSimple() && Next != ~0u))
          return false;
        Next = std::min(Next, Tag.value_or(Next));
        OwnerOf[&I] = Tag.value_or(Next);
        Kernels = std::max(Kernels, OwnerOf[&I] + 1);
      }
    if (!Ranges.empty() && Ranges.size() < Kernels)
      return false;
    Kernels = std::max<unsigned>(Kernels, Ranges.size());
    return Kernels > 1 && areVariablesOfOneKernel();
  }

  bool areVariablesOfOneKernel() const {
    DenseMap<const Value *, unsigned> UserOf;
    for (auto [I, K] : OwnerOf)
      for (const Use &U : I->operands()) {
        const Value *Object = U->getType()->isPointerTy() ? getUnderlyingObject(U) : nullptr;
        if (!Object || isa<Constant, Argument, LoadInst>(Object))
          continue;
        if (!isa<AllocaInst>(Object) || UserOf.try_emplace(Object, K).first->second != K)
          return false;
      }
    return true;
  }

  // Kernels that use what others have read, other than in conditions, become one part with them.
  void mergeByData() {
    DenseMap<const Value *, Origin> OriginOf;
    ReversePostOrderTraversal<Function *> Order(&Kernel);
    for (BasicBlock *BB : Order)
      for (Instruction &I : *BB) {
        Origin From;
        for (const Use &U : I.operands())
          From.add(OriginOf.lookup(U));
        if (auto Owner = OwnerOf.find(&I); Owner != OwnerOf.end()) {
          if (From.any()) {
            merge(partOf(From.First), partOf(Owner->second));
            merge(partOf(From.Last), partOf(Owner->second));
          }
          From = {Owner->second, Owner->second};
        }
        if (From.any() && !I.isTerminator())
          OriginOf[&I] = From;
      }
  }

  // Neighbours over the same range that use the same memory are best in one loop, which touches it once. Not if the
  // earlier one writes what the later one uses under a condition: vector loops store it under a mask, and loads wait
  // for such stores.
  void mergeByMemory() {
    const PostDominatorTree Always(Kernel);
    std::set<std::pair<unsigned, unsigned>> Share, Wait;      // an earlier kernel and a later one
    DenseMap<const Value *, std::map<unsigned, bool>> UsesOf; // by kernel: whether it stores under a condition
    for (auto [I, K] : OwnerOf) {
      const Value *Address = getLoadStorePointerOperand(I);
      const auto *Arg = Address ? dyn_cast<Argument>(getUnderlyingObject(Address)) : nullptr;
      if (Arg)
        UsesOf[Arg][K] |= isa<StoreInst>(I) && !Always.dominates(I->getParent(), &Kernel.getEntryBlock());
    }
    for (const auto &[Arg, Uses] : UsesOf)
      for (auto Earlier = Uses.begin(); Earlier != Uses.end(); ++Earlier)
        for (auto Later = std::next(Earlier); Later != Uses.end(); ++Later)
          (Earlier->second ? Wait : Share).emplace(Earlier->first, Later->first);
    auto HasPair = [&](const auto &Pairs, unsigned N) {
      return any_of(Pairs, [&](auto P) { return partOf(P.first) == N && partOf(P.second) == N + 1; });
    };
    for (unsigned N = 0; N + 1 < Firsts.size();)
      if (HasPair(Share, N) && !HasPair(Wait, N))
        merge(N, N + 1);
      else
        ++N;
  }

  unsigned partOf(unsigned K) const {
    unsigned Part = 0;
    while (end(Part) <= K)
      ++Part;
    return Part;
  }

  // Those in between become of the part as well.
  void merge(unsigned N, unsigned Other) {
    Firsts.erase(Firsts.begin() + std::min(N, Other) + 1, Firsts.begin() + std::max(N, Other) + 1);
  }

  // Adds part N; if it needs what others have read, those go, and they are one. Returns the last part that there is.
  unsigned addPart(unsigned N, SmallVectorImpl<KernelPart> &Parts) {
    Parts.push_back({extract(Firsts[N], end(N)), Shape, {}});
    const std::optional<unsigned> From = handedFrom(*Parts.back().F);
    if (!From)
      return N;
    const unsigned Other = partOf(*From), First = std::min(N, Other);
    merge(N, Other);
    for (; Parts.size() > First; Parts.pop_back())
      Parts.back().F->eraseFromParent();
    return First - 1;
  }

  // A copy of the kernel without what other kernels than First to End - 1 do.
  Function *extract(unsigned First, unsigned End) {
    ValueToValueMapTy Map;
    Function *Part = CloneFunction(&Kernel, Map);
    Part->setName(Kernel.getName() + ".k" + Twine(First));
    for (auto [I, K] : OwnerOf) {
      if (K >= First && K < End)
        continue;
      auto *Copy = cast<Instruction>(&*Map[I]);
      if (!Copy->getType()->isVoidTy())
        Copy->replaceAllUsesWith(placeholder(*Copy, K));
      Copy->eraseFromParent();
    }
    for (Instruction &I : make_early_inc_range(instructions(*Part)))
      if (isa<AssumeInst>(I))
        I.eraseFromParent();
    simplify(*Part);
    return Part;
  }

  // Stands for what kernel K has found in memory.
  Value *placeholder(Instruction &I, unsigned K) {
    Function *&F = PlaceholderOf[I.getType()];
    if (!F) {
      F = Function::Create(FunctionType::get(I.getType(), {Type::getInt32Ty(M.getContext())}, false),
                           GlobalValue::ExternalLinkage, HandedPrefix + Twine(PlaceholderOf.size()), M);
      F->setDoesNotAccessMemory();
      F->setDoesNotThrow();
      F->addFnAttr(Attribute::WillReturn);
      Placeholders.push_back(F);
    }
    IRBuilder<> B(&I);
    return B.CreateCall(F, {B.getInt32(K)});
  }

  // A kernel of another part of which Part needs a value.
  static std::optional<unsigned> handedFrom(Function &Part) {
    for (Instruction &I : instructions(Part))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction())
        if (Call->getCalledFunction()->getName().starts_with(HandedPrefix))
          return cast<ConstantInt>(Call->getArgOperand(0))->getZExtValue();
    return std::nullopt;
  }

  void simplify(Function &F) {
    FunctionPassManager FPM;
    for (unsigned Round : {0, 1}) {
      FPM.addPass(SimplifyCFGPass());
      FPM.addPass(InstCombinePass());
      FPM.addPass(ADCEPass());
      if (Round == 0)
        FPM.addPass(createFunctionToLoopPassAdaptor(LoopDeletionPass()));
    }
    FPM.run(F, Managers.Functions);
    Managers.Loops.clear();
    Managers.Functions.clear();
  }

  void runOverOwnRange(KernelPart &P, ArrayRef<OwnRange> Own) {
    if (Own.size() != 1 && !all_of(Own, [&](const OwnRange &R) { return R.hasSameRows(Own.front()); }))
      return;
    if (!asksForLinearIdOnly(*P.F))
      return;
    P.Ranges.assign(Own.begin(), Own.end());
    P.Shape.Dims = Own.front().Dims;
    if (Shape.Constant)
      P.Shape.Constant = unite(Own);
    if (Own.size() == 1)
      dropGuard(*P.F, Own.front());
    replaceIds(*P.F, Own.front());
    specializeNDRange(*P.F, P.Shape);
    simplify(*P.F);
  }

  // Of constant ranges: as long as the longest.
  NDRange unite(ArrayRef<OwnRange> Own) const {
    launch_sizes Sizes{};
    const unsigned Outer = Own.front().Dims - 1;
    for (unsigned D = 0; D != 3; ++D) {
      Sizes.global_size[D] = Own.front().Sizes[D].Constant;
      Sizes.global_offset[D] = Shape.Constant->offset(D);
    }
    for (const OwnRange &R : Own)
      Sizes.global_size[Outer] = std::max(Sizes.global_size[Outer], R.Sizes[Outer].Constant);
    return NDRange(Sizes, Outer + 1);
  }

  static bool asksForLinearIdOnly(Function &F) {
    return all_of(findQueries(F), [](const QueryUse &Use) {
      return Use.Kind == Builtin::GlobalLinearId || Use.Kind == Builtin::GlobalOffset || (Use.Call->use_empty());
    });
  }

  // `linear id < work-items`, which holds for all of them.
  static void dropGuard(Function &F, const OwnRange &R) {
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      Value *Id, *Items;
      if (match(&I, m_SpecificICmp(ICmpInst::ICMP_ULT, m_Value(Id), m_Value(Items))) && isLinear(Id) &&
          isProduct(Items, R)) {
        I.replaceAllUsesWith(ConstantInt::getTrue(F.getContext()));
        I.eraseFromParent();
      }
    }
  }

  static bool isLinear(const Value *V) {
    auto *Call = dyn_cast<CallInst>(V);
    return Call && Call->getCalledFunction() && classifyBuiltin(*Call->getCalledFunction()) == Builtin::GlobalLinearId;
  }

  // Of all sizes of R.
  static bool isProduct(Value *V, const OwnRange &R) {
    SmallVector<Value *, 4> Work{V};
    SmallBitVector Left(R.Dims, true);
    while (!Work.empty()) {
      Value *Factor = Work.pop_back_val(), *X, *Y;
      if (match(Factor, m_Mul(m_Value(X), m_Value(Y)))) {
        Work.append({X, Y});
        continue;
      }
      auto *A = dyn_cast<Argument>(Factor);
      unsigned D = 0;
      while (A && D != R.Dims && !(Left[D] && R.Sizes[D].Argument == A->getArgNo()))
        ++D;
      if (!A || D == R.Dims)
        return false;
      Left.reset(D);
    }
    return Left.none();
  }

  // By queries of a launch over R.
  static void replaceIds(Function &F, const OwnRange &R) {
    auto Replace = [](Instruction &I, unsigned D) {
      IRBuilder<> B(&I);
      Value *Id = B.CreateSub(emitQueryCall(B, Builtin::GlobalId, D), emitQueryCall(B, Builtin::GlobalOffset, D));
      I.replaceAllUsesWith(B.CreateTrunc(Id, I.getType()));
      I.eraseFromParent();
    };
    for (const OwnId &Id : findOwnIds(F, R))
      Replace(*Id.At, Id.Dimension);
    if (R.Dims == 1)
      for (const QueryUse &Use : findQueries(F))
        if (Use.Kind == Builtin::GlobalLinearId)
          Replace(*Use.Call, 0);
  }

  Function &Kernel;
  const LaunchShape &Shape;
  Module &M;
  const SmallVector<OwnRange, 8> Ranges;
  unsigned Kernels = 0;
  MapVector<Instruction *, unsigned> OwnerOf;
  SmallVector<unsigned, 4> Firsts; // kernels of the parts
  PassBuilder PB;
  AnalysisManagers Managers;
  DenseMap<Type *, Function *> PlaceholderOf;
  SmallVector<Function *, 4> Placeholders;
};

} // namespace

SmallVector<KernelPart, 4> splitKernels(Function &Kernel, const LaunchShape &Shape) {
  if (Shape.Kind == range_kind::nd_range)
    return {};
  return Splitter(Kernel, Shape).run();
}

bool shareMemory(ArrayRef<KernelPart> Parts) {
  return any_of(Parts.front().F->args(), [&](const Argument &A) {
    return A.getType()->isPointerTy() &&
           count_if(Parts, [&](const KernelPart &P) { return !P.F->getArg(A.getArgNo())->use_empty(); }) > 1;
  });
}

SmallVector<SmallBitVector, 4> argumentsUsedElsewhere(ArrayRef<KernelPart> Parts) {
  SmallVector<SmallBitVector, 4> Used;
  for (const KernelPart &P : Parts) {
    SmallBitVector &Here = Used.emplace_back(P.F->arg_size());
    for (const KernelPart &Other : Parts)
      for (Argument &A : Other.F->args())
        if (&Other != &P && !A.use_empty() && !(Other.Shape.Dims < P.Shape.Dims && isOnlyStoredTo(A)))
          Here.set(A.getArgNo());
  }
  return Used;
}

} // namespace syclfuse::fuser
