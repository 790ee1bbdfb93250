// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values as bytes, between processes and in the files of job folders. A type names its fields once, for both
// directions:
//
//   template <class Stream> void exchange(Stream &S, StageText &T) { S(T.Name, T.Text); }
//
// Numbers and enumerations are little-endian integers of 64 bits, texts and lists have their length in front. A reader
// never reads past the end and never makes a list longer than the input; after the first thing that is wrong it gives
// zeros and empty texts, and ok() is false.
#pragma once

#include "syclfuse/bundle.hpp"
#include "syclfuse/diagnostic.hpp"
#include "syclfuse/names.hpp"

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace syclfuse::fuser {

// True for types without padding that are written as they lie in memory (the tool runs on little-endian machines only).
template <class T> inline constexpr bool IsRecord = std::is_same_v<T, unsigned char>;
template <> inline constexpr bool IsRecord<bundle::variant_record> = true;
template <> inline constexpr bool IsRecord<bundle::argument_record> = true;
template <> inline constexpr bool IsRecord<bundle::guard_record> = true;
template <> inline constexpr bool IsRecord<bundle::recomputation_record> = true;
static_assert(std::has_unique_object_representations_v<bundle::variant_record>);
static_assert(std::has_unique_object_representations_v<bundle::argument_record>);
static_assert(std::has_unique_object_representations_v<bundle::guard_record>);
static_assert(std::has_unique_object_representations_v<bundle::recomputation_record>);

// The greatest value of an enumeration.
template <class E> inline constexpr uint64_t LastOf = std::size(names<E>::values) - 1;
template <> inline constexpr uint64_t LastOf<severity> = uint64_t(severity::error);
template <> inline constexpr uint64_t LastOf<diag> = std::numeric_limits<std::underlying_type_t<diag>>::max();

class ByteWriter {
public:
  template <class... Ts> void operator()(const Ts &...Values) { (put(Values), ...); }
  void bytes(const void *Data, size_t Size) { Out.append(static_cast<const char *>(Data), Size); }
  std::string take() { return std::move(Out); }

private:
  void integer(uint64_t Value);
  void put(llvm::StringRef Text);
  void put(const std::string &Text) { put(llvm::StringRef(Text)); }
  void put(const diagnostics &List);

  template <class T> void put(const std::vector<T> &List) {
    integer(List.size());
    if constexpr (IsRecord<T>)
      bytes(List.data(), List.size() * sizeof(T));
    else
      for (const T &Element : List)
        put(Element);
  }

  template <class T, size_t N> void put(const std::array<T, N> &List) {
    for (const T &Element : List)
      put(Element);
  }

  template <class A, class B> void put(const std::pair<A, B> &Pair) { (*this)(Pair.first, Pair.second); }

  template <class T> void put(const std::optional<T> &Value) {
    integer(Value.has_value());
    if (Value)
      put(*Value);
  }

  template <class T> void put(const T &Value) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
      integer(static_cast<uint64_t>(Value));
    else if constexpr (IsRecord<T>)
      bytes(&Value, sizeof(T));
    else
      exchange(*this, const_cast<T &>(Value)); // which only reads what a writer gets
  }

  std::string Out;
};

class ByteReader {
public:
  explicit ByteReader(llvm::StringRef In) : In(In) {}

  template <class... Ts> void operator()(Ts &...Values) { (get(Values), ...); }
  // One value by itself.
  template <class T> T read() {
    T Value{};
    get(Value);
    return Value;
  }

  void fail() { Ok = false; }
  bool ok() const { return Ok; }
  // Everything was read and was right.
  bool done() const { return Ok && In.empty(); }
  llvm::StringRef rest() const { return In; }

private:
  uint64_t integer();
  // At most Last; anything greater is wrong.
  uint64_t integerUpTo(uint64_t Last);
  // The number of elements that follow, each of at least Size bytes: no more than the rest of the input can hold.
  size_t count(size_t Size = sizeof(uint64_t));
  void bytes(void *Data, size_t Size);
  void get(std::string &Text);
  void get(diagnostics &List);

  template <class T> void get(std::vector<T> &List) {
    List.clear();
    if constexpr (IsRecord<T>) {
      List.resize(count(sizeof(T)));
      bytes(List.data(), List.size() * sizeof(T));
    } else {
      for (size_t Left = count(); Left && Ok; --Left)
        get(List.emplace_back());
    }
  }

  template <class T, size_t N> void get(std::array<T, N> &List) {
    for (T &Element : List)
      get(Element);
  }

  template <class A, class B> void get(std::pair<A, B> &Pair) { (*this)(Pair.first, Pair.second); }

  template <class T> void get(std::optional<T> &Value) {
    Value.reset();
    if (integerUpTo(1))
      get(Value.emplace());
  }

  template <class T> void get(T &Value) {
    if constexpr (std::is_enum_v<T>)
      Value = static_cast<T>(integerUpTo(LastOf<T>));
    else if constexpr (std::is_integral_v<T>)
      Value = static_cast<T>(integerUpTo(std::numeric_limits<T>::max()));
    else if constexpr (IsRecord<T>)
      bytes(&Value, sizeof(T));
    else
      exchange(*this, Value);
  }

  llvm::StringRef In;
  bool Ok = true;
};

} // namespace syclfuse::fuser
