// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What runtime and JIT worker say to each other survives a round trip; whatever is cut or changed is noticed.
#include "syclfuse/jit_protocol.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace syclfuse;
using namespace syclfuse::jit;

namespace {

std::string random_text(std::mt19937 &random, std::size_t most) {
  std::string text(random() % (most + 1), '\0');
  for (char &c : text)
    c = static_cast<char>(random());
  return text;
}

sha256_digest random_digest(std::mt19937 &random) {
  const std::string text = random_text(random, 20);
  return sha256_of(text.data(), text.size());
}

request random_request(std::mt19937 &random) {
  request r;
  r.what.producer = random_text(random, 30);
  r.what.manifest = random_text(random, 300);
  r.what.target = random_text(random, 10);
  r.what.driver = random_text(random, 10);
  for (std::size_t left = random() % 5; left; --left) {
    r.what.kernels.push_back({random_text(random, 40), random_digest(random)});
    r.ir.push_back(random_text(random, 200));
  }
  r.cache_directory = random_text(random, 30);
  r.cache_limit = random();
  r.seconds = random();
  r.tool = {random(), random()};
  return r;
}

entry random_entry(std::mt19937 &random) {
  entry e;
  e.refused = random() % 2;
  e.key = random_digest(random);
  e.tool = {random(), random()};
  e.worker = {random(), random()};
  e.region = random_text(random, 20);
  e.producer = random_text(random, 20);
  e.target = random_text(random, 20);
  e.driver = random_text(random, 20);
  e.payload = random_text(random, 500);
  return e;
}

TEST(jit_protocol, requests_survive_a_round_trip) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    const request wanted = random_request(random);
    request got;
    ASSERT_TRUE(decode(encode(wanted), got));
    EXPECT_EQ(key_of(got.what), key_of(wanted.what));
    EXPECT_EQ(got.ir, wanted.ir);
    EXPECT_EQ(got.cache_directory, wanted.cache_directory);
    EXPECT_EQ(got.cache_limit, wanted.cache_limit);
    EXPECT_EQ(got.seconds, wanted.seconds);
    EXPECT_TRUE(got.tool == wanted.tool);
  }
}

TEST(jit_protocol, every_field_of_a_job_is_in_its_key) {
  std::mt19937 random(2);
  request r = random_request(random);
  r.what.kernels.assign(2, {"kernel", {}});
  const sha256_digest key = key_of(r.what);
  const auto differs = [&](auto change) {
    job other = r.what;
    change(other);
    return key_of(other) != key;
  };
  EXPECT_TRUE(differs([](job &j) { j.producer += "x"; }));
  EXPECT_TRUE(differs([](job &j) { j.manifest += "x"; }));
  EXPECT_TRUE(differs([](job &j) { j.target += "x"; }));
  EXPECT_TRUE(differs([](job &j) { j.driver += "x"; }));
  EXPECT_TRUE(differs([](job &j) { j.kernels.pop_back(); }));
  EXPECT_TRUE(differs([](job &j) { j.kernels[1].symbol += "x"; }));
  EXPECT_TRUE(differs([](job &j) { j.kernels[1].hash[31] ^= 1; }));
}

TEST(jit_protocol, replies_survive_a_round_trip) {
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    reply wanted{static_cast<reply::status>(random() % 3), random_text(random, 30), random_text(random, 30),
                 random_text(random, 300)};
    reply got;
    ASSERT_TRUE(decode(encode(wanted), got));
    EXPECT_EQ(got.how, wanted.how);
    EXPECT_EQ(got.text, wanted.text);
    EXPECT_EQ(got.cache_problem, wanted.cache_problem);
    EXPECT_EQ(got.entry, wanted.entry);
  }
}

// Of changed lengths nothing is believed; there is no checksum here, that is the frame's.
TEST(jit_protocol, messages_that_are_cut_or_longer_are_refused) {
  std::mt19937 random(4);
  const std::string one = encode(random_request(random)), other = encode(reply{reply::status::built, "a", "b", "c"});
  request q;
  reply p;
  for (std::size_t size = 0; size < one.size(); ++size)
    EXPECT_FALSE(decode(std::string_view(one).substr(0, size), q)) << size;
  for (std::size_t size = 0; size < other.size(); ++size)
    EXPECT_FALSE(decode(std::string_view(other).substr(0, size), p)) << size;
  EXPECT_FALSE(decode(one + "x", q));
  EXPECT_FALSE(decode(other + "x", p));
  for (int i = 0; i < 20000; ++i) { // anything: nothing is read past the end, nothing large is allocated
    std::string damaged = i % 2 ? one : other;
    for (int changes = 0; changes < 4; ++changes)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    decode(damaged, q);
    decode(damaged, p);
  }
}

TEST(jit_protocol, frames_are_taken_from_a_stream_of_any_pieces) {
  std::mt19937 random(5);
  std::vector<std::pair<frame_kind, std::string>> wanted;
  std::string stream;
  for (int i = 0; i < 50; ++i) {
    wanted.emplace_back(static_cast<frame_kind>(1 + random() % 3), random_text(random, 100));
    stream += make_frame(wanted.back().first, wanted.back().second);
  }
  std::string received;
  std::size_t next = 0;
  for (std::size_t at = 0; at < stream.size();) {
    const std::size_t part = std::min<std::size_t>(1 + random() % 60, stream.size() - at);
    received += stream.substr(at, part);
    at += part;
    frame_kind kind;
    std::string payload, why;
    frame_state state;
    while ((state = take_frame(received, kind, payload, why)) == frame_state::complete) {
      ASSERT_LT(next, wanted.size());
      EXPECT_EQ(kind, wanted[next].first);
      EXPECT_EQ(payload, wanted[next++].second);
    }
    ASSERT_EQ(state, frame_state::incomplete) << why;
  }
  EXPECT_EQ(next, wanted.size());
}

TEST(jit_protocol, a_changed_bit_of_a_frame_is_noticed_or_waited_for) {
  const std::string frame = make_frame(frame_kind::reply, "some words of the worker");
  for (std::size_t bit = 0; bit < frame.size() * 8; ++bit) {
    std::string damaged = frame;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    frame_kind kind;
    std::string payload, why;
    const frame_state state = take_frame(damaged, kind, payload, why);
    if (state == frame_state::complete) // another kind is noticed by who asked for one
      EXPECT_NE(kind, frame_kind::reply) << bit;
    else if (state == frame_state::damaged)
      EXPECT_FALSE(why.empty()) << bit;
  }
}

TEST(jit_protocol, entries_survive_a_round_trip) {
  std::mt19937 random(6);
  for (int i = 0; i < 200; ++i) {
    const entry wanted = random_entry(random);
    entry got;
    ASSERT_EQ(decode(encode(wanted), got), "");
    EXPECT_EQ(got.refused, wanted.refused);
    EXPECT_EQ(got.key, wanted.key);
    EXPECT_TRUE(got.tool == wanted.tool);
    EXPECT_TRUE(got.worker == wanted.worker);
    EXPECT_EQ(got.region, wanted.region);
    EXPECT_EQ(got.producer, wanted.producer);
    EXPECT_EQ(got.target, wanted.target);
    EXPECT_EQ(got.driver, wanted.driver);
    EXPECT_EQ(got.payload, wanted.payload);
  }
}

TEST(jit_protocol, every_changed_bit_and_every_cut_of_an_entry_is_noticed) {
  std::mt19937 random(7);
  const std::string bytes = encode(random_entry(random));
  entry e;
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    EXPECT_NE(decode(damaged, e), "") << bit;
  }
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(decode(std::string_view(bytes).substr(0, size), e), "") << size;
  EXPECT_NE(decode(bytes + "x", e), "");
}

} // namespace
