// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SHA-256: the examples of FIPS 180-4, and bytes in pieces of any size.
#include "syclfuse/sha256.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace syclfuse;

namespace {

std::string hex_of(std::string_view text) { return to_hex(sha256_of(text.data(), text.size())); }

TEST(sha256, examples_of_the_standard) {
  EXPECT_EQ(hex_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hex_of(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(sha256, pieces_give_the_digest_of_the_whole) {
  std::mt19937 random(7);
  for (std::size_t size = 0; size < 300; ++size) {
    std::string bytes(size, '\0');
    for (char &c : bytes)
      c = static_cast<char>(random());
    sha256 hash;
    for (std::size_t at = 0; at < size;) {
      const std::size_t part = std::min<std::size_t>(random() % 100, size - at);
      hash.add(std::string_view(bytes).substr(at, part));
      at += part;
    }
    EXPECT_EQ(to_hex(hash.finish()), hex_of(bytes)) << size;
  }
}

TEST(sha256, texts_keep_their_borders) {
  EXPECT_NE(sha256().add_text("ab").add_text("c").finish(), sha256().add_text("a").add_text("bc").finish());
}

} // namespace
