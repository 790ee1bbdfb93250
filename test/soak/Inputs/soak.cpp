// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// soak <seconds> <threads> <seed or ""> [<library>]: threads that share queues do at random what programs do, and know what
// must have become of their data whenever they have waited. Prints the seed; a failure names the thread and its step.
#include <sycl/sycl.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace sycl;
namespace fusion = sycl::ext::codeplay::experimental;
namespace graphs = sycl::ext::oneapi::experimental;

namespace {

constexpr std::size_t items = 100;
using words = std::vector<unsigned>;

std::atomic<bool> stop{false};
std::atomic<unsigned> failures{0};
std::atomic<unsigned long> thrown{0}, handled{0}, steps{0};

void count_exceptions(exception_list list) {
  for (const std::exception_ptr &e : list)
    try {
      std::rethrow_exception(e);
    } catch (const std::out_of_range &) {
      ++handled;
    } catch (const std::exception &e) {
      std::printf("a task gave '%s'\n", e.what());
      ++failures;
    }
}

queue make_queue(bool in_order) {
  const fusion::property::queue::enable_fusion fuses;
  if (in_order)
    return queue(count_exceptions, property_list{fuses, property::queue::in_order()});
  return queue(count_exceptions, property_list{fuses});
}

// What a step does with each element: `which` chooses among kernels that the compiler sees.
unsigned changed(unsigned value, unsigned which, unsigned k) {
  return which == 0 ? value * 3 + k : which == 1 ? value ^ k : value + (value >> 3) + k;
}

// Data of one thread, each with what it must be: a buffer, whose accesses order the commands; memory of which the
// thread orders them by events; the same for a graph.
class worker {
public:
  worker(std::vector<queue> &shared, unsigned number, unsigned seed, const char *library)
      : shared_(shared), number_(number), random_(seed * 1000 + number), library_(library) {
    std::fill_n(memory_, items, 1u);
    host_accessor first(buffer_, write_only, no_init);
    for (std::size_t i = 0; i != items; ++i)
      first[i] = 1;
    graphs::command_graph<graphs::graph_state::modifiable> recorded{own_.get_context(), own_.get_device()};
    unsigned *p = memory_;
    for (unsigned k : {5u, 9u})
      recorded.add(
          [&](handler &h) { h.parallel_for<class in_graph>(range<1>(items), [=](id<1> i) { p[i] = p[i] * 3 + k; }); },
          {graphs::property::node::depends_on_all_leaves()});
    graph_ = std::make_unique<graphs::command_graph<graphs::graph_state::executable>>(recorded.finalize());
  }
  ~worker() {
    own_.wait();
    sycl::free(memory_, own_);
  }

  void run() {
    while (!stop && failures == 0) {
      step();
      ++steps;
      ++step_;
    }
    wait_and_check(own_);
  }

private:
  unsigned draw(unsigned n) { return static_cast<unsigned>(random_() % n); }
  queue &any_queue() { return shared_[draw(static_cast<unsigned>(shared_.size()))]; }

  void step() {
    switch (draw(16)) {
    case 0:
    case 1:
    case 2:
      return change_buffer(any_queue());
    case 3:
    case 4:
    case 5:
      return region(any_queue());
    case 6:
      return change_memory(any_queue());
    case 7:
      return execute_graph(any_queue());
    case 8:
      return host_task(any_queue());
    case 9:
      return failing_task(any_queue());
    case 10:
      return end_somebodys_region(any_queue());
    case 11:
      return draw(20) == 0 ? use_library() : change_memory(own_);
    case 12:
      return draw(50) == 0 ? fork_child() : change_buffer(own_);
    default:
      return wait_and_check(any_queue());
    }
  }

  void change_buffer(queue &q) {
    const unsigned which = draw(3), k = draw(1000);
    last_ = q.submit([&](handler &h) {
      accessor a(buffer_, h, read_write);
      const range<1> all(items);
      if (which == 0)
        h.parallel_for<class times_three>(all, [=](id<1> i) { a[i] = a[i] * 3 + k; });
      else if (which == 1)
        h.parallel_for<class exclusive_or>(all, [=](id<1> i) { a[i] ^= k; });
      else
        h.parallel_for<class and_eighth>(all, [=](id<1> i) { a[i] += (a[i] >> 3) + k; });
    });
    last_queue_ = q;
    for (unsigned &value : buffer_model_)
      value = changed(value, which, k);
  }

  // Another thread's region may be open: the kernels become a part of it.
  void region(queue &q) {
    fusion::fusion_wrapper wrapper(q);
    try {
      wrapper.start_fusion();
    } catch (const sycl::exception &) {
    }
    for (unsigned n = 1 + draw(4); n != 0; --n)
      change_buffer(q);
    switch (draw(4)) {
    case 0:
      return wrapper.cancel_fusion();
    case 1:
      return; // left to whoever needs it first
    default:
      last_ = wrapper.complete_fusion();
    }
  }

  void end_somebodys_region(queue &q) {
    fusion::fusion_wrapper wrapper(q);
    if (wrapper.is_in_fusion_mode())
      draw(2) ? static_cast<void>(wrapper.complete_fusion()) : wrapper.cancel_fusion();
  }

  void change_memory(queue &q) {
    const unsigned k = draw(1000);
    unsigned *p = memory_;
    memory_event_ = q.submit([&](handler &h) {
      h.depends_on(memory_event_);
      h.parallel_for<class memory_change>(range<1>(items), [=](id<1> i) { p[i] = p[i] * 3 + k; });
    });
    for (unsigned &value : memory_model_)
      value = value * 3 + k;
  }

  void execute_graph(queue &q) {
    memory_event_ = q.ext_oneapi_graph(*graph_, memory_event_);
    for (unsigned &value : memory_model_)
      value = (value * 3 + 5) * 3 + 9;
  }

  void host_task(queue &q) {
    const unsigned k = draw(1000);
    last_ = q.submit([&](handler &h) {
      accessor a(buffer_, h, read_write_host_task);
      h.host_task([=] {
        for (std::size_t i = 0; i != items; ++i)
          a[i] += k;
      });
    });
    last_queue_ = q;
    for (unsigned &value : buffer_model_)
      value += k;
  }

  // What comes behind it runs all the same.
  void failing_task(queue &q) {
    ++thrown;
    last_ = q.submit([&](handler &h) {
      accessor a(buffer_, h, read_write_host_task);
      h.host_task([=] {
        a[0] += 0;
        throw std::out_of_range("as intended");
      });
    });
    last_queue_ = q;
  }

  // The library is closed when nothing of it runs any more, so nobody else may have its region.
  void use_library() {
    if (!library_)
      return;
    void *library = ::dlopen(library_, RTLD_NOW | RTLD_LOCAL);
    auto *add =
        library ? reinterpret_cast<void (*)(queue *, unsigned *, unsigned)>(::dlsym(library, "soak_add")) : nullptr;
    if (!add)
      return fail("the library cannot be loaded", 0, 0);
    memory_event_.wait();
    add(&own_, memory_, items);
    {
      // Others may have it open, and the last one frees what all have read: the dynamic linker's own lock orders them,
      // which the thread sanitizer does not see.
      static std::mutex closing;
      std::lock_guard<std::mutex> lock(closing);
      ::dlclose(library);
    }
    for (unsigned &value : memory_model_)
      value = (value + 7) * 3;
  }

  static bool child_works() {
    words data(1000, 1);
    {
      queue q;
      sycl::buffer b(data);
      q.submit([&](handler &h) {
        accessor a(b, h, read_write);
        h.parallel_for<class in_child>(range<1>(1000), [=](id<1> i) { a[i] += static_cast<unsigned>(i[0]); });
      });
      q.submit([&](handler &h) {
        accessor a(b, h, read_write_host_task);
        h.host_task([=] { a[0] = 77; });
      });
    }
    return data[0] == 77 && data[999] == 1000;
  }

  void fork_child() {
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(60);
      ::_exit(child_works() ? 0 : 1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    if (status != 0)
      fail("a child ended with", static_cast<unsigned>(status), 0);
  }

  // By the event, or by the queue, of what this thread did last; or by the host.
  void wait_and_check(queue &q) {
    switch (draw(3)) {
    case 0:
      last_.wait();
      break;
    case 1:
      last_queue_.wait();
      break;
    default:
      q.wait_and_throw();
    }
    {
      host_accessor a(buffer_, read_only);
      for (std::size_t i = 0; i != items; ++i)
        if (a[i] != buffer_model_[i])
          return fail("the buffer", a[i], buffer_model_[i]);
    }
    memory_event_.wait();
    for (std::size_t i = 0; i != items; ++i)
      if (memory_[i] != memory_model_[i])
        return fail("the memory", memory_[i], memory_model_[i]);
    order_check(q);
  }

  // After a wait for the queue nothing that this thread has submitted to it is left, whoever ends the regions.
  void order_check(queue &q) {
    unsigned *p = memory_;
    const unsigned k = draw(1000);
    q.parallel_for<class order_change>(range<1>(items), [=](id<1> i) { p[i] += k; });
    q.wait();
    for (std::size_t i = 0; i != items; ++i)
      if (memory_[i] != (memory_model_[i] += k))
        return fail("the memory after queue::wait", memory_[i], memory_model_[i]);
  }

  void fail(const char *what, unsigned is, unsigned needed) {
    std::printf("thread %u, step %lu: %s is %u, needed: %u\n", number_, step_, what, is, needed);
    ++failures;
  }

  std::vector<queue> &shared_;
  const unsigned number_;
  std::mt19937_64 random_;
  const char *const library_;
  unsigned long step_ = 0;
  queue own_ = make_queue(false), last_queue_ = own_;
  words buffer_model_ = words(items, 1), memory_model_ = buffer_model_;
  sycl::buffer<unsigned> buffer_{range<1>(items)};
  unsigned *memory_ = malloc_shared<unsigned>(items, own_);
  std::unique_ptr<graphs::command_graph<graphs::graph_state::executable>> graph_;
  event last_, memory_event_;
};

// Ends while its commands are under way.
int end_at_once() {
  static std::vector<queue> queues{make_queue(false), make_queue(true)};
  static words data(items, 1);
  static sycl::buffer<unsigned> b(data.data(), range<1>(items), {property::buffer::use_host_ptr()});
  for (int i = 0; i != 50; ++i) {
    queue &q = queues[static_cast<std::size_t>(i % 2)];
    fusion::fusion_wrapper wrapper(q);
    if (i == 40)
      wrapper.start_fusion();
    q.submit([&](handler &h) {
      accessor a(b, h, read_write);
      h.parallel_for<class at_the_end>(range<1>(items), [=](id<1> j) { a[j] += 1; });
    });
    if (i % 10 == 0)
      q.submit([&](handler &h) { h.host_task([] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }); });
  }
  return 0;
}

bool ends_at_once(const char *self) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    ::execl(self, self, "end", nullptr);
    ::_exit(127);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  if (status != 0)
    std::printf("a program that ended with work under way: status %d\n", status);
  return status == 0;
}

} // namespace

int main(int count, char **arguments) {
  if (count == 2)
    return end_at_once();
  if (count < 4)
    return std::puts("usage: soak <seconds> <threads> <seed> [<library>]"), 2;
  const int seconds = std::atoi(arguments[1]), threads = std::atoi(arguments[2]);
  const auto seed =
      *arguments[3] ? static_cast<unsigned>(std::strtoul(arguments[3], nullptr, 0)) : std::random_device()();
  std::printf("seed %u, %d threads, %d seconds\n", seed, threads, seconds);
  std::fflush(stdout);
  ::alarm(static_cast<unsigned>(seconds + 120)); // a wait that never ends
  {
    std::vector<queue> shared;
    for (int i = 0; i != 4; ++i)
      shared.push_back(make_queue(i % 2 == 0));
    std::vector<std::thread> running;
    for (int i = 0; i != threads; ++i)
      running.emplace_back([&, i] {
        try {
          worker(shared, static_cast<unsigned>(i), seed, count > 4 ? arguments[4] : nullptr).run();
        } catch (const std::exception &e) {
          std::printf("thread %d: %s\n", i, e.what());
          ++failures;
        }
      });
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    while (std::chrono::steady_clock::now() < end && failures == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      failures += ends_at_once(arguments[0]) ? 0 : 1;
    }
    stop = true;
    for (std::thread &t : running)
      t.join();
    for (queue &q : shared)
      q.wait_and_throw();
  }
  if (thrown != handled) {
    std::printf("%lu tasks threw, the handlers got %lu\n", thrown.load(), handled.load());
    ++failures;
  }
  std::printf("%lu steps, %u failures\n", steps.load(), failures.load());
  return failures == 0 ? 0 : 1;
}
