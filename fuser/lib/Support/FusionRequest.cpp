// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FusionRequest.h"

#include "MetadataReader.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Writing.

class StubWriter {
public:
  explicit StubWriter(Function &Stub) : Stub(Stub), C(Stub.getContext()) {}

  void write(const FusionRequest &R) {
    SmallVector<Metadata *, 8> Kernels;
    for (const std::string &Kernel : R.Kernels)
      Kernels.push_back(string(Kernel));
    Stub.setMetadata(MDFused, node({string(R.FusedName), node(Kernels)}));
    writeIdentical(R.IdenticalArguments);
    writePromotions(Stub, R.Promotions);
    writeConstants(Stub, R.Constants);
    if (R.Range)
      writeNDRange(Stub, *R.Range);
    if (!R.Ranges.empty())
      writeNDRanges(Stub, R.Ranges);
    if (!R.RunTimeRanges.empty())
      Stub.setMetadata(MDRunTimeRanges,
                       node(map<std::pair<range_kind, unsigned>>(
                           R.RunTimeRanges, [&](const auto &Range) { return kindMetadata(C, Range); })));
    if (R.Launch)
      writeLaunch(Stub, *R.Launch);
    if (!R.Barriers)
      Stub.setMetadata(MDNoBarriers, node({}));
    if (R.ByRows)
      Stub.setMetadata(MDByRows, node({}));
    if (R.ProvenOnly)
      Stub.setMetadata(MDProvenOnly, node({}));
  }

private:
  Metadata *string(StringRef S) { return MDString::get(C, S); }
  MDNode *node(ArrayRef<Metadata *> Operands) { return MDNode::get(C, Operands); }

  template <class T, class Fn> SmallVector<Metadata *, 8> map(const std::vector<T> &From, Fn Make) {
    SmallVector<Metadata *, 8> Out;
    for (const T &Item : From)
      Out.push_back(Make(Item));
    return Out;
  }

  void writeIdentical(const std::vector<std::vector<FusionRequest::KernelArgument>> &Groups) {
    auto Pair = [&](const FusionRequest::KernelArgument &A) -> Metadata * {
      return node({integerMetadata(C, 64, A.first), integerMetadata(C, 64, A.second)});
    };
    if (!Groups.empty())
      Stub.setMetadata(
          MDParam, node(map<std::vector<FusionRequest::KernelArgument>>(Groups, [&](const auto &Group) -> Metadata * {
            return node(map<FusionRequest::KernelArgument>(Group, Pair));
          })));
  }

  Function &Stub;
  LLVMContext &C;
};

// Reading. Each step fills its part of Request.

class StubReader {
public:
  explicit StubReader(const Function &Stub) : Stub(Stub) {}

  Expected<FusionRequest> read() {
    if (Error E = readKernels())
      return std::move(E);
    if (Error E = readIdentical())
      return std::move(E);
    if (Error E = readPromotions(Stub).moveInto(Request.Promotions))
      return std::move(E);
    if (Error E = readConstants(Stub).moveInto(Request.Constants))
      return std::move(E);
    if (Error E = readRanges())
      return std::move(E);
    Request.Barriers = !Stub.hasMetadata(MDNoBarriers);
    Request.ProvenOnly = Stub.hasMetadata(MDProvenOnly);
    Request.ByRows = Stub.hasMetadata(MDByRows);
    if (Request.ByRows && (!Request.Range || Request.Ranges.empty()) &&
        (!Request.Launch || Request.RunTimeRanges.empty()))
      return metadataError(MDByRows, Stub, "the ND-ranges of the launch and of each kernel are not there");
    return std::move(Request);
  }

private:
  Error readKernels() {
    const MDNode *Node = Stub.getMetadata(MDFused);
    if (!Node || Node->getNumOperands() != 2)
      return metadataError(MDFused, Stub, "needed is {name, {kernel, ...}}");
    std::optional<StringRef> Name = readString(Node->getOperand(0));
    const MDNode *Kernels = readNode(Node->getOperand(1), AnyCount);
    if (!Name || Name->empty() || !Kernels)
      return metadataError(MDFused, Stub, "needed is {name, {kernel, ...}}");
    if (Kernels->getNumOperands() == 0)
      return metadataError(MDFused, Stub, "the list of kernels is empty");
    Request.FusedName = Name->str();
    for (const MDOperand &Op : Kernels->operands()) {
      std::optional<StringRef> Kernel = readString(Op);
      if (!Kernel)
        return metadataError(MDFused, Stub, "kernel " + Twine(Request.Kernels.size()) + " is not a string");
      Request.Kernels.push_back(Kernel->str());
    }
    return Error::success();
  }

  Error readIdentical() {
    const MDNode *Node = Stub.getMetadata(MDParam);
    if (!Node)
      return Error::success();
    for (const MDOperand &GroupOp : Node->operands()) {
      const MDNode *Group = readNode(GroupOp, AnyCount);
      if (!Group)
        return metadataError(MDParam, Stub, "needed is a list of tuples of {kernel, argument}");
      std::vector<FusionRequest::KernelArgument> Members;
      for (const MDOperand &Op : Group->operands()) {
        const MDNode *Pair = readNode(Op, 2);
        std::optional<unsigned> Kernel = Pair ? readUnsigned(Pair->getOperand(0)) : std::nullopt;
        std::optional<unsigned> Argument = Pair ? readUnsigned(Pair->getOperand(1)) : std::nullopt;
        if (!Kernel || !Argument)
          return metadataError(MDParam, Stub, "needed is a list of tuples of {kernel, argument}");
        Members.emplace_back(*Kernel, *Argument);
      }
      Request.IdenticalArguments.push_back(std::move(Members));
    }
    return Error::success();
  }

  Error readRanges() {
    if (Error E = readNDRange(Stub).moveInto(Request.Range))
      return E;
    if (Error E = readNDRanges(Stub).moveInto(Request.Ranges))
      return E;
    if (Error E = checkCount(MDNDRanges, Request.Ranges.size()))
      return E;
    if (Error E = readList(MDRunTimeRanges, "is not {kind, dimensions}", readKind, Request.RunTimeRanges))
      return E;
    if (Error E = readLaunch(Stub).moveInto(Request.Launch))
      return E;
    if (!Request.RunTimeRanges.empty() && (Request.Range || !Request.Ranges.empty()))
      return metadataError(MDRunTimeRanges, Stub, "the stub has constant ND-ranges as well");
    return Error::success();
  }

  // A list with an entry for each kernel.
  template <class T, class ReadFn> Error readList(StringRef Name, StringRef Wrong, ReadFn Read, std::vector<T> &Out) {
    const MDNode *List = Stub.getMetadata(Name);
    if (!List)
      return Error::success();
    for (const MDOperand &Op : List->operands()) {
      std::optional<T> Item = Read(dyn_cast_or_null<MDNode>(Op.get()));
      if (!Item)
        return metadataError(Name, Stub, "entry " + Twine(Out.size()) + " " + Wrong);
      Out.push_back(*Item);
    }
    return checkCount(Name, Out.size());
  }

  Error checkCount(StringRef Name, size_t Entries) {
    if (!Stub.hasMetadata(Name) || Entries == Request.Kernels.size())
      return Error::success();
    return metadataError(Name, Stub, Twine(Entries) + " entries for " + Twine(Request.Kernels.size()) + " kernels");
  }

  const Function &Stub;
  FusionRequest Request;
};

} // namespace

Function *createFusionStub(Module &M, const FusionRequest &Request) {
  // The stub must leave FusedName free. LLVM makes the name unique.
  auto *Stub = Function::Create(FunctionType::get(Type::getVoidTy(M.getContext()), false), GlobalValue::ExternalLinkage,
                                Request.FusedName + ".stub", M);
  StubWriter(*Stub).write(Request);
  return Stub;
}

Expected<FusionRequest> readFusionStub(const Function &Stub) { return StubReader(Stub).read(); }

} // namespace syclfuse::fuser
