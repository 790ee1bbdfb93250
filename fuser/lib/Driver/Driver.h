// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver of sycl-fuse: what its subcommands do, without their command lines. docs/cli.md documents both.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace syclfuse::fuser {

// Exit codes of sycl-fuse. Part of its interface.
enum ExitCode : int {
  ExitOk = 0,
  ExitUserError = 1, // an input is missing, malformed, or contradicts another; no output is written
  ExitUsage = 2,     // the command line is wrong
  ExitRefused = 3, // a region that is proven wrong, or --require and something could not be built; no output is written
  ExitInternal = 70, // a bug, or a crash of LLVM; no output is written
};

// How the runtime gets to know the bundle of an object.
enum class RegisteredBy {
  Constructor,    // of the object
  ExportedRecord, // it looks for SYCL_FUSE_JIT_RECORD (native_abi.h)
};

struct BuildOptions {
  std::vector<std::string> Inputs;          // objects, archives, executables, bitcode, textual IR
  std::string Output;                       // the object to write
  std::vector<std::string> Manifests;       // empty: those of the inputs
  std::vector<std::string> AddedManifests;  // merged with those, as recorded ones
  std::vector<std::string> Captured;        // the same, less what the other manifests' kernels do not fit (SF3069)
  std::vector<std::string> Targets;         // empty: those of the manifests, else "native"
  std::vector<std::string> NDRanges;        // "region=global[:local]"
  bool JitIr = true;                        // put the kernels' IR into the bundle, for sequences that nobody listed
  bool Require = false;                     // what cannot be built is an error (ExitRefused)
  std::vector<std::string> RequiredRegions; // the same for these regions
  std::vector<std::string> RegionsOff;      // regions that are not fused
  std::vector<std::string> RegionTargets;   // "region=target": the region is built for such targets only
  std::vector<diag>
      NoErrors; // of what is proven wrong (SF3026, SF3029, SF3030): no errors but a part that cannot be built
  RegisteredBy Register = RegisteredBy::Constructor;
  unsigned Jobs = 0;        // processes at a time, 0: as many as the machine has threads
  unsigned TimeLimit = 600; // seconds for one job, 0: none
  unsigned MemoryLimit = 0; // MiB of address space for one job, 0: none
  std::string Anchor;       // a symbol that the object defines, so that a linker can be asked for it; "": none
  std::string JobDir;    // results of jobs are kept in this folder, and those that are there not built again; "": none
  std::string BuildTool; // runs the jobs of JobDir: a ninja or make; "": none
  std::vector<std::string> JobLauncher; // words that stand before the command of each job there
  std::string JobId;                    // build only this one (plan lists them) and write its result file
  bool SaveTemps = false;
  std::string SaveTempsDir;      // "": the output with .temps in place of its extension
  std::vector<std::string> Emit; // "ll", "asm", "ptx", "bundle": further files beside the output
  std::string Depfile, RemarksFile;
  std::string Ptxas, Libdevice, Lld, DeviceLibs; // as in TargetOptions
  std::string LlvmSpirv;                         // that reads SPIR-V; "" = the one found at configure time
  bool VectorMath = false, VerifyEach = false;   // as in TargetOptions
  bool PrintPhases = false;                      // on standard output
  bool TimePasses = false;
  std::string RPass, RPassMissed, RPassAnalysis; // regular expressions for names of passes; "": none
};

// Builds one fusion object, or with JobId one result file. Diagnostics go to Err, phases to Out. Writes nothing at all
// unless it returns ExitOk, except for the files of SaveTemps, which are there to look into failures, and RemarksFile.
ExitCode build(const BuildOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

// Prints the jobs of a build with these options as JSON (docs/plan.schema.json), or writes them to Output. With JobDir,
// also makes that folder ready for a build tool (docs/cli.md).
ExitCode plan(const BuildOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

// Runs one job of such a folder (Inputs) and writes its result. ExitOk also if what it compiles cannot be built: that
// is its result. Uses the limits and tools of Options.
ExitCode runJobInput(const BuildOptions &Options, llvm::raw_ostream &Err);

// Joins the result files of all jobs (Inputs) to the object that a local build writes. Uses Output, Require, Emit
// (bundle), RemarksFile and the limits of Options.
ExitCode link(const BuildOptions &Options, llvm::raw_ostream &Err);

struct EmitOptions {
  BuildOptions Build;         // Output may be empty: standard output
  std::string Stage;          // input, ll, optimized, asm, ptx, spv, phases
  std::string Region, Kernel; // names; "": all
  std::string NDRange;        // "[region=]global[:local]", also one that no manifest lists; "generic"; "": all
};

// Prints a stage of everything that is selected.
ExitCode emit(EmitOptions Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

struct OptOptions {
  BuildOptions Build; // one input, "-" for standard input; VerifyEach, TimePasses, remarks, limits
  std::string Passes; // as for opt -passes
  bool Text = false;  // write textual IR whatever the name of the output
};

// Runs passes on a module. ExitUserError for a pipeline that is none and for errors of the passes.
ExitCode runPasses(const OptOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

struct JitOptions {
  unsigned Idle = 10;                // seconds without a request after which the worker ends
  std::string Ptxas, Libdevice, Lld; // as in TargetOptions
};

// Serves a runtime (jit_protocol.hpp) over standard input, a socket, until it closes it or is idle.
ExitCode serveJit(const JitOptions &Options, llvm::raw_ostream &Err);

struct CacheOptions {
  std::string Action;    // ls, verify, prune
  std::string Directory; // empty: SYCL_FUSE_CACHE_DIR, else as the runtime (jit_cache.hpp)
  uint64_t Limit = 0;    // bytes; prune
};

// Lists, checks or shortens the persistent cache. ExitUserError if it cannot be used, or verify finds damaged entries,
// which it removes.
ExitCode cacheCommand(const CacheOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

struct InspectOptions {
  std::vector<std::string> Inputs; // bundles, objects, archives, executables, manifests, device IR
  bool JSON = false;
};

// Prints what is in the inputs. ExitUserError if one cannot be read or holds nothing of ours; the others are still
// printed.
ExitCode inspect(const InspectOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

// Makes an abort, a fatal error of LLVM or a bad memory access anywhere in the process end it with ExitInternal, after
// the temporary files are removed and a message names the job that did it. Call once, first thing in main().
void installCrashHandler();

} // namespace syclfuse::fuser
