// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stack of kernels is read from images; damaged ones are errors.
#include "Driver/Commands/Check/ImageStack.h"
#include "SampleImage.h"

#include "llvm/BinaryFormat/MsgPackDocument.h"

#include <gtest/gtest.h>

#include <random>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;
using namespace syclfuse::fuser::test;

namespace {

std::string attribute(uint8_t Number, std::initializer_list<uint32_t> Words) {
  std::string Text{char(4), char(Number)};
  put(Text, uint16_t(4 * Words.size()));
  for (uint32_t Word : Words)
    put(Text, Word);
  return Text;
}

// Attributes of other kinds and functions around those that count.
std::string info() {
  return attribute(0x2f, {1, 99}) + attribute(0x11, {1, 0}) + std::string("\x03\x1b\xff\x00", 4) +
         attribute(0x11, {2, 240}) + attribute(0x12, {2, 500}) + attribute(0x11, {7, 1});
}

std::string metadata() {
  msgpack::Document Document;
  auto Kernels = Document.getArrayNode();
  for (auto [Name, Bytes] : {std::pair("one", 0), {"two", 260}}) {
    auto Kernel = Document.getMapNode();
    Kernel[".name"] = Document.getNode(Name, /*Copy=*/true);
    Kernel[".private_segment_fixed_size"] = Bytes;
    Kernels.push_back(Kernel);
  }
  Document.getRoot().getMap(/*Convert=*/true)["amdhsa.kernels"] = Kernels;
  std::string Blob;
  Document.writeToBlob(Blob);
  return Blob;
}

// The bytes, -1 for an image that does not say, or why it cannot be read.
std::string stack(const std::string &Image, image_format Format, StringRef Entry) {
  Expected<std::optional<uint64_t>> Stack = stackOfKernel(Image, Format, Entry);
  if (!Stack)
    return toString(Stack.takeError());
  return *Stack ? std::to_string(**Stack) : "-1";
}

TEST(ImageStack, OfCubins) {
  EXPECT_EQ(stack(sampleCubin(info()), image_format::cubin, "one"), "0");
  EXPECT_EQ(stack(sampleCubin(info()), image_format::cubin, "two"), "240");
  EXPECT_EQ(stack(sampleCubin(info()), image_format::cubin, "three"), "it has no kernel 'three'");
  EXPECT_EQ(stack(sampleCubin(""), image_format::cubin, "one"), "-1");
  EXPECT_EQ(stack(sampleCubin(info().substr(0, 14)), image_format::cubin, "two"), "its section .nv.info is cut");
  EXPECT_EQ(stack(sampleImage(".other", 1, info()), image_format::cubin, "one"), "it has no section .nv.info");
}

TEST(ImageStack, OfCodeObjects) {
  EXPECT_EQ(stack(sampleCodeObject(metadata()), image_format::hsaco, "one"), "0");
  EXPECT_EQ(stack(sampleCodeObject(metadata()), image_format::hsaco, "two"), "260");
  EXPECT_EQ(stack(sampleCodeObject(metadata()), image_format::hsaco, "three"), "it has no kernel 'three'");
  EXPECT_EQ(stack(sampleCodeObject("\x01"), image_format::hsaco, "one"), "its metadata is malformed");
  EXPECT_EQ(stack(sampleCodeObject("\x80"), image_format::hsaco, "one"), "its metadata has no kernels");
  EXPECT_EQ(stack(sampleCubin(info()), image_format::hsaco, "one"), "it has no metadata");
}

TEST(ImageStack, OthersDoNotSay) {
  EXPECT_EQ(stack("anything", image_format::ptx, "one"), "-1");
  EXPECT_EQ(stack("anything", image_format::spirv, "one"), "-1");
  EXPECT_EQ(stack("anything", image_format::none, "one"), "-1");
  EXPECT_NE(stack("anything", image_format::cubin, "one"), "-1");
  EXPECT_NE(stack("", image_format::hsaco, "one"), "-1");
}

// Never a crash; the sanitizers see the rest.
TEST(ImageStack, OfDamagedImages) {
  std::mt19937 Random(1);
  for (auto [Whole, Format] :
       {std::pair(sampleCubin(info()), image_format::cubin), {sampleCodeObject(metadata()), image_format::hsaco}})
    for (int I = 0; I != 20000; ++I) {
      std::string Image = Whole.substr(0, I % 4 ? Whole.size() : Random() % Whole.size());
      for (int N = 0; N != 2 && !Image.empty(); ++N)
        Image[Random() % Image.size()] = char(Random());
      EXPECT_FALSE(stack(Image, Format, "two").empty());
    }
}

} // namespace
