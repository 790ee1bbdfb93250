// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sequences that queues look for, against sets of sequences that are searched one by one.
#include "core/automatic/automaton.hpp"
#include "core/automatic/sequence_finder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

using sycl::detail::automaton;
using sycl::detail::find_repetition;
using sycl::detail::kernel_sequence;
using sycl::detail::repetition;
using sycl::detail::sequence_finder;

namespace {

bool begins_with(const kernel_sequence &s, const kernel_sequence &prefix) {
  return s.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), s.begin());
}

TEST(Automaton, KnowsEachBeginningOfEachSequence) {
  std::minstd_rand random{std::random_device()()};
  for (int round = 0; round != 200; ++round) {
    std::vector<kernel_sequence> all(random() % 20);
    for (kernel_sequence &s : all)
      for (auto n = random() % 6; n != 0; --n)
        s.push_back(random() % 4 * 0x100000000u + 1 + random() % 2); // low bits that collide
    const automaton made(all);
    for (int look = 0; look != 200; ++look) {
      kernel_sequence held;
      automaton::place at = automaton::nothing;
      for (auto n = 1 + random() % 6; n != 0; --n) {
        held.push_back(random() % 4 * 0x100000000u + 1 + random() % 2);
        at = held.size() == 1 ? made.begin(held.front()) : made.next(at, held.back());
        bool known = false, ends = false, goes_on = false;
        for (const kernel_sequence &s : all)
          if (s.size() >= 2 && begins_with(s, held)) {
            known = true;
            ends |= s.size() == held.size();
            goes_on |= s.size() != held.size();
          }
        ASSERT_EQ(at != automaton::nothing, known);
        if (!known)
          break;
        EXPECT_EQ(made.ends(at), ends);
        EXPECT_EQ(made.goes_on(at), goes_on);
      }
    }
  }
}

TEST(Automaton, FindsSequencesInLongerOnes) {
  std::minstd_rand random{std::random_device()()};
  for (int round = 0; round != 500; ++round) {
    std::vector<kernel_sequence> all(1 + random() % 3);
    kernel_sequence whole(random() % 12);
    const auto fill = [&](kernel_sequence &s) { std::generate(s.begin(), s.end(), [&] { return 1 + random() % 3; }); };
    fill(whole);
    bool occurs = false;
    for (kernel_sequence &s : all) {
      s.resize(2 + random() % 4);
      fill(s);
      occurs |= std::search(whole.begin(), whole.end(), s.begin(), s.end()) != whole.end();
    }
    EXPECT_EQ(automaton(all).occurs_in(whole), occurs);
  }
}

TEST(Automaton, PausesWhatFailsAndBeginsAgain) {
  const automaton made({{1, 2}, {3, 4, 5}});
  for (int i = 0; i != 7; ++i)
    made.failed(1);
  EXPECT_NE(made.begin(1), automaton::nothing);
  made.fused(1);
  for (int i = 0; i != 7; ++i)
    made.failed(1);
  EXPECT_NE(made.begin(1), automaton::nothing);
  made.failed(1);
  EXPECT_NE(made.begin(3), automaton::nothing);
  const auto pause = [&] {
    int left = 0;
    while (made.begin(1) == automaton::nothing)
      ++left;
    return left;
  };
  const int first = pause();
  EXPECT_GT(first, 8);
  for (int i = 0; i != 8; ++i)
    made.failed(1);
  EXPECT_GT(pause(), first);
  made.failed(7); // begins nothing
}

TEST(Automaton, OfNothing) {
  const automaton made({{}, {1}});
  EXPECT_TRUE(made.empty());
  EXPECT_EQ(made.begin(1), automaton::nothing);
  made.failed(1);
}

// Of each period and place by itself.
repetition longest(const kernel_sequence &run) {
  repetition best;
  for (std::size_t period = 1; 2 * period <= run.size() && period <= sequence_finder::longest_sequence; ++period)
    for (std::size_t begin = 0; begin + 2 * period <= run.size(); ++begin) {
      std::size_t end = begin + period;
      while (end != run.size() && run[end] == run[end - period])
        ++end;
      if (end - begin >= 2 * period && end - begin > best.end - best.begin)
        best = {begin, end, period};
    }
  return best;
}

TEST(SequenceFinder, FindsTheLongestRepetition) {
  std::minstd_rand random{std::random_device()()};
  for (int round = 0; round != 500; ++round) {
    kernel_sequence run;
    while (random() % 4 != 0) {
      kernel_sequence part;
      for (auto n = 1 + random() % 5; n != 0; --n)
        part.push_back(random() % 5);
      for (auto times = 1 + random() % 6; times != 0; --times)
        run.insert(run.end(), part.begin(), part.end());
    }
    const repetition got = find_repetition(run), wanted = longest(run);
    EXPECT_EQ(got.period, wanted.period);
    EXPECT_EQ(got.begin, wanted.begin);
    EXPECT_EQ(got.end, wanted.end);
  }
}

TEST(SequenceFinder, TellsRoundsAndWhatStandsBesideThem) {
  std::map<kernel_sequence, std::size_t> seen;
  const auto found = [&](kernel_sequence s, std::size_t times) { seen[s] += times; };
  sequence_finder finder;
  const auto submit = [&](const kernel_sequence &s) {
    for (std::uint64_t kernel : s)
      finder.add(kernel, found);
  };
  submit({8, 9});
  for (int i = 0; i != 10; ++i)
    submit({1, 2, 3});
  submit({1, 2, 7});
  EXPECT_TRUE(seen.empty());
  finder.end(found);
  EXPECT_EQ(seen, (std::map<kernel_sequence, std::size_t>{{{8, 9}, 1}, {{1, 2, 3}, 10}, {{1, 2, 7}, 1}}));
  seen.clear();
  submit({4, 5});
  finder.end(found);
  submit({4});
  finder.end(found);
  EXPECT_EQ(seen, (std::map<kernel_sequence, std::size_t>{{{4, 5}, 1}}));
  seen.clear();
  // Without an end it is looked through now and then.
  for (std::size_t i = 0; i != 2 * sequence_finder::longest_run; ++i)
    submit({6});
  EXPECT_EQ(seen, (std::map<kernel_sequence, std::size_t>{{{6, 6}, sequence_finder::longest_run}}));
}

} // namespace
