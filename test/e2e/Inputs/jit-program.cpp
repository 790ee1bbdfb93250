// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Submits a sequence of kernels that is known at run time only: jit-program <digits> <elements> <mode>.
//   once      one region
//   again     five regions, waiting for nothing in between
//   until     regions until one is fused, at most a minute
//   sizes     as until, then other sizes
//   reversed  then the kernels in reverse order
//   fork      then the kernels in reverse order in a process that is forked from this one
//   linger    then no region until the worker has ended and left no process behind, at most a minute
//   many      then each beginning of the sequence
//   closes    then closes all descriptors but the standard ones, opens others, and the kernels in reverse order
//   silent    without standard error, to which something is written after the first region; then the kernels in reverse order
//   goes      then goes to another folder, and the kernels in reverse order
//   secure    says whether the system trusts the environment
// Each digit is a kernel. Each run is compared with the host; the time that the slowest submission took is printed to
// stderr.
#include "e2e.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/auxv.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace sycl;

namespace {

using clock_type = std::chrono::steady_clock;
std::atomic<double> slowest{0}; // ms

// What one work-item does, for the host; the kernels are the same, written apart so that each has a name.
void step(char kernel, std::size_t i, int a, std::vector<int> &ts, float &f) {
  const int index = static_cast<int>(i);
  int &t = ts[i];
  switch (kernel) {
  case '0':
    t = a + index;
    break;
  case '1':
    t = t * 3 - a;
    break;
  case '2':
    t = t ^ (index * 5);
    break;
  case '3':
    f = std::exp2(static_cast<float>(t % 8)) + f;
    break;
  default:
    f += static_cast<float>(i + 1 < ts.size() ? ts[i + 1] % 100 : 0);
    break; // of another work-item
  }
}

void submit(queue &q, char kernel, buffer<int> &bA, buffer<int> &bT, buffer<float> &bF) {
  const range<1> n = bA.get_range();
  q.submit([&](handler &h) {
    accessor a{bA, h, read_only};
    accessor t{bT, h, read_write};
    accessor f{bF, h, read_write};
    if (kernel == '0')
      h.parallel_for<class Start>(n, [=](id<1> i) { t[i] = a[i] + static_cast<int>(i[0]); });
    else if (kernel == '1')
      h.parallel_for<class Scale>(n, [=](id<1> i) { t[i] = t[i] * 3 - a[i]; });
    else if (kernel == '2')
      h.parallel_for<class Mix>(n, [=](id<1> i) { t[i] = t[i] ^ (static_cast<int>(i[0]) * 5); });
    else if (kernel == '3')
      h.parallel_for<class Grow>(n, [=](id<1> i) { f[i] = sycl::exp2(static_cast<float>(t[i] % 8)) + f[i]; });
    else
      h.parallel_for<class Neighbour>(
          n, [=](item<1> i) { f[i] += static_cast<float>(i[0] + 1 < i.get_range(0) ? t[i[0] + 1] % 100 : 0); });
  });
}

std::string run(queue &q, const std::string &sequence, std::size_t n) {
  const std::vector<int> in = e2e::random_values<int>(n, static_cast<unsigned>(n));
  std::vector<int> result(n, 4), wanted(n, 4);
  std::vector<float> resultF(n, 1), wantedF(n, 1);
  for (char kernel : sequence)
    for (std::size_t i = 0; i < n; ++i)
      step(kernel, i, in[i], wanted, wantedF[i]);
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> bA{in.data(), range{n}}, bT{result.data(), range{n}};
    buffer<float> bF{resultF.data(), range{n}};
    fw.start_fusion();
    for (char kernel : sequence)
      submit(q, kernel, bA, bT, bF);
    const auto start = clock_type::now();
    fw.complete_fusion();
    slowest = std::max(slowest.load(), std::chrono::duration<double, std::milli>(clock_type::now() - start).count());
  }
  e2e::expect_equal("integers", result, wanted);
  e2e::expect_equal("floats", resultF, wantedF);
  return std::string(to_string(fw.last_outcome())) + " " + to_string(fw.last_reason());
}

std::string run_until_fused(queue &q, const std::string &sequence, std::size_t n) {
  const auto end = clock_type::now() + std::chrono::minutes(1);
  std::string outcome;
  do {
    outcome = run(q, sequence, n);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  } while (outcome.find("unfused") == 0 && clock_type::now() < end);
  return outcome;
}

bool maps(const char *name) {
  std::ifstream file("/proc/self/maps");
  for (std::string line; std::getline(file, line);)
    if (line.find(name) != std::string::npos)
      return true;
  return false;
}

bool has_thread(const std::string &name) {
  for (const auto &thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string called;
    std::ifstream(thread.path() / "comm") >> called;
    if (called == name)
      return true;
  }
  return false;
}

// As a program that becomes a daemon, and then has connections of its own.
void use_all_descriptors_anew(int (&pairs)[8][2]) {
  for (int i = STDERR_FILENO + 1; i < 1024; ++i)
    ::close(i);
  for (auto &pair : pairs) {
    e2e::expect("a pair", ::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    for (int end : pair)
      e2e::expect("a word", ::send(end, "hello", 5, 0) == 5);
  }
}
bool unharmed(const int (&pairs)[8][2]) {
  bool all = true;
  for (const auto &pair : pairs)
    for (int end : pair) {
      char word[100];
      all &= ::recv(end, word, sizeof(word), MSG_DONTWAIT) == 5;
    }
  return all;
}

} // namespace

int main(int argc, char **argv) {
  const std::string sequence = argc > 1 ? argv[1] : "0", mode = argc > 3 ? argv[3] : "once";
  const std::size_t n = argc > 2 ? std::stoul(argv[2]) : 1000;
  if (mode == "silent")
    ::close(STDERR_FILENO);
  queue q = e2e::make_queue();
  std::printf("first: %s\n", run(q, sequence, n).c_str());
  if (mode == "again")
    for (int i = 0; i < 4; ++i)
      std::printf("again: %s\n", run(q, sequence, n).c_str());
  if (mode == "until" || mode == "sizes")
    std::printf("then: %s\n", run_until_fused(q, sequence, n).c_str());
  if (mode == "sizes")
    for (std::size_t other : {std::size_t{1}, n / 2 + 3, 3 * n + 1})
      std::printf("size %zu: %s\n", other, run(q, sequence, other).c_str());
  if (mode == "reversed")
    std::printf("reversed: %s\n", run(q, {sequence.rbegin(), sequence.rend()}, n).c_str());
  if (mode == "fork") {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
      std::printf("in the child: %s\n", run(q, {sequence.rbegin(), sequence.rend()}, n).c_str());
      std::fflush(stdout);
      ::_exit(e2e::failures != 0);
    }
    int status = -1;
    e2e::expect("the child", ::waitpid(child, &status, 0) == child && status == 0);
  }
  if (mode == "linger") {
    siginfo_t info;
    const auto end = clock_type::now() + std::chrono::minutes(1);
    bool child = true;
    while ((child = ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0) && clock_type::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::printf("children: %s\n", child ? "some" : "none");
    std::printf("reversed: %s\n", run(q, {sequence.rbegin(), sequence.rend()}, n).c_str());
  }
  if (mode == "closes") {
    int pairs[8][2];
    use_all_descriptors_anew(pairs);
    std::printf("reversed: %s\n", run(q, {sequence.rbegin(), sequence.rend()}, n).c_str());
    std::printf("its own: %s\n", unharmed(pairs) ? "unharmed" : "harmed");
  }
  if (mode == "silent") {
    e2e::expect("no standard error", ::fcntl(STDERR_FILENO, F_GETFD) < 0);
    for (int i = 0; i < 3; ++i)
      std::fputs("a word for nobody\n", stderr), std::fflush(stderr);
    std::printf("reversed: %s\n", run(q, {sequence.rbegin(), sequence.rend()}, n).c_str());
  }
  if (mode == "goes") {
    e2e::expect("another folder", ::chdir("/") == 0);
    std::printf("reversed: %s\n", run(q, {sequence.rbegin(), sequence.rend()}, n).c_str());
  }
  if (mode == "secure")
    std::printf("secure: %lu\n", ::getauxval(AT_SECURE));
  if (mode == "many")
    for (std::size_t length = 1; length < sequence.size(); ++length)
      std::printf("beginning: %s\n", run(q, sequence.substr(0, length), n).c_str());
  if (mode == "threads") { // each begins its sequences elsewhere
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t)
      threads.emplace_back([t, all = std::string(sequence), n] {
        queue own = e2e::make_queue();
        const std::string mine = all.substr(t % all.size()) + all.substr(0, t % all.size());
        for (std::size_t i = 0; i < 6; ++i)
          run(own, mine.substr(0, mine.size() - i % 3), n + t);
      });
    for (std::thread &t : threads)
      t.join();
  }
  std::printf("compiler in the process: %s\n", maps("libLLVM") || maps("libclang") ? "yes" : "no");
  std::printf("thread of the JIT: %s\n", has_thread("sycl-fuse-jit") ? "yes" : "no");
  std::fprintf(stderr, "slowest: %.3f ms\n", slowest.load());
  return e2e::finish();
}
