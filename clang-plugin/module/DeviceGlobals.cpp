// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceGlobals.h"

#include "syclfuse/device_globals.hpp"
#include "syclfuse/signature.hpp"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Mangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace syclfuse::plugin {
namespace {

// The class template; null if the translation unit does not use it.
const clang::ClassTemplateDecl *deviceGlobalTemplate(const clang::ASTContext &Context) {
  const clang::DeclContext *Scope = Context.getTranslationUnitDecl();
  for (StringRef Name : {"sycl", "ext", "oneapi", "experimental"}) {
    auto Found = Scope->lookup(&Context.Idents.get(Name));
    Scope = Found.empty() ? nullptr : dyn_cast<clang::NamespaceDecl>(Found.front());
    if (!Scope)
      return nullptr;
  }
  for (const clang::NamedDecl *D : Scope->lookup(&Context.Idents.get("device_global")))
    if (const auto *Template = dyn_cast<clang::ClassTemplateDecl>(D); Template && !Template->specializations().empty())
      return Template->getCanonicalDecl();
  return nullptr;
}

bool isOf(clang::QualType T, const clang::ClassTemplateDecl *Template) {
  const auto *Class = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  return Template && Class && Class->getSpecializedTemplate()->getCanonicalDecl() == Template;
}

// Variables of namespaces and static members: functions have none.
class Finder : public clang::DynamicRecursiveASTVisitor {
public:
  explicit Finder(const clang::ClassTemplateDecl *Template) : Template(Template) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseStmt(clang::Stmt *) override { return true; }
  bool VisitVarDecl(clang::VarDecl *Variable) override {
    if (Variable->hasGlobalStorage() && !Variable->getDeclContext()->isDependentContext() &&
        isOf(Variable->getType(), Template))
      Found.push_back(Variable);
    return true;
  }

  SmallVector<const clang::VarDecl *> Found;

private:
  const clang::ClassTemplateDecl *Template;
};

} // namespace

bool isDeviceGlobal(clang::QualType T, const clang::ASTContext &Context) {
  return isOf(T, deviceGlobalTemplate(Context));
}

DeviceGlobals deviceGlobals(const clang::CompilerInstance &CI, const LocationWriter &Locations) {
  DeviceGlobals Variables;
  clang::ASTContext &Context = CI.getASTContext();
  const clang::ClassTemplateDecl *Template = deviceGlobalTemplate(Context);
  if (!Template)
    return Variables;
  Finder Find(Template);
  Find.TraverseDecl(Context.getTranslationUnitDecl());
  for (const clang::VarDecl *Variable : Find.Found) {
    const std::string Symbol = clang::ASTNameGenerator(Context).getName(Variable);
    const std::string Suffix = Variable->isExternallyVisible() ? "" : unitSuffix(CI, Locations);
    Variables[Symbol] = syclfuse::hash_bytes(Symbol + Suffix);
  }
  return Variables;
}

void declareDeviceGlobals(Module &M, const DeviceGlobals &Variables) {
  for (const auto &[Symbol, Key] : Variables)
    if (GlobalVariable *Variable = M.getGlobalVariable(Symbol, /*AllowInternal=*/true)) {
      Variable->setInitializer(nullptr);
      Variable->setConstant(false);
      Variable->setComdat(nullptr);
      Variable->setLinkage(GlobalValue::ExternalLinkage);
      Variable->addAttribute(device_global_attribute, utohexstr(Key, /*LowerCase=*/true));
      // Another translation unit's may have the symbol.
      Variable->setName("sycl_fuse.device_global." + utohexstr(Key, /*LowerCase=*/true));
    }
}

void noteDeviceGlobals(Module &M, const DeviceGlobals &Variables) {
  LLVMContext &Context = M.getContext();
  Type *Void = Type::getVoidTy(Context), *Number = Type::getInt64Ty(Context);
  auto makeFunction = [&](StringRef Name) {
    Function *F =
        Function::createWithDefaultAttr(FunctionType::get(Void, false), GlobalValue::InternalLinkage, 0, Name, &M);
    return ReturnInst::Create(Context, BasicBlock::Create(Context, "", F));
  };
  Instruction *EndOfNote = nullptr, *EndOfForget = nullptr;
  SmallVector<StringRef> Symbols(Variables.keys());
  sort(Symbols);
  for (StringRef Symbol : Symbols) {
    GlobalVariable *Variable = M.getGlobalVariable(Symbol, /*AllowInternal=*/true);
    if (!Variable || Variable->isDeclaration())
      continue;
    if (!EndOfNote) {
      EndOfNote = makeFunction("sycl_fuse.note_device_globals");
      EndOfForget = makeFunction("sycl_fuse.forget_device_globals");
    }
    IRBuilder<> Note(EndOfNote), Forget(EndOfForget);
    Value *Key = Note.getInt64(Variables.lookup(Symbol));
    Value *Bytes = Note.getInt64(M.getDataLayout().getTypeAllocSize(Variable->getValueType()));
    Type *Pointer = Note.getPtrTy();
    Note.CreateCall(M.getOrInsertFunction("sycl_fuse_note_device_global", Void, Pointer, Number, Number),
                    {Variable, Key, Bytes});
    Forget.CreateCall(M.getOrInsertFunction("sycl_fuse_forget_device_global", Void, Pointer, Number), {Variable, Key});
  }
  if (!EndOfNote)
    return;
  appendToGlobalCtors(M, EndOfNote->getFunction(), /*Priority=*/65535);
  appendToGlobalDtors(M, EndOfForget->getFunction(), /*Priority=*/65535);
}

} // namespace syclfuse::plugin
