// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executions of graphs, beside CUDA graphs written by hand (libgraph-peers.so, from cuda/graph_peers.cu), which take
// turns in this process. Prints one JSON object per peer; exit code 1 if a result is wrong or CUDA fails.
//   bench-graphs [--device cpu|cuda] [--peers <library>] [--rounds N] [--record]
// --record only finalizes the graphs, for SYCL_FUSE_RECORD. With SYCL_FUSE_CUDA_LIBRARY=<libraw-launches.so> the
// driver's own launch of our graph of the fused chain takes part (submit/raw_launches.cpp).
#include "../cuda/graph_peers.hpp"
#include "../turns.hpp"
#include "workloads.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <string>

namespace {

using namespace graph_bench;
using turns::expect, turns::measure, turns::one_round, turns::peer, turns::right;

constexpr int kernels = 100;

struct options {
  bool cuda = false, record = false;
  int rounds = 50;
  std::string peers;
};

int rounds_of(std::size_t n, const options &o) { return n > 10'000'000 ? std::min(o.rounds, 5) : o.rounds; }

peer peer_of(const char *name, workload &w) {
  expect(w.right(), name);
  return {name, [&] { w.launch(); }, [&] { w.q.wait(); }, "", {}, {}};
}

// The peers written by hand, as long as they are measured.
class hand_written {
public:
  explicit hand_written(const std::string &library) {
    void *handle = library.empty() ? nullptr : dlopen(library.c_str(), RTLD_NOW);
    if (handle)
      functions_ = reinterpret_cast<decltype(&graph_peers)>(dlsym(handle, "graph_peers"))();
    expect(library.empty() || functions_, library + " cannot be loaded");
  }
  ~hand_written() {
    for (graph_peer *p : made_)
      functions_->end(p);
  }
  hand_written(const hand_written &) = delete;
  // `is_right(i, value)`: of the result. inputs: of chains.
  template <class F>
  void add(std::vector<peer> &to, const char *name, graph_workload w, std::size_t n, const std::vector<float> *inputs,
           F is_right) {
    if (!functions_)
      return;
    graph_peer *p = functions_->make(w, n, kernels);
    expect(p, name);
    if (!p)
      return;
    made_.push_back(p);
    const float *pointers[4] = {};
    for (int i = 0; inputs && i < 4; ++i)
      pointers[i] = inputs[i].data();
    std::vector<float> result(n);
    bool good = functions_->result(p, inputs ? pointers : nullptr, result.data());
    for (std::size_t i = 0; i < n; ++i)
      good &= is_right(i, result[i]);
    expect(good, name);
    to.push_back(
        {name, [=] { expect(functions_->launch(p), "launch"); }, [=] { expect(functions_->wait(p), "wait"); }, {}, {}});
  }

private:
  const graph_peer_functions *functions_ = nullptr;
  std::vector<graph_peer *> made_;
};

// The driver's launch that an execution of the workload comes to, measured in that very place.
using launch_step = int(void *context);
using measurement = void (*)(void *user, launch_step *launch, launch_step *wait, void *context);
using measure_function = void(measurement, void *user);

void measure_raw(const char *name, std::size_t n, int rounds, workload &w) {
  const char *library = std::getenv("SYCL_FUSE_CUDA_LIBRARY");
  void *handle = library ? dlopen(library, RTLD_NOW) : nullptr;
  auto *next = handle ? reinterpret_cast<measure_function *>(dlsym(handle, "measure_next_launch")) : nullptr;
  if (!next)
    return;
  struct both {
    peer raw, ours;
    int rounds;
    workload &w;
  } both{{"the driver's launch of our graph", {}, {}, {}, {}},
         {"this project, fused, beside the driver", {}, {}, {}, {}},
         rounds,
         w};
  both.ours.launch = [&] { w.launch(); };
  both.ours.wait = [&] { w.q.wait(); };
  for (int round = 0; round < (n > 10'000'000 ? 5 : rounds); ++round) {
    one_round(both.ours);
    next(
        [](void *user, launch_step *launch, launch_step *wait, void *context) {
          peer &raw = static_cast<struct both *>(user)->raw;
          raw.launch = [=] { expect(launch(context) == 0, "the driver's launch"); };
          raw.wait = [=] { expect(wait(context) == 0, "the driver's wait"); };
          one_round(raw);
        },
        &both);
    w.launch();
    w.q.wait();
  }
  print(name, n, both.raw);
  print(name, n, both.ours);
}

void chains(sycl::queue q, const options &o, std::size_t n) {
  chain fused(q, n, true), unfused(q, n, false);
  if (o.record)
    return;
  hand_written hand(o.peers);
  std::vector<peer> peers{peer_of("this project, fused", fused), peer_of("this project, unfused", unfused)};
  const std::vector<float> *in = fused.inputs();
  const auto near = [in](std::size_t i, float v) { // nvcc contracts to fma
    return std::fabs(v - (double(in[0][i]) * in[1][i] - (double(in[0][i]) - in[2][i]) * in[3][i])) < 1e-5;
  };
  hand.add(peers, "CUDA graph of the hand-fused kernel", graph_workload::chain_fused, n, in, near);
  hand.add(peers, "CUDA graph of 4 kernels", graph_workload::chain, n, in, near);
  measure("chain", n, rounds_of(n, o), peers);
  measure_raw("chain", n, o.rounds, fused);
}

void rows(sycl::queue q, const options &o, const char *name, std::size_t n, steps::form how, graph_workload by_hand) {
  steps unfused(q, n, kernels, how, false);
  std::unique_ptr<steps> fused;
  if (how != steps::form::beside)
    fused = std::make_unique<steps>(q, n, kernels, how, true);
  if (o.record)
    return;
  hand_written hand(o.peers);
  std::vector<peer> peers{peer_of("this project, unfused", unfused)};
  if (fused)
    peers.push_back(
        peer_of(how == steps::form::parts ? "this project, fused in parts" : "this project, fused", *fused));
  const float wanted = after_steps(how == steps::form::beside ? 1 : kernels);
  hand.add(peers, "CUDA graph of the kernels", by_hand, n, nullptr,
           [wanted](std::size_t, float v) { return std::fabs(v - wanted) < 1e-5f; });
  measure(name, n, rounds_of(n, o), peers);
}

bool parse(int argc, char **argv, options &o) {
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
    if (option == "--record") {
      o.record = true;
      continue;
    }
    ++i;
    if (option == "--device" && (value == "cpu" || value == "cuda"))
      o.cuda = value == "cuda";
    else if (option == "--peers" && !value.empty())
      o.peers = value;
    else if (option == "--rounds" && std::atoi(value.c_str()) > 0)
      o.rounds = std::atoi(value.c_str());
    else
      return false;
  }
  return true;
}

} // namespace

int main(int argc, char **argv) {
  options o;
  if (!parse(argc, argv, o)) {
    std::fprintf(stderr, "usage: bench-graphs [--device cpu|cuda] [--peers <library>] [--rounds N] [--record]\n");
    return 2;
  }
  try {
    sycl::queue q{o.cuda ? sycl::device(sycl::gpu_selector_v) : sycl::device(sycl::cpu_selector_v)};
    for (std::size_t n : {4096, 1'000'000, 100'000'000})
      if (o.cuda || o.record || n < 10'000'000)
        chains(q, o, n);
    rows(q, o, "100 kernels in a row", 4096, steps::form::row, graph_workload::row);
    rows(q, o, "100 kernels side by side", 4096, steps::form::beside, graph_workload::beside);
    rows(q, o, "100 kernels, a copy after each tenth", 4096, steps::form::parts, graph_workload::parts);
    if (!o.cuda && !o.record)
      rows(q, o, "100 kernels of one work-item", 1, steps::form::row, graph_workload::row);
  } catch (const std::exception &e) {
    std::fprintf(stderr, "bench-graphs: %s\n", e.what());
    return 1;
  }
  return right ? 0 : 1;
}
