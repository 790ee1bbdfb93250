// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sequences of kernels on a GPU: unfused, fused and with their temporaries internalized, beside the same written by
// hand in CUDA, kernel by kernel and fused (libsequence-peers.so, from cuda/sequence_peers.cu). Exit code 1 if a result
// is wrong, or an internalized region was not fused.
//   bench-by-hand [--device cpu|cuda] [--peers <library>] [--rounds N]
#include "../turns.hpp"
#include "sequences.hpp"

#include <cstdlib>
#include <cstring>

namespace {

using namespace sequence_bench;

struct options {
  bool cuda = true;
  int rounds = 50;
  std::string peers;
};

// needed: what does not count as right if it is unfused. Where the build expects no gain, a region is not fused.
template <class Sequence> turns::peer peer_of(const char *name, sycl::queue q, const workload &w, bool needed) {
  auto s = std::make_shared<Sequence>(q, w);
  turns::expect(s->right(), std::string(w.name) + ", " + name);
  const std::string outcome = s->outcome();
  turns::expect(!needed || outcome.rfind("aot", 0) == 0, std::string(w.name) + ", " + name + " is " + outcome);
  return {name, [s] { s->launch(); }, [s] { s->wait(); }, outcome, {}, {}};
}

template <sequence_workload W>
void run(sycl::queue q, const options &o, const char *name, std::size_t rows, std::size_t columns) {
  using to_registers = properties<fusion::property::promote_private>;
  using to_neighbours =
      std::conditional_t<W == sequence_workload::stencil, properties<fusion::property::promote_local>, to_registers>;
  const workload w(W, name, rows, columns);
  std::vector<turns::peer> peers{
      peer_of<sequence<W, false, properties<>, properties<>>>("this project, unfused", q, w, false),
      peer_of<sequence<W, true, properties<>, properties<>>>("this project, fused", q, w, false),
      peer_of<sequence<W, true, to_neighbours, to_registers>>("this project, internalized", q, w, true)};
  turns::hand_written hand(o.peers);
  const float *inputs[4] = {w.in[0].data(), w.in[1].data(), w.in[2].data(), w.in[3].data()};
  const auto right = [&w](const float *result) { return w.right(result); };
  for (bool fused : {false, true})
    hand.add(peers, fused ? "CUDA, fused by hand" : "CUDA, kernel by kernel", peer_number(W, fused), rows, columns,
             inputs, w.results, right);
  turns::measure(name, w.size(), o.rounds, peers);
}

bool parse(int argc, char **argv, options &o) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string option = argv[i], value = argv[i + 1];
    if (option == "--device" && (value == "cpu" || value == "cuda"))
      o.cuda = value == "cuda";
    else if (option == "--peers")
      o.peers = value;
    else if (option == "--rounds" && std::atoi(value.c_str()) > 0)
      o.rounds = std::atoi(value.c_str());
    else
      return false;
  }
  return argc % 2 == 1;
}

} // namespace

int main(int argc, char **argv) try {
  options o;
  if (!parse(argc, argv, o)) {
    std::fprintf(stderr, "usage: bench-by-hand [--device cpu|cuda] [--peers <library>] [--rounds N]\n");
    return 2;
  }
  sycl::queue q{o.cuda ? sycl::device(sycl::gpu_selector_v) : sycl::device(sycl::cpu_selector_v),
                sycl::property_list{fusion::property::queue::enable_fusion{}}};
  using kind = sequence_workload;
  run<kind::mlp>(q, o, "tail of an MLP, 64 x 64", 64, 64);
  run<kind::mlp>(q, o, "tail of an MLP, 1024 x 1024", 1024, 1024);
  if (o.cuda)
    run<kind::mlp>(q, o, "tail of an MLP, 8192 x 4096", 8192, 4096);
  run<kind::mlp_flat>(q, o, "tail of an MLP, one dimension, 1024 x 1024", 1024, 1024);
  if (o.cuda)
    run<kind::mlp_flat>(q, o, "tail of an MLP, one dimension, 8192 x 4096", 8192, 4096);
  run<kind::black_scholes>(q, o, "Black-Scholes", 1, 1'000'000);
  run<kind::stencil>(q, o, "5-point stencil in tiles", 1024, 1024);
  run<kind::group_sums>(q, o, "difference, product, group sums", 1, 1'048'576);
  return turns::right ? 0 : 1;
} catch (const std::exception &e) {
  std::fprintf(stderr, "bench-by-hand: %s\n", e.what());
  return 1;
}
