// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RandomKernels.h"

#include <algorithm>

namespace syclfuse::fuser::test {

namespace {

class Random {
public:
  explicit Random(uint64_t Seed) : Engine(Seed) {}
  unsigned below(unsigned N) { return static_cast<unsigned>(Engine() % N); }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  template <class T> const T &pick(const std::vector<T> &From) { return From[below(From.size())]; }
  // One of the last few more often than not, so that what was read and computed reaches what is stored.
  const std::string &value(const std::vector<std::string> &From) {
    return chance(70) ? From[From.size() - 1 - below(std::min<size_t>(From.size(), 3))] : pick(From);
  }

private:
  std::mt19937_64 Engine;
};

// Writes the body of one kernel.
class BodyWriter {
public:
  BodyWriter(const Kernel &K, const std::vector<Buffer> &Buffers, Random &R) : K(K), Buffers(Buffers), R(R) {}

  // Readable: indices into K.Buffers. Writes to temporaries come first and cover all elements.
  std::string write(const std::vector<unsigned> &Readable, const std::vector<unsigned> &Writable) {
    prologue();
    for (unsigned Slot : Readable)
      for (unsigned N = 1 + R.below(2); N; --N)
        readElement(Slot);
    for (unsigned N = R.below(4); N; --N)
      compute();
    for (unsigned Slot : Writable)
      if (R.chance(20))
        writeLoop(Slot);
      else
        for (unsigned E = 0; E < buffer(Slot).Ratio; ++E)
          writeElement(Slot, E);
    copyElements(Readable);
    conditionalWrite(Writable);
    return Out + "  ret void\n";
  }

private:
  const Buffer &buffer(unsigned Slot) { return Buffers[K.Buffers[Slot]]; }
  std::string fresh() { return "%v" + std::to_string(Next++); }
  std::string label() { return "l" + std::to_string(Next++); }
  std::string emit(const std::string &Text) {
    std::string Name = fresh();
    Out += "  " + Name + " = " + Text + "\n";
    return Name;
  }
  void line(const std::string &Text) { Out += "  " + Text + "\n"; }
  static std::string str(int64_t V) { return std::to_string(V); }

  void prologue() {
    Out += "  %c = addrspacecast ptr %closure to ptr addrspace(4)\n"
           "  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)\n";
    for (unsigned Slot = 0; Slot < K.Buffers.size(); ++Slot) {
      std::string At = emit("getelementptr i8, ptr addrspace(4) %c, i64 " + str(8 * Slot));
      line("%p" + str(Slot) + " = load ptr addrspace(4), ptr addrspace(4) " + At);
    }
    const unsigned Base = K.integerOffset();
    Integers.push_back(emit("trunc i64 %id to i32"));
    std::string At = emit("getelementptr i8, ptr addrspace(4) %c, i64 " + str(Base));
    Integers.push_back(emit("load i32, ptr addrspace(4) " + At));
    At = emit("getelementptr i8, ptr %closure, i64 " + str(Base + 4));
    Floats.push_back(emit("load float, ptr " + At));
    At = emit("getelementptr i8, ptr %closure, i64 " + str(Base + 8));
    std::string Index = R.chance(50) ? emit("and i64 %id, 3") : str(R.below(4));
    At = emit("getelementptr i32, ptr " + At + ", i64 " + Index);
    Integers.push_back(emit("load i32, ptr " + At));
    if (R.chance(15)) { // a mutable lambda
      At = emit("getelementptr i8, ptr addrspace(4) %c, i64 " + str(Base));
      line("store i32 " + R.value(Integers) + ", ptr addrspace(4) " + At);
      Integers.push_back(emit("load i32, ptr addrspace(4) " + At));
    }
  }

  // The address of element E of this work-item, written in one of many ways. Gives the pointer's type with it.
  std::string address(unsigned Slot, unsigned E) {
    const Buffer &B = buffer(Slot);
    std::string Space = R.chance(30) ? "ptr addrspace(1)" : "ptr addrspace(4)", P = "%p" + str(Slot);
    if (Space == "ptr addrspace(1)")
      P = emit("addrspacecast ptr addrspace(4) " + P + " to " + Space);
    if (R.chance(10)) {
      std::string A = plainAddress(Space, P, B, E), C = plainAddress(Space, P, B, E);
      std::string Condition = emit("icmp slt i32 " + R.value(Integers) + ", " + R.value(Integers));
      return Space + " " + emit("select i1 " + Condition + ", " + Space + " " + A + ", " + Space + " " + C);
    }
    return Space + " " + plainAddress(Space, P, B, E);
  }

  std::string plainAddress(const std::string &Space, const std::string &P, const Buffer &B, unsigned E) {
    const std::string T = elementName(B.Type), Ratio = str(B.Ratio);
    const unsigned Size = elementSize(B.Type);
    std::string GEP = R.chance(50) ? "getelementptr inbounds " : "getelementptr ";
    switch (R.below(6)) {
    case 0: {
      std::string First = emit("mul i64 %id, " + Ratio), Index = emit("add i64 " + First + ", " + str(E));
      return emit(GEP + T + ", " + Space + " " + P + ", i64 " + Index);
    }
    case 1: {
      std::string First = emit("mul i64 %id, " + Ratio), A = emit(GEP + T + ", " + Space + " " + P + ", i64 " + First);
      return emit(GEP + T + ", " + Space + " " + A + ", i64 " + str(E));
    }
    case 2: {
      std::string Bytes = emit("mul i64 %id, " + str(B.Ratio * Size)),
                  Offset = emit("add i64 " + Bytes + ", " + str(E * Size));
      return emit(GEP + "i8, " + Space + " " + P + ", i64 " + Offset);
    }
    case 3:
      return emit(GEP + "[" + Ratio + " x " + T + "], " + Space + " " + P + ", i64 %id, i64 " + str(E));
    case 4: {
      std::string A = emit("getelementptr [" + Ratio + " x " + T + "], " + Space + " " + P + ", i64 %id");
      A = emit("getelementptr " + T + ", " + Space + " " + A + ", i64 " + str(int64_t(E) - 2));
      return emit("getelementptr i8, " + Space + " " + A + ", i64 " + str(2 * Size));
    }
    default: {
      std::string Narrow = emit("trunc i64 %id to i32"), First = emit("mul i32 " + Narrow + ", " + Ratio);
      std::string Index = emit("add i32 " + First + ", " + str(E));
      return emit(GEP + T + ", " + Space + " " + P + ", i32 " + Index);
    }
    }
  }

  std::string field(const std::string &Address, unsigned Field) {
    return "ptr addrspace" + Address.substr(13, 3) + " " +
           emit("getelementptr { i32, float }, " + Address + ", i64 0, i32 " + str(Field));
  }

  void readElement(unsigned Slot) {
    std::string At = address(Slot, R.below(buffer(Slot).Ratio));
    switch (buffer(Slot).Type) {
    case Element::I32:
      Integers.push_back(emit("load i32, " + At));
      break;
    case Element::F32:
      Floats.push_back(emit("load float, " + At));
      break;
    case Element::F64: {
      std::string D = emit("load double, " + At);
      Floats.push_back(emit("fptrunc double " + D + " to float"));
      break;
    }
    case Element::Pair:
      Integers.push_back(emit("load i32, " + field(At, 0)));
      Floats.push_back(emit("load float, " + field(At, 1)));
    }
  }

  void compute() {
    static const std::vector<std::string> Int = {"add", "sub", "mul", "xor", "and", "or"},
                                          Fp = {"fadd", "fsub", "fmul"};
    std::string A = R.value(Integers), B = R.value(Integers), X = R.value(Floats), Y = R.value(Floats),
                Z = R.value(Floats);
    switch (R.below(5)) {
    case 0:
      Integers.push_back(emit(R.pick(Int) + " i32 " + A + ", " + B));
      break;
    case 1:
      Floats.push_back(emit(R.pick(Fp) + " float " + X + ", " + Y));
      break;
    case 2:
      Floats.push_back(emit("sitofp i32 " + A + " to float"));
      break;
    case 3:
      Floats.push_back(emit("call float @llvm.fmuladd.f32(float " + X + ", float " + Y + ", float " + Z + ")"));
      break;
    default: {
      std::string Less = emit("icmp slt i32 " + A + ", " + B);
      Floats.push_back(emit("select i1 " + Less + ", float " + X + ", float " + Y));
    }
    }
  }

  void storeTo(const std::string &At, Element Type) {
    switch (Type) {
    case Element::I32:
      return line("store i32 " + R.value(Integers) + ", " + At);
    case Element::F32:
      return line("store float " + R.value(Floats) + ", " + At);
    case Element::F64: {
      std::string D = emit("fpext float " + R.value(Floats) + " to double");
      return line("store double " + D + ", " + At);
    }
    case Element::Pair:
      if (R.chance(30))
        line("call void @llvm.memset." + space(At) + ".i64(" + At + ", i8 0, i64 8, i1 false)");
      line("store float " + R.value(Floats) + ", " + field(At, 1));
      return line("store i32 " + R.value(Integers) + ", " + field(At, 0));
    }
  }
  static std::string space(const std::string &At) { return At[14] == '1' ? "p1" : "p4"; }

  void writeElement(unsigned Slot, unsigned E) { storeTo(address(Slot, E), buffer(Slot).Type); }

  // All elements, with a pointer that moves.
  void writeLoop(unsigned Slot) {
    const Buffer &B = buffer(Slot);
    std::string First = address(Slot, 0), Type = First.substr(0, 17), Name = First.substr(17), Before = label(),
                Head = label(), End = label(), At = fresh(), Count = fresh(), NextAt = fresh(), NextCount = fresh();
    line("br label %" + Before);
    Out += Before + ":\n";
    line("br label %" + Head);
    Out += Head + ":\n";
    line(At + " = phi " + Type + "[ " + Name + ", %" + Before + " ], [ " + NextAt + ", %" + Head + " ]");
    line(Count + " = phi i64 [ 0, %" + Before + " ], [ " + NextCount + ", %" + Head + " ]");
    const auto Ints = Integers, Fps = Floats; // what the loop computes is not available after it
    storeTo(Type + At, B.Type);
    Integers = Ints, Floats = Fps;
    line(NextAt + " = getelementptr inbounds " + elementName(B.Type) + ", " + Type + At + ", i64 1");
    line(NextCount + " = add i64 " + Count + ", 1");
    std::string More = emit("icmp ult i64 " + NextCount + ", " + str(B.Ratio));
    line("br i1 " + More + ", label %" + Head + ", label %" + End);
    Out += End + ":\n";
  }

  // One element from one buffer to another of its type.
  void copyElements(const std::vector<unsigned> &Readable) {
    for (unsigned To : Written)
      for (unsigned From : Readable)
        if (To != From && buffer(To).Type == buffer(From).Type && R.chance(20)) {
          std::string D = address(To, R.below(buffer(To).Ratio)), S = address(From, R.below(buffer(From).Ratio));
          line("call void @llvm.memcpy." + space(D) + "." + space(S) + ".i64(" + D + ", " + S + ", i64 " +
               str(elementSize(buffer(To).Type)) + ", i1 false)");
        }
  }

  // A branch, or an early return.
  void conditionalWrite(const std::vector<unsigned> &Writable) {
    if (Writable.empty() || !R.chance(40))
      return;
    std::string Then = label(), End = label();
    std::string Condition = emit("icmp sgt i32 " + R.value(Integers) + ", " + R.value(Integers));
    line("br i1 " + Condition + ", label %" + Then + ", label %" + End);
    Out += Then + ":\n";
    const unsigned Slot = R.pick(Writable);
    writeElement(Slot, R.below(buffer(Slot).Ratio));
    line(R.chance(30) ? "ret void" : "br label %" + End);
    Out += End + ":\n";
  }

public:
  std::vector<unsigned> Written; // slots that copies may go to

private:
  const Kernel &K;
  const std::vector<Buffer> &Buffers;
  Random &R;
  std::string Out;
  std::vector<std::string> Integers, Floats;
  unsigned Next = 0;
};

std::vector<unsigned> chooseBuffers(const std::vector<Buffer> &Buffers, Random &R) {
  std::vector<unsigned> All;
  for (unsigned B = 0; B < Buffers.size(); ++B)
    if (R.chance(60))
      All.push_back(B);
  if (All.empty())
    All.push_back(R.below(Buffers.size()));
  return All;
}

} // namespace

unsigned elementSize(Element E) { return E == Element::I32 || E == Element::F32 ? 4 : 8; }

const char *elementName(Element E) {
  static const char *const Names[] = {"i32", "float", "double", "{ i32, float }"};
  return Names[static_cast<unsigned>(E)];
}

Sequence randomSequence(uint64_t Seed) {
  Random R(Seed);
  Sequence S;
  S.Buffers.resize(2 + R.below(5));
  for (Buffer &B : S.Buffers)
    B = {static_cast<Element>(R.below(4)), R.chance(40) ? 1 : 2 + R.below(3), R.chance(50)};
  S.Buffers.back().Temporary = false; // something to compare
  S.IR = "target datalayout = "
         "\"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-"
         "G1\"\ntarget triple = \"spirv64-unknown-unknown\"\n"
         "declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)\n"
         "declare float @llvm.fmuladd.f32(float, float, float)\n"
         "declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)\n"
         "declare void @llvm.memset.p4.i64(ptr addrspace(4), i8, i64, i1)\n";
  for (const char *D : {"p1", "p4"})
    for (const char *P : {"p1", "p4"})
      S.IR += std::string("declare void @llvm.memcpy.") + D + "." + P + ".i64(ptr addrspace(" + D[1] +
              "), ptr addrspace(" + P[1] + "), i64, i1)\n";
  std::vector<bool> Ready(S.Buffers.size());
  for (unsigned N = 2 + R.below(4), I = 0; I < N; ++I) {
    Kernel K;
    K.Name = "k" + std::to_string(I);
    K.Buffers = chooseBuffers(S.Buffers, R);
    K.Integer = static_cast<int32_t>(R.below(200)) - 100;
    K.Float = static_cast<float>(R.below(64)) / 8 - 4;
    for (int32_t &T : K.Table)
      T = static_cast<int32_t>(R.below(20)) - 10;
    std::vector<unsigned> Readable, Writable;
    for (unsigned Slot = 0; Slot < K.Buffers.size(); ++Slot) {
      const unsigned B = K.Buffers[Slot];
      const bool Available = !S.Buffers[B].Temporary || Ready[B];
      if (Available && R.chance(S.Buffers[B].Temporary ? 90 : 60))
        Readable.push_back(Slot);
      if (R.chance(50))
        Writable.push_back(Slot);
    }
    BodyWriter Writer(K, S.Buffers, R);
    Writer.Written = Writable;
    S.IR += "define spir_kernel void @" + K.Name + "(ptr byval([" + std::to_string(K.closureSize()) +
            " x i8]) align 8 %closure) {\n" + Writer.write(Readable, Writable) + "}\n";
    for (unsigned Slot : Writable)
      Ready[K.Buffers[Slot]] = true;
    S.Kernels.push_back(std::move(K));
  }
  return S;
}

} // namespace syclfuse::fuser::test
