// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvBinary.h"
#include "Support/FuseError.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Numbers of the SPIR-V specification.
constexpr uint32_t Magic = 0x07230203, HeaderWords = 5;
enum Opcode : uint16_t {
  OpEntryPoint = 15,
  OpTypeBool = 20,
  OpTypeInt = 21,
  OpTypeFloat = 22,
  OpConstantFalse = 42,
  OpConstant = 43,
  OpConstantNull = 46,
};

using Words = ArrayRef<uint32_t>;

constexpr uint32_t head(uint16_t Op, uint16_t WordCount) { return uint32_t(WordCount) << 16 | Op; }

// A literal string: zero-terminated, four characters in each word, the first in the lowest byte.
std::string readString(Words Literal) {
  std::string Text;
  for (uint32_t Word : Literal)
    for (unsigned Byte = 0; Byte != 4; ++Byte) {
      char C = char(Word >> 8 * Byte);
      if (!C)
        return Text;
      Text += C;
    }
  return Text;
}

class Rewriter {
public:
  SmallVector<uint32_t, 0> Out;
  std::vector<std::string> EntryPoints;

  void add(Words I) {
    uint16_t Op = I[0];
    if (Op == OpEntryPoint && I.size() > 3)
      EntryPoints.push_back(readString(I.drop_front(3)));
    if (Op == OpTypeBool && I.size() == 2)
      Scalars[I[1]] = 0;
    if ((Op == OpTypeInt || Op == OpTypeFloat) && I.size() >= 3 && I[2] <= 64)
      Scalars[I[1]] = I[2];
    auto Type = Op == OpConstantNull && I.size() == 3 ? Scalars.find(I[1]) : Scalars.end();
    if (Type == Scalars.end()) {
      Out.append(I.begin(), I.end());
      return;
    }
    unsigned Values = (Type->second + 31) / 32;
    Out.push_back(Values ? head(OpConstant, 3 + Values) : head(OpConstantFalse, 3));
    Out.append({I[1], I[2]});
    Out.append(Values, 0);
  }

private:
  DenseMap<uint32_t, uint32_t> Scalars; // type: its width, 0 for bool
};

// Feeds all instructions of Bytes to R, behind the header.
Error rewrite(StringRef Bytes, Rewriter &R) {
  auto Damaged = [](const char *Why) { return createStringError(Why); };
  SmallVector<uint32_t, 0> In;
  for (; Bytes.size() >= 4; Bytes = Bytes.drop_front(4))
    In.push_back(support::endian::read32le(Bytes.data()));
  if (In.size() < HeaderWords || In[0] != Magic || !Bytes.empty())
    return Damaged("is no SPIR-V");
  R.Out.append(In.begin(), In.begin() + HeaderWords);
  for (Words Rest = Words(In).drop_front(HeaderWords); !Rest.empty();) {
    uint32_t Count = Rest[0] >> 16;
    if (Count == 0 || Count > Rest.size())
      return Damaged("is damaged");
    R.add(Rest.take_front(Count));
    Rest = Rest.drop_front(Count);
  }
  return Error::success();
}

std::vector<unsigned char> imageOf(const Rewriter &R) {
  std::vector<unsigned char> Image(R.Out.size() * 4);
  for (size_t N = 0; N != R.Out.size(); ++N)
    support::endian::write32le(&Image[N * 4], R.Out[N]);
  return Image;
}

} // namespace

Expected<std::vector<unsigned char>> writeOutZeros(StringRef Bytes) {
  Rewriter R;
  if (Error E = rewrite(Bytes, R))
    return std::move(E);
  return imageOf(R);
}

Expected<std::vector<unsigned char>> finishSpirv(StringRef Bytes, StringRef Entry) {
  auto Damaged = [](const Twine &Why) {
    return fuseError(diag::internal_error, {("the SPIR-V back end's output " + Why).str()});
  };
  Rewriter R;
  if (Error E = rewrite(Bytes, R))
    return Damaged(toString(std::move(E)));
  if (R.EntryPoints.size() != 1 || R.EntryPoints[0] != Entry)
    return Damaged("does not have the one entry point '" + Entry + "'");
  return imageOf(R);
}

} // namespace syclfuse::fuser
