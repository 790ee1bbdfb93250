// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of sycl-fuse: the one list of its options, for the parser, --help, the completion for bash and the manual
// pages. Values lists those that bash offers.
include "llvm/Option/OptParser.td"

// The subcommands that take an option.
def BuildOption : OptionVisibility;
def PlanOption : OptionVisibility;
def EmitOption : OptionVisibility;
def OptOption : OptionVisibility;
def InspectOption : OptionVisibility;
def JitOption : OptionVisibility;
def CacheOption : OptionVisibility;
def ValidateOption : OptionVisibility;
def MergeOption : OptionVisibility;
def DiffOption : OptionVisibility;
def StripOption : OptionVisibility;
def CheckOption : OptionVisibility;
def ReportOption : OptionVisibility;
def JobOption : OptionVisibility;

class HelpGroup<string title> : OptionGroup<title> { let HelpText = title; }
def GroupOutput : HelpGroup<"OUTPUT">;
def GroupInput : HelpGroup<"INPUT">;
def GroupWhat : HelpGroup<"WHAT IS BUILT">;
def GroupTools : HelpGroup<"TOOLS">;
def GroupLook : HelpGroup<"LOOKING INSIDE">;
def GroupGeneral : HelpGroup<"GENERAL">;

class For<OptionGroup group, list<OptionVisibility> commands> {
  OptionGroup Group = group;
  list<OptionVisibility> Visibility = commands;
}
defvar Compiling = [BuildOption, PlanOption, EmitOption]; // read programs
defvar Running = [BuildOption, EmitOption, OptOption];    // run passes
defvar Serving = [BuildOption, PlanOption, EmitOption, JitOption, JobOption];
defvar Editing = [MergeOption, StripOption, CheckOption, ReportOption]; // write manifests and reports
defvar All = [BuildOption, PlanOption, EmitOption, OptOption];

// An option with a value: "--name value" and "--name=value".
multiclass Value<string name, string meta, string help, OptionGroup group, list<OptionVisibility> commands> {
  def NAME : Separate<["--"], name>, MetaVarName<meta>, HelpText<help>, For<group, commands>;
  def NAME#_joined : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>, For<group, commands>;
}
class Switch<string name, string help, OptionGroup group, list<OptionVisibility> commands>
    : Flag<["--"], name>, HelpText<help>, For<group, commands>;

def output : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">, HelpText<"The file to write; plan, emit, opt, merge, strip, check and report print to standard output without it">, For<GroupOutput, !listconcat(All, Editing, [JobOption])>;
defm emit : Value<"emit", "<kind>", "Also write, beside the output: ll, asm, ptx (a file for each kernel) or bundle; a comma-separated list", GroupOutput, [BuildOption]>, Values<"ll,asm,ptx,bundle">;
defm anchor : Value<"anchor", "<symbol>", "Define this symbol, by which -u <symbol> makes a linker take the object from an archive", GroupOutput, [BuildOption]>;
defm job_dir : Value<"job-dir", "<folder>", "Keep the results of jobs here, and do not build again what has not changed; plan: make it ready for a build tool", GroupWhat, [BuildOption, PlanOption]>;
defm build_tool : Value<"build-tool", "<program>", "The ninja or make that runs the jobs of --job-dir, one edge for each (default: sycl-fuse runs them)", GroupWhat, [BuildOption]>;
defm job_launcher : Value<"job-launcher", "<word>", "Stands before the command of each job that a build tool runs; may be repeated, a word of a command each", GroupWhat, [BuildOption, PlanOption]>;
defm region : Value<"region", "<name>", "Only this region", GroupWhat, [EmitOption]>;
defm kernel : Value<"kernel", "<name>", "Only this kernel, by name or symbol", GroupWhat, [EmitOption]>;
def passes : Joined<["-", "--"], "passes=">, MetaVarName<"<pipeline>">, HelpText<"The passes to run, as for opt">, For<GroupWhat, [OptOption]>;
def text : Flag<["-"], "S">, HelpText<"Write textual IR (default: bitcode, unless the output is an .ll file)">, For<GroupOutput, [OptOption]>;
defm depfile : Value<"depfile", "<file>", "Write the inputs that were read as a Make rule", GroupOutput, [BuildOption]>;
defm remarks : Value<"remarks", "<file>", "Write all messages and all remarks of passes, in LLVM's YAML format", GroupOutput, All>;

defm manifest : Value<"manifest", "<file>", "A manifest to use, may be repeated (default: those in the inputs, or beside them)", GroupInput, Compiling>;
defm add_manifest : Value<"add-manifest", "<file>", "Merge this manifest with the others, may be repeated", GroupInput, Compiling>;
defm captured : Value<"captured", "<file>", "As --add-manifest, but regions whose kernels are not in the program, or have changed, are left out; may be repeated", GroupInput, Compiling>;
defm profile : Value<"profile", "<file>", "Times that a run with SYCL_FUSE_TIMES and SYCL_FUSE_STATS=<file> has measured: they decide which fused kernels are used, in place of the estimate; may be repeated", GroupInput, [BuildOption]>;

defm target : Value<"target", "<name>", "What to build for, may be repeated: native, native:v2, native:v3, native:v4, cuda:sm_<cc>, hip:gfx<isa>, spirv, spir (default: the manifest's, else native)", GroupWhat, !listconcat(Compiling, [MergeOption, CheckOption])>,
    Values<"native,native:v2,native:v3,native:v4,cuda:sm_,hip:gfx,spirv,spir">;
defm nd_range : Value<"nd-range", "<region>=<global>[:<local>]", "Also specialize the region for these sizes, as in run=1024x1024:16x16; may be repeated", GroupWhat, !listconcat(Compiling, [MergeOption])>;
defm no_error : Value<"no-error", "<codes>", "Only warn of these, separated by commas; build: errors from SF3000 to SF3069, check: SF3070 to SF3079", GroupWhat, [BuildOption, PlanOption, CheckOption]>;
def automatic : Switch<"automatic", "Also fuse sequences that no region or graph asks for, which the compiler or a run has found", GroupWhat, [BuildOption, PlanOption]>;
def no_jit_ir : Switch<"no-jit-ir", "Leave out the device IR by which sequences of kernels that were not listed are fused at run time", GroupWhat, [BuildOption, PlanOption]>;
def no_cost_model : Switch<"no-cost-model", "Also use fused kernels that are estimated to be slower than their kernels one by one; --require and --region-require do, too", GroupWhat, [BuildOption]>;
defm region_off : Value<"region-off", "<region>", "Do not fuse this region, may be repeated", GroupWhat, [BuildOption, PlanOption]>;
defm region_require : Value<"region-require", "<region>", "Fail with exit code 3 if this region cannot be built, may be repeated", GroupWhat, [BuildOption, PlanOption]>;
defm region_target : Value<"region-target", "<region>=<target>", "Fuse this region only for such targets out of those of the build, may be repeated", GroupWhat, [BuildOption, PlanOption]>;
def require : Switch<"require", "Fail with exit code 3 if anything cannot be built", GroupWhat, [BuildOption, PlanOption]>;
defm trust : Value<"trust", "<region>", "Fuse this region also where nothing proves that no kernel needs what other work-items of an earlier one do, may be repeated", GroupWhat, [BuildOption, PlanOption]>;

defm ptxas : Value<"ptxas", "<path>", "The ptxas to use, or none (default: looked for in PATH, CUDA_HOME, CUDA_PATH and /usr/local/cuda)", GroupTools, Serving>;
defm lld : Value<"lld", "<path>", "The ld.lld to use for hip targets and for jit (default: looked for)", GroupTools, Serving>;
defm device_libs : Value<"device-libs", "<path>", "The library of mathematical functions for hip targets, as bitcode (default: libclc's is looked for)", GroupTools, !listconcat(Compiling, [JobOption])>;
defm llvm_spirv : Value<"llvm-spirv", "<path>", "The llvm-spirv that reads SPIR-V (default: the one found when sycl-fuse was configured) and writes the code of target spir (default: llvm-spirv-15)", GroupTools, !listconcat(Compiling, [JobOption])>;
defm libdevice : Value<"libdevice", "<path>", "The libdevice to use (default: looked for, then libclc)", GroupTools, Serving>;
def jobs : JoinedOrSeparate<["-"], "j">, MetaVarName<"<n>">, HelpText<"Processes to use (default: as many as the machine has threads)">, For<GroupTools, All>;
defm time_limit : Value<"time-limit", "<seconds>", "Give up on a kernel or region after this time, 0 for never (default: 600)", GroupTools, !listconcat(All, [JobOption])>;
defm memory_limit : Value<"memory-limit", "<MiB>", "Give up on a kernel or region that needs more memory (default: no limit)", GroupTools, !listconcat(All, [JobOption])>;

def save_temps : Flag<["--"], "save-temps">, HelpText<"Keep the code of every stage in <output without extension>.temps">, For<GroupLook, [BuildOption]>;
def save_temps_dir : Joined<["--"], "save-temps=">, MetaVarName<"<dir>">, HelpText<"Keep the code of every stage in this directory">, For<GroupLook, [BuildOption]>;
def print_phase : Switch<"print-phase", "native: print the code after each phase", GroupLook, [BuildOption]>;
def time_passes : Switch<"time-passes", "Print the CPU time of each pass, for each job and each target", GroupLook, [BuildOption, OptOption]>;
class Remark<string name, string help> : Joined<["-"], name#"=">, MetaVarName<"<regex>">, HelpText<help>, For<GroupLook, Running>;
def rpass : Remark<"Rpass", "Print what passes of matching names did">;
def rpass_missed : Remark<"Rpass-missed", "Print what passes of matching names could not do">;
def rpass_analysis : Remark<"Rpass-analysis", "Print why passes of matching names decided so">;
def verify_each : Switch<"verify-each", "Verify the code after every pass", GroupLook, Running>;

def json : Flag<["--"], "json">, HelpText<"Print JSON (docs/cli.md)">, Group<GroupOutput>, Visibility<[InspectOption, DiffOption]>;
defm format : Value<"format", "<form>", "text, json or sarif (default: text)", GroupOutput, [CheckOption]>, Values<"text,json,sarif">;
defm root : Value<"root", "<folder>", "sarif: what places are relative to; report: where sources are, may be repeated (default: the current folder)", GroupOutput, [CheckOption, ReportOption]>;
def as_text : Switch<"text", "Text for terminals in place of HTML", GroupOutput, [ReportOption]>;
defm stats : Value<"stats", "<file>", "A run that SYCL_FUSE_STATS=<file> wrote, may be repeated", GroupInput, [CheckOption, ReportOption]>;
defm benchmarks : Value<"benchmarks", "<file>", "Results of benchmarks, in the JSON of Google Benchmark, may be repeated", GroupInput, [CheckOption]>;
defm benchmark_names : Value<"benchmark-names", "<fused>=<unfused>", "The words that tell the names of a pair of benchmarks apart (default: fused=unfused)", GroupInput, [CheckOption]>;
defm tolerance : Value<"tolerance", "<percent>", "How much slower a fused benchmark may be (default: 5)", GroupWhat, [CheckOption]>;
defm stack : Value<"stack", "<bytes>", "How much more stack than its kernels a fused kernel may need in each thread (default: 0)", GroupWhat, [CheckOption]>;
def allow_open : Switch<"allow-open", "Let regions be whose sequence only a run knows", GroupWhat, [CheckOption]>;
defm sources : Value<"sources", "<folder>", "Also check that the sources, which the manifests name relative to this folder, have not changed", GroupWhat, [ValidateOption]>;
def places : Switch<"places", "Also compare places in sources, and the sources", GroupWhat, [DiffOption]>;
defm drop_nd_ranges : Value<"drop-nd-ranges", "<origins>", "Drop listed ND-ranges of these origins: source, cmake, capture, separated by commas", GroupWhat, [StripOption]>,
    Values<"source,cmake,capture">;
def captured_only : Switch<"captured-only", "Keep only what was captured: its ND-ranges, the regions that have some or that only a run knows, and their kernels", GroupWhat, [StripOption]>;
def unused_kernels : Switch<"unused-kernels", "Drop kernels that no region submits", GroupWhat, [StripOption]>;

defm idle : Value<"idle", "<seconds>", "End after this time without a request (default: 10)", GroupTools, [JitOption]>;
defm cache_dir : Value<"cache-dir", "<folder>", "The cache (default: SYCL_FUSE_CACHE_DIR, else sycl-fuse in XDG_CACHE_HOME or ~/.cache)", GroupInput, [CacheOption]>;
defm size : Value<"size", "<MiB>", "prune: what may remain (default: 256)", GroupWhat, [CacheOption]>;

class General {
  OptionGroup Group = GroupGeneral;
  list<OptionVisibility> Visibility = [DefaultVis, BuildOption, PlanOption, EmitOption, OptOption, InspectOption, JitOption, CacheOption,
                                      ValidateOption, MergeOption, DiffOption, StripOption, CheckOption, ReportOption, JobOption];
}
def help : Flag<["--"], "help">, HelpText<"Print this help">, General;
def help_short : Flag<["-"], "h">, Alias<help>, General;
def version : Flag<["--"], "version">, HelpText<"Print the version">, General;
