// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelAttributes.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/LiteralSupport.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

#include <optional>

using namespace clang;

namespace syclfuse::plugin {
namespace {

// So that Clang does not warn of them as unknown.
struct KnownAttributes : ParsedAttrInfo {
  KnownAttributes() {
    static constexpr Spelling Names[] = {
        {ParsedAttr::AS_CXX11, "sycl::reqd_work_group_size"}, {ParsedAttr::AS_CXX11, "sycl::work_group_size_hint"},
        {ParsedAttr::AS_CXX11, "sycl::reqd_sub_group_size"},  {ParsedAttr::AS_CXX11, "intel::reqd_work_group_size"},
        {ParsedAttr::AS_CXX11, "intel::reqd_sub_group_size"}, {ParsedAttr::AS_CXX11, "sycl::device_has"},
        {ParsedAttr::AS_CXX11, "sycl::vec_type_hint"}};
    Spellings = Names;
    AttrKind = ParsedAttr::IgnoredAttribute;
  }
};
ParsedAttrInfoRegistry::Add<KnownAttributes> Registration("sycl-kernel-attributes", "attributes of SYCL kernels");

attribute_kind kindOf(StringRef Name) {
  return llvm::StringSwitch<attribute_kind>(Name)
      .Case("reqd_work_group_size", attribute_kind::reqd_work_group_size)
      .Case("work_group_size_hint", attribute_kind::work_group_size_hint)
      .Case("reqd_sub_group_size", attribute_kind::reqd_sub_group_size)
      .Case("device_has", attribute_kind::device_has)
      .Default(attribute_kind::end);
}

StringRef nameOf(const Token &T) { return T.is(tok::identifier) ? T.getIdentifierInfo()->getName() : ""; }

// DPC++ had attributes of its own before SYCL 2020 had them.
bool isNamespace(const Token &T) { return nameOf(T) == "sycl" || nameOf(T) == "intel"; }

bool isName(const Token &T) { return kindOf(nameOf(T)) != attribute_kind::end; }

// An argument as the function with this context means it.
class Evaluation {
public:
  Evaluation(const Preprocessor &PP, const FunctionDecl *Function) : PP(PP), Function(Function) {}

  std::optional<uint64_t> operator()(ArrayRef<Token> Tokens) const {
    const std::optional<uint64_t> Value = expression(Tokens, 1);
    return Tokens.empty() ? Value : std::nullopt;
  }

private:
  // These take what they read from the front of Tokens.
  std::optional<uint64_t> expression(ArrayRef<Token> &Tokens, unsigned LeastPrecedence) const {
    std::optional<uint64_t> Value = operand(Tokens);
    while (Value && !Tokens.empty() && precedence(Tokens.front()) >= LeastPrecedence) {
      const Token Operator = Tokens.front();
      Tokens = Tokens.drop_front();
      const std::optional<uint64_t> Right = expression(Tokens, precedence(Operator) + 1);
      Value = Right ? apply(Operator, *Value, *Right) : std::nullopt;
    }
    return Value;
  }
  std::optional<uint64_t> enclosed(ArrayRef<Token> &Tokens, tok::TokenKind Closing) const {
    Tokens = Tokens.drop_front();
    const std::optional<uint64_t> Value = expression(Tokens, 1);
    if (Tokens.empty() || Tokens.front().isNot(Closing))
      return std::nullopt;
    Tokens = Tokens.drop_front();
    return Value;
  }
  std::optional<uint64_t> operand(ArrayRef<Token> &Tokens) const {
    if (!Tokens.empty() && Tokens.front().is(tok::l_paren))
      return enclosed(Tokens, tok::r_paren);
    if (!Tokens.empty() && Tokens.front().is(tok::numeric_constant)) {
      const Token Number = Tokens.front();
      Tokens = Tokens.drop_front();
      return number(Number);
    }
    llvm::SmallVector<const IdentifierInfo *, 3> Names;
    for (; !Tokens.empty() && Tokens.front().isOneOf(tok::identifier, tok::coloncolon); Tokens = Tokens.drop_front())
      if (Tokens.front().is(tok::identifier))
        Names.push_back(Tokens.front().getIdentifierInfo());
    if (Names.empty())
      return std::nullopt;
    if (!Tokens.empty() && Tokens.front().is(tok::l_square)) {
      const std::optional<uint64_t> Index = enclosed(Tokens, tok::r_square);
      return Index ? valueOf(find(Names), Index) : std::nullopt;
    }
    if (Names.size() == 1)
      if (const std::optional<uint64_t> Value = templateArgument(Names.front()))
        return Value;
    return valueOf(find(Names), std::nullopt);
  }
  static unsigned precedence(const Token &T) {
    return T.isOneOf(tok::star, tok::slash, tok::percent)  ? 3
           : T.isOneOf(tok::plus, tok::minus)              ? 2
           : T.isOneOf(tok::lessless, tok::greatergreater) ? 1
                                                           : 0;
  }
  // Sizes: what is negative, or has no value, is not read.
  static std::optional<uint64_t> apply(const Token &Operator, uint64_t A, uint64_t B) {
    switch (Operator.getKind()) {
    case tok::star:
      return llvm::checkedMulUnsigned(A, B);
    case tok::plus:
      return llvm::checkedAddUnsigned(A, B);
    case tok::minus:
      return A < B ? std::nullopt : std::optional(A - B);
    case tok::slash:
      return B ? std::optional(A / B) : std::nullopt;
    case tok::percent:
      return B ? std::optional(A % B) : std::nullopt;
    case tok::lessless:
      return B < 32 && A >> 32 == 0 ? std::optional(A << B) : std::nullopt;
    default:
      return B < 64 ? std::optional(A >> B) : std::nullopt;
    }
  }

  std::optional<uint64_t> number(const Token &T) const {
    if (T.isNot(tok::numeric_constant))
      return std::nullopt;
    llvm::SmallString<16> Buffer;
    bool Invalid = false;
    StringRef Text = PP.getSpelling(T, Buffer, &Invalid).rtrim("uUlLzZ");
    uint64_t Value;
    std::string Digits = Text.str();
    llvm::erase(Digits, '\'');
    return Invalid || StringRef(Digits).getAsInteger(0, Value) ? std::nullopt : std::optional(Value);
  }

  static std::optional<uint64_t> among(const TemplateParameterList *Parameters, const TemplateArgumentList *Arguments,
                                       const IdentifierInfo *Name) {
    for (unsigned I = 0; Parameters && Arguments && I < std::min(Parameters->size(), Arguments->size()); ++I)
      if (Parameters->getParam(I)->getIdentifier() == Name && Arguments->get(I).getKind() == TemplateArgument::Integral)
        return Arguments->get(I).getAsIntegral().getLimitedValue();
    return std::nullopt;
  }
  std::optional<uint64_t> templateArgument(const IdentifierInfo *Name) const {
    for (const DeclContext *C = Function; C; C = C->getParent()) {
      std::optional<uint64_t> Value;
      if (const auto *F = dyn_cast<FunctionDecl>(C); F && F->getPrimaryTemplate())
        Value = among(F->getPrimaryTemplate()->getTemplateParameters(), F->getTemplateSpecializationArgs(), Name);
      else if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(C))
        Value = among(Class->getSpecializedTemplate()->getTemplateParameters(), &Class->getTemplateArgs(), Name);
      if (Value)
        return Value;
    }
    return std::nullopt;
  }

  // A constant or context with this name in C itself.
  static const NamedDecl *member(const DeclContext *C, const IdentifierInfo *Name) {
    if (const auto *Enum = dyn_cast<EnumDecl>(C)) {
      for (const EnumConstantDecl *E : Enum->enumerators())
        if (E->getIdentifier() == Name)
          return E;
      return nullptr;
    }
    if (C->isFunctionOrMethod()) {
      for (const Decl *D : C->decls())
        if (const auto *V = dyn_cast<VarDecl>(D); V && V->getIdentifier() == Name)
          return V;
      return nullptr;
    }
    for (const NamedDecl *D : C->getPrimaryContext()->lookup(Name))
      if (isa<VarDecl, EnumConstantDecl, DeclContext, NamespaceAliasDecl, TypedefNameDecl>(D))
        return D;
    for (const UsingDirectiveDecl *D : C->using_directives())
      if (const NamespaceDecl *Unnamed = D->getNominatedNamespace(); Unnamed && Unnamed->isAnonymousNamespace())
        if (const NamedDecl *Found = member(Unnamed, Name))
          return Found;
    return nullptr;
  }
  static const DeclContext *contextOf(const NamedDecl *D) {
    if (const auto *Alias = dyn_cast_or_null<NamespaceAliasDecl>(D))
      return Alias->getNamespace();
    if (const auto *Type = dyn_cast_or_null<TypedefNameDecl>(D))
      return Type->getUnderlyingType()->getAsTagDecl();
    return dyn_cast_or_null<DeclContext>(D);
  }
  const NamedDecl *find(ArrayRef<const IdentifierInfo *> Names) const {
    const NamedDecl *D = nullptr;
    for (const DeclContext *C = Function; C && !D; C = C->getParent())
      D = member(C, Names.front());
    for (const IdentifierInfo *Name : Names.drop_front()) {
      const DeclContext *C = contextOf(D);
      D = C ? member(C, Name) : nullptr;
    }
    return D;
  }

  static std::optional<uint64_t> valueOf(const NamedDecl *D, std::optional<uint64_t> Index) {
    if (const auto *E = dyn_cast_or_null<EnumConstantDecl>(D); E && !Index)
      return E->getInitVal().getLimitedValue();
    const auto *V = dyn_cast_or_null<VarDecl>(D);
    if (!V || !V->getAnyInitializer() || V->getAnyInitializer()->isValueDependent() ||
        !(V->isConstexpr() || V->getType().isConstQualified()))
      return std::nullopt;
    const APValue *Value = V->evaluateValue();
    if (Value && Index) {
      if (Value->isStruct() && Value->getStructNumFields() == 1) // std::array
        Value = &Value->getStructField(0);
      if (!Value->isArray() || *Index >= Value->getArrayInitializedElts())
        return std::nullopt;
      Value = &Value->getArrayInitializedElt(*Index);
    }
    return Value && Value->isInt() ? std::optional(Value->getInt().getLimitedValue()) : std::nullopt;
  }

  const Preprocessor &PP;
  const FunctionDecl *Function;
};

// A preprocessor has one watcher of tokens, and coverage mapping installs its own before plugins begin. No function of
// the class returns it, or tells tokens for the parser from those that coverage wants, too: operands of directives,
// what is skipped, and macro arguments. An explicit instantiation may name private members.
using TokenWatcher = llvm::unique_function<void(const Token &)>;
TokenWatcher &watcherOf(Preprocessor &P);
unsigned lexLevelOf(const Preprocessor &P);
template <TokenWatcher Preprocessor::*Watcher, unsigned Preprocessor::*Level> struct PreprocessorMembers {
  friend TokenWatcher &watcherOf(Preprocessor &P) { return P.*Watcher; }
  friend unsigned lexLevelOf(const Preprocessor &P) { return P.*Level; }
};
template struct PreprocessorMembers<&Preprocessor::OnToken, &Preprocessor::LexLevel>;

} // namespace

void KernelAttributes::watch(Preprocessor &P) {
  PP = &P;
  P.setTokenWatcher([this, Other = std::move(watcherOf(P))](const Token &T) mutable {
    if (Other)
      Other(T);
    if (lexLevelOf(*PP) == 0)
      read(T);
  });
}

void KernelAttributes::read(const Token &T) {
  if (Depth != 0) {
    Depth += T.is(tok::l_paren);
    Depth -= T.is(tok::r_paren);
    if (Depth == 1 && T.is(tok::comma))
      Pending.back().Arguments.emplace_back();
    else if (Depth != 0)
      Pending.back().Arguments.back().push_back(T);
    return;
  }
  if (T.is(tok::l_paren) && !Last.empty() && isName(Last.back()) && (Last.size() == 3 || NamesNamespace)) {
    Pending.push_back({kindOf(nameOf(Last.back())), Last.back(), {{}}});
    Depth = 1;
  } else if (!Pending.empty() && T.isOneOf(tok::l_brace, tok::semi)) {
    ByEnd[T.getLocation()] = std::move(Pending);
    Pending.clear();
  }
  if (T.is(tok::r_square))
    NamesNamespace = false;
  else if (T.is(tok::colon) && FollowsUsing)
    NamesNamespace = true;
  const bool Continues = (Last.empty() && isNamespace(T)) || (Last.size() == 1 && T.is(tok::coloncolon)) ||
                         (Last.size() == 2 && isName(T));
  if (!Continues)
    Last.clear();
  if (Continues || isNamespace(T) || (NamesNamespace && isName(T)))
    Last.push_back(T);
  FollowsUsing = T.is(tok::kw_using) || (FollowsUsing && isNamespace(T));
}

// Where the parser finds the brace or the semicolon behind the declaration.
static SourceLocation endOf(const FunctionDecl *Declaration) {
  if (Declaration->doesThisDeclarationHaveABody())
    return Declaration->getBody()->getBeginLoc();
  if (Declaration->getEndLoc().isInvalid()) // Clang's own
    return {};
  const std::optional<Token> Next = Lexer::findNextToken(
      Declaration->getEndLoc(), Declaration->getASTContext().getSourceManager(), Declaration->getLangOpts());
  return Next ? Next->getLocation() : SourceLocation();
}

std::vector<KernelAttributes::Record>
KernelAttributes::evaluate(const FunctionDecl *Function, ArrayRef<Attribute> Attributes, Diagnostics &Report) const {
  const Evaluation Evaluate(*PP, Function);
  std::vector<Record> Records;
  for (const Attribute &A : Attributes) {
    std::vector<uint64_t> Values;
    for (const auto &Argument : A.Arguments)
      if (std::optional<uint64_t> Value = Evaluate(Argument))
        Values.push_back(*Value);
    if (Values.size() == A.Arguments.size())
      Records.push_back({A.Kind, std::move(Values)});
    else
      Report.report({diag::attribute_not_read, A.Name.getLocation(), {nameOf(A.Name).str()}});
  }
  return Records;
}

// What the function is an instance of; itself if it is none.
static const FunctionDecl *patternOf(const FunctionDecl *Function) {
  if (const FunctionDecl *Pattern = Function->getTemplateInstantiationPattern())
    return Pattern;
  if (const FunctionTemplateDecl *Template = Function->getPrimaryTemplate())
    return Template->getTemplatedDecl(); // it has no definition here
  const FunctionDecl *Member = Function->getInstantiatedFromMemberFunction();
  return Member ? Member : Function;
}

const std::vector<KernelAttributes::Record> &KernelAttributes::of(const FunctionDecl *Function, Diagnostics &Report) {
  const auto [At, IsNew] = ByFunction.try_emplace(Function->getCanonicalDecl());
  if (IsNew)
    for (const FunctionDecl *Declaration : patternOf(Function)->redecls())
      if (const auto Found = ByEnd.find(endOf(Declaration)); Found != ByEnd.end())
        llvm::append_range(At->second, evaluate(Function, Found->second, Report));
  return At->second;
}

AttributeRecords KernelAttributes::of(const KernelRecorder &Kernels, KnownDeclarations &Names, Diagnostics &Report) {
  AttributeRecords Records;
  if (!any())
    return Records;
  for (const auto &K : Kernels.kernels())
    if (std::vector<uint64_t> Of = of(*K, Names, Report); !Of.empty())
      Records[K->Kernel.symbol] = std::move(Of);
  return Records;
}

std::vector<uint64_t> KernelAttributes::of(const RecordedKernel &K, KnownDeclarations &Names, Diagnostics &Report) {
  std::vector<uint64_t> Result;
  QualType Closure = K.Closure;
  if (const auto *Hierarchical = Names.specialization(Closure, Known::HierarchicalKernel))
    Closure = Hierarchical->getTemplateArgs()[0].getAsType();
  const CXXRecordDecl *Class = K.IsReduction ? nullptr : Closure->getAsCXXRecordDecl();
  llvm::SetVector<uint64_t> Aspects;
  for (const FunctionDecl *FD : Calls.from(K.Entry)) {
    const auto *Method = dyn_cast<CXXMethodDecl>(FD);
    const bool IsKernel = Class && Method && Method->getOverloadedOperator() == OO_Call &&
                          (Method->getParent()->getCanonicalDecl() == Class->getCanonicalDecl() ||
                           Class->isDerivedFrom(Method->getParent()));
    for (const Record &R : of(FD, Report))
      if (R.Kind == attribute_kind::device_has)
        Aspects.insert_range(R.Values);
      else if (IsKernel) {
        Result.insert(Result.end(), {static_cast<uint64_t>(R.Kind), R.Values.size()});
        llvm::append_range(Result, R.Values);
      }
  }
  if (!Aspects.empty()) {
    Result.insert(Result.end(), {static_cast<uint64_t>(attribute_kind::device_has), Aspects.size()});
    llvm::append_range(Result, Aspects);
  }
  if (!Result.empty())
    Result.push_back(static_cast<uint64_t>(attribute_kind::end));
  return Result;
}

} // namespace syclfuse::plugin
