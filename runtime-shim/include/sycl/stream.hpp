// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::stream (SYCL 2020, 4.16): output of kernels. Work-items write values, not text, into a buffer of the command;
// once the kernel has finished, a thread of the runtime makes text of them, as std::ostream does, and writes it to
// stdout. Waiting for the event of the command or for the queue waits for that too.
//  - What one statement (`out << … << …;`) writes stays together, up to 240 bytes; statements of different work-items
//  come in any order.
//  - Manipulators last to the end of their statement.
//  - At most total_size characters are written for a command; the rest is dropped.
//  - A kernel that holds a stream is not fused: it is launched beside an open fusion region (as with
//  ext::syclfuse::no_fusion).
#pragma once

#include "sycl/detail/stream_record.hpp"
#include "sycl/h_item.hpp"
#include "sycl/handler.hpp"
#include "sycl/multi_ptr.hpp"
#include "sycl/vec.hpp"

namespace sycl {

// After endl or flush, other work-items may write in between.
enum class stream_manipulator : std::uint8_t {
  flush,
  dec,
  hex,
  oct,
  noshowbase,
  showbase,
  noshowpos,
  showpos,
  endl,
  fixed,
  scientific,
  hexfloat,
  defaultfloat
};
inline constexpr stream_manipulator flush = stream_manipulator::flush, dec = stream_manipulator::dec,
                                    hex = stream_manipulator::hex, oct = stream_manipulator::oct,
                                    noshowbase = stream_manipulator::noshowbase,
                                    showbase = stream_manipulator::showbase, noshowpos = stream_manipulator::noshowpos,
                                    showpos = stream_manipulator::showpos, endl = stream_manipulator::endl,
                                    fixed = stream_manipulator::fixed, scientific = stream_manipulator::scientific,
                                    hexfloat = stream_manipulator::hexfloat,
                                    defaultfloat = stream_manipulator::defaultfloat;
struct stream_precision {
  int value;
};
struct stream_width {
  int value;
};
constexpr stream_precision setprecision(int n) { return {n}; }
// The width of the next value.
constexpr stream_width setw(int n) { return {n}; }

class stream;

namespace detail {

// Makes the buffer of a stream of `total` characters and arranges for its output.
SYCL_FUSE_API stream_buffer *make_stream_buffer(command &, std::size_t total);

// The values of one statement, in private memory; written to the buffer of the command when it ends.
class stream_statement {
public:
  template <class T> stream_statement(const stream &s, const T &v) : stream_(s) { put_value(*this, v); }
  stream_statement(const stream_statement &) = delete;
  ~stream_statement() { flush(); }
  // Lets functions of the program that take and return `const stream &` stand in the middle of a statement.
  operator const stream &() {
    flush();
    return stream_;
  }
  void flush();
  void put(char c) {
    if (c == stream_record::mark)
      return value(stream_record::character, static_cast<unsigned char>(c));
    if (used_ == sizeof(bytes_))
      flush();
    bytes_[used_++] = c;
  }
  void put(const char *text) {
    for (; *text; ++text)
      put(*text);
  }
  void value(stream_record::kind kind, std::uint64_t bits) {
    if (used_ + stream_record::size > sizeof(bytes_))
      flush();
    char *to = bytes_ + used_;
    to[0] = stream_record::mark;
    to[1] = static_cast<char>(kind);
    to[2] = static_cast<char>(format_);
    to[3] = static_cast<char>(precision_);
    to[4] = static_cast<char>(width_);
    __builtin_memcpy(to + 5, &bits, sizeof(bits));
    used_ += stream_record::size;
    width_ = 0;
  }
  void set(stream_manipulator);
  void set(stream_precision p) { precision_ = clamp(p.value); }
  void set(stream_width w) { width_ = clamp(w.value); }

private:
  static std::uint8_t clamp(int n) { return static_cast<std::uint8_t>(n < 0 ? 0 : n > 200 ? 200 : n); }
  const stream &stream_;
  unsigned used_ = 0;
  std::uint8_t format_ = 0, precision_ = 6, width_ = 0;
  char bytes_[240];
};

} // namespace detail

class stream {
public:
  // To be called in a command group. total_size is in characters; work_item_buffer_size has no effect. Throws
  // errc::invalid if there is no memory for the buffer.
  stream(std::size_t total_size, std::size_t work_item_buffer_size, handler &h, const property_list & = {})
      : buffer_(detail::make_stream_buffer(*h.command(), total_size)), total_(total_size),
        per_item_(work_item_buffer_size) {}
  std::size_t size() const noexcept { return total_; }
  std::size_t get_size() const noexcept { return total_; }
  std::size_t get_work_item_buffer_size() const noexcept { return per_item_; }
  std::size_t get_max_statement_size() const noexcept { return per_item_; }
  friend bool operator==(const stream &a, const stream &b) { return a.buffer_ == b.buffer_; }
  friend bool operator!=(const stream &a, const stream &b) { return !(a == b); }
  std::size_t hash() const noexcept { return std::hash<const void *>()(buffer_); } // not for users

private:
  friend class detail::stream_statement;
  detail::stream_buffer *buffer_;
  std::size_t total_, per_item_;
};

namespace detail {

// Characters beyond the end of the buffer are lost; `used` counts them nevertheless.
inline void stream_statement::flush() {
  if (!used_)
    return;
  stream_buffer &b = *stream_.buffer_;
  const std::uint64_t begin =
      __scoped_atomic_fetch_add(&b.used, std::uint64_t{used_}, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  char *to = reinterpret_cast<char *>(&b + 1);
  for (unsigned i = 0; i < used_ && begin + i < b.capacity; ++i)
    to[begin + i] = bytes_[i];
  used_ = 0;
}

inline void stream_statement::set(stream_manipulator m) {
  using r = stream_record;
  const auto choose = [&](unsigned mask, unsigned to) { format_ = static_cast<std::uint8_t>((format_ & ~mask) | to); };
  switch (m) {
  case stream_manipulator::endl:
    put('\n');
    return flush();
  case stream_manipulator::flush:
    return flush();
  case stream_manipulator::dec:
    return choose(r::base_mask, 0);
  case stream_manipulator::hex:
    return choose(r::base_mask, r::hex);
  case stream_manipulator::oct:
    return choose(r::base_mask, r::oct);
  case stream_manipulator::showbase:
    return choose(0, r::show_base);
  case stream_manipulator::noshowbase:
    return choose(r::show_base, 0);
  case stream_manipulator::showpos:
    return choose(0, r::show_sign);
  case stream_manipulator::noshowpos:
    return choose(r::show_sign, 0);
  case stream_manipulator::fixed:
    return choose(r::float_mask, r::fixed);
  case stream_manipulator::scientific:
    return choose(r::float_mask, r::scientific);
  case stream_manipulator::hexfloat:
    return choose(r::float_mask, r::hexfloat);
  case stream_manipulator::defaultfloat:
    return choose(r::float_mask, 0);
  }
}

template <class I> void put_index(stream_statement &s, const I &v, int dimensions) {
  s.put('{');
  for (int d = 0; d < dimensions; ++d) {
    if (d)
      s.put(", ");
    s.value(stream_record::unsigned_64, v[d]);
  }
  s.put('}');
}
template <class T> struct stream_vec : std::false_type {};
template <class T, int N> struct stream_vec<vec<T, N>> : std::true_type {};
template <class T> struct stream_dimensions : std::integral_constant<int, 0> {};
template <int D> struct stream_dimensions<id<D>> : std::integral_constant<int, D> {};
template <int D> struct stream_dimensions<range<D>> : std::integral_constant<int, D> {};

template <class T> void put_scalar(stream_statement &s, const T &v) {
  using r = stream_record;
  if constexpr (std::is_same_v<T, bool>)
    s.value(r::unsigned_64, v);
  else if constexpr (std::is_same_v<T, char> || std::is_same_v<T, signed char> || std::is_same_v<T, unsigned char>)
    s.value(r::character, static_cast<unsigned char>(v));
  else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, half>) {
    // The bits of a float: not every device has double.
    if constexpr (std::is_same_v<T, double>)
      s.value(r::floating_64, __builtin_bit_cast(std::uint64_t, v));
    else
      s.value(r::floating_32, __builtin_bit_cast(std::uint32_t, static_cast<float>(v)));
  } else if constexpr (std::is_enum_v<T>)
    put_scalar(s, static_cast<std::underlying_type_t<T>>(v));
  else if constexpr (std::is_signed_v<T>) // sizeof: in hexadecimal only as many digits as the type has
    s.value(sizeof(T) == 8   ? r::signed_64
            : sizeof(T) == 4 ? r::signed_32
                             : r::signed_16,
            static_cast<std::uint64_t>(v));
  else
    s.value(r::unsigned_64, v);
}

template <class T> void put_value(stream_statement &s, const T &v) {
  using plain = std::decay_t<T>;
  if constexpr (std::is_same_v<T, stream_manipulator> || std::is_same_v<T, stream_precision> ||
                std::is_same_v<T, stream_width>)
    s.set(v);
  else if constexpr (std::is_same_v<plain, const char *> || std::is_same_v<plain, char *>)
    s.put(static_cast<const char *>(v));
  else if constexpr (std::is_pointer_v<plain>)
    s.value(stream_record::pointer, reinterpret_cast<std::uintptr_t>(static_cast<const volatile void *>(v)));
  else if constexpr (stream_dimensions<T>::value != 0)
    put_index(s, v, stream_dimensions<T>::value);
  else if constexpr (stream_vec<T>::value) {
    for (int i = 0; i < T::size(); ++i) {
      if (i)
        s.put(", ");
      put_scalar(s, v[i]);
    }
  } else
    put_scalar(s, v);
}
template <class... T> void put_all(stream_statement &s, const T &...values) { (put_value(s, values), ...); }
template <int D> void put_value(stream_statement &s, const nd_range<D> &r) {
  put_all(s, "nd_range(global_range: ", r.get_global_range(), ", local_range: ", r.get_local_range(),
          ", offset: ", r.get_offset(), ")");
}
template <int D, bool O> void put_value(stream_statement &s, const item<D, O> &i) {
  put_all(s, "item(range: ", i.get_range(), ", id: ", i.get_id(), ")");
}
template <int D> void put_value(stream_statement &s, const nd_item<D> &i) {
  put_all(s, "nd_item(global_id: ", i.get_global_id(), ", local_id: ", i.get_local_id(), ")");
}
template <int D> void put_value(stream_statement &s, const group<D> &g) {
  put_all(s, "group(id: ", g.get_group_id(), ", local_range: ", g.get_local_range(), ")");
}
template <int D> void put_value(stream_statement &s, const h_item<D> &i) {
  put_all(s, "h_item(global_id: ", i.get_global_id(), ", logical_local_id: ", i.get_logical_local_id(), ")");
}
template <class V, int... I> void put_value(stream_statement &s, const swizzled_vec<V, I...> &v) {
  put_value(s, static_cast<value_t<swizzled_vec<V, I...>>>(v));
}

// True for types that a stream prints without an operator of the program.
template <class T>
inline constexpr bool is_streamable =
    std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<std::decay_t<T>> || std::is_same_v<T, half> ||
    std::is_same_v<T, stream_precision> || std::is_same_v<T, stream_width> || stream_vec<T>::value ||
    stream_dimensions<T>::value != 0;
template <int D> inline constexpr bool is_streamable<nd_range<D>> = true;
template <int D, bool O> inline constexpr bool is_streamable<item<D, O>> = true;
template <int D> inline constexpr bool is_streamable<nd_item<D>> = true;
template <int D> inline constexpr bool is_streamable<group<D>> = true;
template <int D> inline constexpr bool is_streamable<h_item<D>> = true;
template <class V, int... I> inline constexpr bool is_streamable<swizzled_vec<V, I...>> = true;

// Addresses.
template <class T, access::address_space S, access::decorated D>
void put_value(stream_statement &s, const multi_ptr<T, S, D> &p) {
  put_value(s, static_cast<const void *>(p.get_raw()));
}
template <class T, access::address_space S, access::decorated D>
inline constexpr bool is_streamable<multi_ptr<T, S, D>> = true;

template <class T, class = std::enable_if_t<is_streamable<T>>>
stream_statement &&operator<<(stream_statement &&s, const T &v) {
  put_value(s, v);
  return static_cast<stream_statement &&>(s);
}

} // namespace detail

// A statement that is written when the full expression ends.
template <class T, class = std::enable_if_t<detail::is_streamable<T>>>
detail::stream_statement operator<<(const stream &s, const T &v) {
  return detail::stream_statement(s, v);
}

} // namespace sycl

template <> struct std::hash<sycl::stream> : sycl::detail::hash_of_member<sycl::stream> {};
