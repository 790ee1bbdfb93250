// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Requests to the JIT that come faster than the worker answers: what waits takes bounded memory, and what finds no room
// is asked for again.
#include "core/jit/jit_service.hpp"
#include "core/process/env.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace sycl::detail;

namespace {

const std::string folder = "/tmp/jit-service-" + std::to_string(::getpid()), worker = folder + "/worker";

// Before any other test has the environment read.
const bool environment_is_read = [] {
  ::setenv("SYCL_FUSE_TOOL", worker.c_str(), 1);
  ::setenv("SYCL_FUSE_CACHE_SIZE", "0", 1);
  env();
  ::unsetenv("SYCL_FUSE_TOOL");
  ::unsetenv("SYCL_FUSE_CACHE_SIZE");
  return true;
}();

// One that says nothing until there is a file `open`, and ends then.
void make_worker(const std::string &open) {
  ASSERT_EQ(::mkdir(folder.c_str(), 0700), 0);
  std::ofstream(worker) << "#!/bin/sh\nwhile [ ! -e " << open << " ]; do sleep 0.05; done\n";
  ASSERT_EQ(::chmod(worker.c_str(), 0755), 0);
}

constexpr std::size_t request_bytes = std::size_t{1} << 20;

std::shared_ptr<jit_task> make_task(int number) {
  auto task = std::make_shared<jit_task>();
  task->region = "region" + std::to_string(number);
  task->request.what.manifest = task->region;
  task->request.ir.emplace_back(request_bytes, 'x');
  return task;
}

} // namespace

TEST(JitService, ABurstIsBoundedAndAskedForAgain) {
  ASSERT_TRUE(environment_is_read);
  const std::string open = folder + "/open";
  ASSERT_NO_FATAL_FAILURE(make_worker(open));
  constexpr int regions = 100;
  static auto *service = new jit_service; // its thread does not end
  std::vector<int> made(regions);
  const auto ask_all = [&] {
    int now = 0;
    for (int i = 0; i < regions; ++i)
      EXPECT_NE(service->ask("key" + std::to_string(i), [&] { return ++now, ++made[i], make_task(i); }),
                jit_task::state::registered);
    return now;
  };
  const int first = ask_all();
  EXPECT_GE(first, 8);
  EXPECT_LE(first, 12) << "requests of a MiB each wait at once";
  EXPECT_EQ(ask_all(), 0);
  std::ofstream(open) << "";
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  int asked = first;
  while (asked < regions && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    asked += ask_all();
  }
  EXPECT_EQ(made, std::vector<int>(regions, 1));
  ASSERT_EQ(std::system(("rm -rf " + folder).c_str()), 0);
}
