// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers and stack of kernels are read from images; damaged ones are errors.
#include "Driver/Output/KernelResources.h"
#include "SampleImage.h"

#include "llvm/BinaryFormat/MsgPackDocument.h"

#include <gtest/gtest.h>

#include <random>
#include <tuple>

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
  return attribute(0x2f, {1, 99}) + attribute(0x2f, {2, 40}) + attribute(0x11, {1, 0}) +
         std::string("\x03\x1b\xff\x00", 4) + attribute(0x11, {2, 240}) + attribute(0x12, {2, 500}) +
         attribute(0x11, {7, 1});
}

std::string metadata() {
  msgpack::Document Document;
  auto Kernels = Document.getArrayNode();
  for (auto [Name, Bytes, Registers] : {std::tuple("one", 0, 24), {"two", 260, 128}}) {
    auto Kernel = Document.getMapNode();
    Kernel[".name"] = Document.getNode(Name, /*Copy=*/true);
    Kernel[".private_segment_fixed_size"] = Bytes;
    Kernel[".vgpr_count"] = Registers;
    Kernels.push_back(Kernel);
  }
  Document.getRoot().getMap(/*Convert=*/true)["amdhsa.kernels"] = Kernels;
  std::string Blob;
  Document.writeToBlob(Blob);
  return Blob;
}

// "registers, stack" with "-" for what an image does not say, or why it cannot be read.
std::string resources(const std::string &Image, image_format Format, StringRef Entry) {
  Expected<KernelResources> Found = resourcesOfKernel(Image, Format, Entry);
  if (!Found)
    return toString(Found.takeError());
  auto Text = [](std::optional<uint64_t> Number) { return Number ? std::to_string(*Number) : "-"; };
  return Text(Found->Registers) + ", " + Text(Found->Stack);
}

TEST(KernelResources, OfCubins) {
  EXPECT_EQ(resources(sampleCubin(info()), image_format::cubin, "one"), "99, 0");
  EXPECT_EQ(resources(sampleCubin(info()), image_format::cubin, "two"), "40, 240");
  EXPECT_EQ(resources(sampleCubin(info()), image_format::cubin, "three"), "it has no kernel 'three'");
  EXPECT_EQ(resources(sampleCubin(""), image_format::cubin, "one"), "-, -");
  EXPECT_EQ(resources(sampleCubin(info().substr(0, 26)), image_format::cubin, "two"), "its section .nv.info is cut");
  EXPECT_EQ(resources(sampleImage(".other", 1, info()), image_format::cubin, "one"), "it has no section .nv.info");
}

TEST(KernelResources, OfCodeObjects) {
  EXPECT_EQ(resources(sampleCodeObject(metadata()), image_format::hsaco, "one"), "24, 0");
  EXPECT_EQ(resources(sampleCodeObject(metadata()), image_format::hsaco, "two"), "128, 260");
  EXPECT_EQ(resources(sampleCodeObject(metadata()), image_format::hsaco, "three"), "it has no kernel 'three'");
  EXPECT_EQ(resources(sampleCodeObject("\x01"), image_format::hsaco, "one"), "its metadata is malformed");
  EXPECT_EQ(resources(sampleCodeObject("\x80"), image_format::hsaco, "one"), "its metadata has no kernels");
  EXPECT_EQ(resources(sampleCubin(info()), image_format::hsaco, "one"), "it has no metadata");
}

TEST(KernelResources, OthersDoNotSay) {
  EXPECT_EQ(resources("anything", image_format::ptx, "one"), "-, -");
  EXPECT_EQ(resources("anything", image_format::spirv, "one"), "-, -");
  EXPECT_EQ(resources("anything", image_format::none, "one"), "-, -");
  EXPECT_NE(resources("anything", image_format::cubin, "one"), "-, -");
  EXPECT_NE(resources("", image_format::hsaco, "one"), "-, -");
}

// The threads of a multiprocessor that are there at once, of 2048 for sm_90 and 1536 for sm_89.
TEST(KernelResources, OccupancyOfCuda) {
  bundle::variant_record V;
  V.target = target_kind::cuda;
  V.arch = 90;
  auto Of = [&](uint64_t Registers) { return occupancyOf({Registers, 0}, V).value(); };
  EXPECT_EQ(Of(0), 1);
  EXPECT_EQ(Of(32), 1);
  EXPECT_EQ(Of(33), 1632.0 / 2048); // a warp's registers are a multiple of 256: 51 warps of 40 registers
  EXPECT_EQ(Of(64), 0.5);
  EXPECT_EQ(Of(255), 0.125);
  EXPECT_EQ(occupancyOf({}, V), std::nullopt);

  V.local_memory = 48 * 1024;
  EXPECT_EQ(Of(32), 1); // the size of groups is not known
  V.nd_range.local_size[0] = 16;
  V.nd_range.local_size[1] = 8;
  V.nd_range.local_size[2] = 1;
  EXPECT_EQ(Of(32), 4 * 128 / 2048.0); // four groups of 49 KiB in 228
  V.arch = 89;
  EXPECT_EQ(Of(32), 2 * 128 / 1536.0);
  V.local_memory = 0;
  EXPECT_EQ(Of(64), 1024 / 1536.0);
  V.target = target_kind::hip;
  EXPECT_EQ(occupancyOf({64, 0}, V), std::nullopt);
}

// Never a crash; the sanitizers see the rest.
TEST(KernelResources, OfDamagedImages) {
  std::mt19937 Random(1);
  for (auto [Whole, Format] :
       {std::pair(sampleCubin(info()), image_format::cubin), {sampleCodeObject(metadata()), image_format::hsaco}})
    for (int I = 0; I != 20000; ++I) {
      std::string Image = Whole.substr(0, I % 4 ? Whole.size() : Random() % Whole.size());
      for (int N = 0; N != 2 && !Image.empty(); ++N)
        Image[Random() % Image.size()] = char(Random());
      EXPECT_FALSE(resources(Image, Format, "two").empty());
    }
}

} // namespace
