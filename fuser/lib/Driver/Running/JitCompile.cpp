// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JitCompile.h"

#include "CompileJob.h"
#include "Driver/Input/KernelIr.h"
#include "Driver/Planning/BuildPlan.h"
#include "Driver/Planning/RegionSegments.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "RefusedRegions.h"

#include "Support/FuseError.h"
#include "Targets/Native/Object/SharedLibrary.h"
#include "syclfuse/jit_cache.hpp"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
// One region, built for one target: every variant in one library.
class RegionCompilation {
public:
  RegionCompilation(const jit::request &Request, const JitOptions &Given) : Request(Request), Kept(Options) {
    Options.Lld = Given.Lld;
    Options.Ptxas = Given.Ptxas;
    Options.Libdevice = Given.Libdevice;
    Options.TimeLimit = std::max<uint64_t>(Request.seconds, 1);
    Options.JitIr = false;
    Options.Automatic = true;
  }

  jit::reply run() {
    jit::reply Reply;
    if (!read() || !readKernels())
      return failed(Reply);
    fixRanges(Document->regions.front());
    cutUnfitRegions(*Document, Library, Options);
    planRegion();
    std::vector<JobResult> Results = compile();
    // A region that is proven wrong is refused as a whole, also where it is right for launches of one work-group.
    const bool Wrong = any_of(Results, [](const JobResult &R) { return R.Refuted; });
    for (const JobResult &R : Results)
      append(Diags, R.Diags);
    if (Wrong || all_of(Results, [](const JobResult &R) { return R.Kernels.empty(); })) {
      Reply.how = Died ? jit::reply::status::failed : jit::reply::status::refused;
      Reply.text = reason();
      return Reply;
    }
    const auto NoIr = [](const manifest::kernel &) { return std::vector<unsigned char>(); };
    std::optional<std::string> Object =
        makeObject(buildBundle(*Document, Jobs, Results, NoIr), RegisteredBy::ExportedRecord, /*Anchor=*/"", Diags);
    std::optional<std::string> Library = Object ? linkLibrary(*Object) : std::nullopt;
    if (!Library)
      return failed(Reply);
    Reply.entry = std::move(*Library);
    Reply.how = jit::reply::status::built;
    return Reply;
  }

  std::string region() const {
    return Document && !Document->regions.empty() ? Document->regions.front().name : std::string();
  }

private:
  jit::reply failed(jit::reply &Reply) const {
    Reply.how = jit::reply::status::failed;
    Reply.text = reason();
    return Reply;
  }

  std::string reason() const {
    for (severity Level : {severity::error, severity::warning})
      for (const diagnostic &D : Diags.list())
        if (D.level == Level)
          return D.text + " [" + code_string(D.code) + "]";
    return "there is nothing to compile";
  }

  bool refuse(const char *Why) {
    Diags.add(diag::internal_error, "", 0, 0, {Why});
    return false;
  }

  bool read() {
    Document = manifest::parse(Request.what.manifest, "request", Diags);
    if (!Document)
      return false;
    if (Document->regions.size() != 1)
      return refuse("the request does not have one region");
    std::unique_ptr<Target> T;
    if (Error E = createTarget(Request.what.target).moveInto(T)) {
      report(std::move(E), Diags);
      return false;
    }
    Targets.push_back(std::move(T));
    return true;
  }

  bool readKernels() {
    for (auto [Kernel, Ir] : zip_equal(Request.what.kernels, Request.ir)) {
      LibraryKernel Read;
      if (sha256_of(Ir.data(), Ir.size()) != Kernel.hash || !decodeKernelIr(Ir, Read))
        return refuse("the device IR of a kernel is damaged");
      Library.insert(Kernel.symbol, std::move(Read));
    }
    for (const manifest::kernel &K : Document->kernels)
      if (!Library.find(K.symbol))
        return refuse("the device IR of a kernel is missing");
    return true;
  }

  // A region is cut where an ND-range does not fit, hence by those of the run if they are for this run.
  static void fixRanges(manifest::region &R) {
    if (R.nd_ranges.size() != 1)
      return;
    const manifest::listed_nd_range Listed = R.nd_ranges.front();
    for (auto [Index, S] : enumerate(R.submissions))
      S.range = Listed.submissions.empty() ? Listed.range : Listed.submissions[Index];
    R.nd_ranges.clear();
  }

  void planRegion() { Jobs = planJobs(*Document, Library, Targets, Options, Diags); }

  // The kernels by themselves are in the program. Their jobs are there for what the bundle says of them.
  std::vector<JobResult> compile() {
    const size_t Kernels =
        find_if(Jobs, [](const Job &J) { return J.Region.has_value(); }) - Jobs.begin(); // of one target: first
    std::vector<JobResult> Results(Kernels);
    while (Results.size() != Jobs.size()) {
      for (JobResult &R : compileJobs(ArrayRef(Jobs).drop_front(Results.size()), Library, Options, Kept)) {
        Died |= R.Died;
        Results.push_back(std::move(R));
      }
      cutRefusedRegions(*Document, Library, Options, Jobs, Results, Diags);
    }
    return Results;
  }

  std::optional<std::string> linkLibrary(const std::string &Object) {
    return askIsolated(limitsOf(Options), Diags, [&](diagnostics &Problems) {
      Expected<std::string> Linked = linkNativeLibrary(Object, Options.Lld);
      report(Linked.takeError(), Problems);
      return Linked ? *Linked : "";
    });
  }

  const jit::request &Request;
  BuildOptions Options;
  Stages Kept;
  diagnostics Diags;
  std::optional<manifest::document> Document;
  std::vector<std::unique_ptr<Target>> Targets;
  KernelLibrary Library;
  std::vector<Job> Jobs;
  bool Died = false; // of something that need not happen again
};

class Answer {
public:
  Answer(const jit::request &Request, const JitOptions &Options)
      : Request(Request), Options(Options), Key(jit::key_of(Request.what)), Worker(jit::stamp_of("/proc/self/exe")) {}

  jit::reply run() {
    if (Request.what.producer != producerName()) {
      Reply.text = "the program was built by " + Request.what.producer + ", the worker is " + producerName();
      return Reply;
    }
    std::unique_ptr<jit::cache> Cache = openCache();
    if (!Cache) {
      compile();
      return Reply;
    }
    // Whoever gets the lock compiles; who waits for it finds the result. One that hangs must not hold up all others.
    std::unique_ptr<jit::cache::key_lock> Lock = Cache->lock(Key, Request.seconds * 500);
    if (!find(*Cache)) {
      compile();
      publish(*Cache);
    }
    return Reply;
  }

private:
  std::unique_ptr<jit::cache> openCache() {
    if (Request.cache_directory.empty())
      return nullptr;
    return jit::cache::open(Request.cache_directory, /*create=*/true, Reply.cache_problem);
  }

  bool find(const jit::cache &Cache) {
    jit::entry Entry;
    std::string Bytes, Why;
    if (Cache.read(Key, Entry, Bytes, Why) != jit::cache::result::found || !(Entry.worker == Worker))
      return false;
    // Another script that starts the same worker: the runtime is to find its own the next time.
    if (!(Entry.tool == Request.tool))
      return false;
    Reply.how = Entry.refused ? jit::reply::status::refused : jit::reply::status::built;
    Reply.entry = std::move(Bytes);
    return true;
  }

  void compile() {
    RegionCompilation C(Request, Options);
    const std::string Problem = std::move(Reply.cache_problem);
    Reply = C.run();
    Reply.cache_problem = Problem;
    if (Reply.how == jit::reply::status::failed)
      return;
    jit::entry Entry;
    Entry.refused = Reply.how == jit::reply::status::refused;
    Entry.key = Key;
    Entry.tool = Request.tool;
    Entry.worker = Worker;
    Entry.region = C.region();
    Entry.producer = Request.what.producer;
    Entry.target = Request.what.target;
    Entry.driver = Request.what.driver;
    Entry.payload = Entry.refused ? Reply.text : std::move(Reply.entry);
    Reply.entry = jit::encode(Entry);
  }

  void publish(const jit::cache &Cache) {
    if (Reply.how == jit::reply::status::failed)
      return;
    if (Reply.entry.size() > Request.cache_limit) {
      Reply.cache_problem = "it is larger than the cache may be";
      return;
    }
    if (Cache.publish(Key, Reply.entry, Reply.cache_problem))
      Cache.prune(Request.cache_limit);
  }

  const jit::request &Request;
  const JitOptions &Options;
  const sha256_digest Key;
  const jit::tool_stamp Worker;
  jit::reply Reply;
};
} // namespace

jit::reply answerJitRequest(const jit::request &Request, const JitOptions &Options) {
  return Answer(Request, Options).run();
}

} // namespace syclfuse::fuser
