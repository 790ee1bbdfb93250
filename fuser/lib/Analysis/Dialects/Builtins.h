// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The builtins of generic device IR (docs/design.md): which functions and variables they are, and how they are
// replaced. The one list of them is Builtins.def.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <utility>

namespace llvm {
class CallInst;
class Function;
class GlobalValue;
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

enum class Builtin : unsigned char {
#define SF_QUERY(Kind, Name) Kind,
#define SF_SCALAR_QUERY(Kind, Name) Kind,
#define SF_FUNCTION(Kind, Name, Mangling) Kind,
#define SF_GROUP(Kind, Name) Kind,
#include "Builtins.def"
};

// `_Z<length><name><parameters>` of a function that is in no namespace, as name and parameters; other symbols as they
// are, without parameters.
std::pair<llvm::StringRef, llvm::StringRef> splitMangled(llvm::StringRef Symbol);
// The builtin that G is. G is a function, mangled or not; queries are also global variables, functions for one
// dimension
// (`__spirv_GlobalInvocationId_x`), or scalar queries without "BuiltIn" in their names.
std::optional<Builtin> classifyBuiltin(const llvm::GlobalValue &G);
bool isKnownBuiltin(const llvm::Function &F);
// True if Name is a function of the C mathematics library that has no effect but its value: `sinf`, `sin`.
// FastFunctions.def's are among them until a target lowers them (FastMath.h).
bool isLibmFunction(llvm::StringRef Name);
// True if Name is a function of libdevice or ocml, the mathematics libraries of GPUs, called by its own name.
bool isGpuLibraryFunction(llvm::StringRef Name);
// `native_exp2` of `__sycl_native_exp2`, if FastFunctions.def has it; else "".
llvm::StringRef fastFunction(llvm::StringRef Name);
// True if F is what assert() calls when it fails: `__assert_fail` of the C library.
bool isAssertion(const llvm::Function &F);
// True if F is what ext::oneapi::experimental::printf calls, for formats in generic or constant memory.
bool isPrint(const llvm::Function &F);
// isAssertion or isPrint: functions without a definition that each target has, or refuses, in its own way.
bool isHostService(const llvm::Function &F);
// Work-item queries have a value and no effect.
bool isQuery(Builtin B);
// Queries with one value per dimension.
bool hasDimension(Builtin B);
// Queries with one value for all work-items of a launch.
bool isSizeOfLaunch(Builtin B);
// Queries with one value for all work-items of a work-group.
bool isUniformQuery(Builtin B);
// Functions in which all work-items of a work-group or sub-group take part (SF_GROUP).
bool isGroupFunction(Builtin B);

// Scopes of SPIR-V that group functions have.
inline constexpr uint64_t WorkGroupScope = 2, SubGroupScope = 3;
// Of kernels that require none, on processors and NVIDIA GPUs.
inline constexpr unsigned DefaultSubGroupSize = 32;
// The constant operand N of a group function: scope (0), operation of a reduction (1). Nothing if it is not constant.
std::optional<uint64_t> groupOperand(const llvm::CallInst &Call, unsigned N);
// A query for a size or number of sub-groups, or for a place in one.
bool isSubGroupQuery(Builtin Kind);
// True if F calls a function of its sub-group, or a barrier.
bool waitsInSubGroups(const llvm::Function &F);
// True if it does, or asks for its sub-group.
bool usesSubGroups(const llvm::Function &F);

// A query in canonical form: a call with a constant dimension (0 for scalar queries), in SPIR-V order.
struct QueryUse {
  llvm::CallInst *Call;
  Builtin Kind;
  unsigned Dimension;
};

// Brings all queries of M into canonical form: loads of global-variable builtins and calls of functions for one
// dimension become calls with a dimension, and a call whose dimension is known only at run time becomes a choice
// between three. SF4004 for a use of a variable that is no load.
llvm::Error canonicalizeQueries(llvm::Module &M);
llvm::Error canonicalizeQueries(llvm::Function &F);

// A call of a query in canonical form at B, as a 64-bit integer.
llvm::Value *emitQueryCall(llvm::IRBuilderBase &B, Builtin Kind, unsigned Dimension);

// The queries in F, in instruction order. F must be in canonical form.
llvm::SmallVector<QueryUse, 16> findQueries(llvm::Function &F);
// The calls of a builtin that is no query.
llvm::SmallVector<llvm::CallInst *, 4> findCalls(llvm::Function &F, Builtin Kind);

// Replaces each query of F by what Get returns for it (a 64-bit integer, null to leave it), converted to the call's
// type.
void replaceQueries(llvm::Function &F, llvm::function_ref<llvm::Value *(const QueryUse &)> Get);

} // namespace syclfuse::fuser
