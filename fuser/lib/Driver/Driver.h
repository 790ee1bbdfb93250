// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The subcommands of sycl-fuse, without their command lines. docs/cli.md documents both.
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
  ExitRefused = 3, // a kernel, or something that is required, cannot be built, or is proven wrong; no output is written
  ExitInternal = 70, // a bug, or a crash of LLVM; no output is written
};

// "sycl-fuse 0.1.0, LLVM 22.1.8": what this tool writes into what it makes.
std::string producerName();

struct BuildOptions {
  // Objects, archives, executables, bitcode, textual IR.
  std::vector<std::string> Inputs;
  // The object to write.
  std::string Output;
  // Empty: those of the inputs.
  std::vector<std::string> Manifests;
  // Merged with those, as recorded ones.
  std::vector<std::string> AddedManifests;
  // The same, less what the other manifests' kernels do not fit (SF3069).
  std::vector<std::string> Captured;
  // Empty: those of the manifests, else "native".
  std::vector<std::string> Targets;
  // "region=global[:local]"
  std::vector<std::string> NDRanges;
  // Also build regions of kind `automatic`.
  bool Automatic = false;
  // Put the kernels' IR into the bundle, for sequences that nobody listed.
  bool JitIr = true;
  // A part that cannot be built is an error (ExitRefused); the same for single regions.
  bool Require = false;
  std::vector<std::string> RequiredRegions;
  // Regions whose kernels the user promises to be independent where nothing proves it.
  std::vector<std::string> TrustedRegions;
  // Regions that are not fused.
  std::vector<std::string> RegionsOff;
  // "region=target": the region is built for such targets only.
  std::vector<std::string> RegionTargets;
  // Fused kernels that are estimated to be slower than their kernels one by one are not used, unless they are required.
  bool CostModel = true;
  // Files of SYCL_FUSE_STATS with times, which decide in place of the estimate.
  std::vector<std::string> Profiles;
  // These are no errors. SF3026, SF3029, SF3030: the region counts as one that cannot be built; SF3009: kernels that
  // cannot be built, for whatever reason.
  std::vector<diag> NoErrors;
  // Processes at a time, 0: as many as the machine has threads.
  unsigned Jobs = 0;
  // Seconds for one job, 0: none; MiB of address space for one job, 0: none.
  unsigned TimeLimit = 600, MemoryLimit = 0;
  // A symbol that the object defines, so that a linker can be asked for it; "": none.
  std::string Anchor;
  // Results of jobs are kept in this folder, and those that are there not built again; "": none.
  std::string JobDir;
  // Runs the jobs of JobDir: a ninja or make; "": none. JobLauncher: words that stand before the command of each job.
  std::string BuildTool;
  std::vector<std::string> JobLauncher;
  // SaveTempsDir "": the output with .temps in place of its extension.
  bool SaveTemps = false;
  std::string SaveTempsDir;
  // "ll", "asm", "ptx", "bundle": further files beside the output.
  std::vector<std::string> Emit;
  std::string Depfile, RemarksFile;
  // As in TargetOptions.
  std::string Ptxas, Libdevice, Lld, DeviceLibs;
  bool VerifyEach = false;
  // The program that reads SPIR-V; "": the one found at configure time.
  std::string LlvmSpirv;
  // On standard output.
  bool PrintPhases = false, TimePasses = false;
  // Regular expressions for names of passes; "": none.
  std::string RPass, RPassMissed, RPassAnalysis;
};

// Builds one fusion object. Diagnostics go to Err, phases to Out. Writes nothing at all unless it returns ExitOk,
// except for the files of SaveTemps, which are there to look into failures, and RemarksFile.
ExitCode build(const BuildOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

// Prints the jobs of a build with these options as JSON (docs/plan.schema.json), or writes them to Output. With JobDir,
// also makes that folder ready for a build tool (docs/cli.md).
ExitCode plan(const BuildOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err);

// Runs one job of such a folder (Inputs) and writes its result. ExitOk also if what it compiles cannot be built: that
// is its result. Uses the limits and tools of Options.
ExitCode job(const BuildOptions &Options, llvm::raw_ostream &Err);

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
