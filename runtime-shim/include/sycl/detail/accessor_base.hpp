// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common part of device and host accessors: layout, subscripts, sizes. Trivially copyable, the same bytes on host
// and device.
#pragma once

#include "sycl/access.hpp"
#include "sycl/detail/ref.hpp"
#include "sycl/id.hpp"
#include "sycl/multi_ptr.hpp"
#include "syclfuse/kinds.hpp"
#include "syclfuse/promotion.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace sycl {

class handler;

template <class T, int Dimensions = 1,
          access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
          target Target = target::device, access::placeholder P = access::placeholder::false_t>
class accessor;
template <class T, int Dimensions = 1,
          access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write>
class host_accessor;
template <class T, access::address_space Space> class atomic;

namespace detail {

struct command;
// Where handler is complete.
template <class Handler> command &command_in(Handler &h) { return *h.command(); }
[[noreturn]] SYCL_FUSE_API void throw_bad_sub_range(int dimension, std::size_t size, std::size_t offset,
                                                    std::size_t whole);
[[noreturn]] SYCL_FUSE_API void throw_invalid(const char *text);

template <class T> struct tag_traits : std::false_type {};
template <access_mode M> struct tag_traits<mode_tag_t<M>> : std::true_type {
  static constexpr access_mode mode = M;
  static constexpr target where = target::device;
};
template <access_mode M, target T> struct tag_traits<mode_target_tag_t<M, T>> : std::true_type {
  static constexpr access_mode mode = M;
  static constexpr target where = T;
};
// Accessors that only read convert between element types T and const T, those that read and write to either (SYCL
// 2020, 4.7.6.9.3).
template <class From, access_mode FromMode, class To, access_mode ToMode>
using enable_reading = std::enable_if_t<ToMode == access_mode::read &&
                                        (FromMode == access_mode::read || FromMode == access_mode::read_write) &&
                                        std::is_same_v<std::remove_const_t<From>, std::remove_const_t<To>> &&
                                        !(std::is_same_v<From, To> && FromMode == ToMode)>;
template <class Tag> using enable_tag = std::enable_if_t<tag_traits<Tag>::value>;
template <class Tag> inline constexpr access_mode tag_mode = tag_traits<Tag>::mode;
template <class Tag> inline constexpr target tag_target = tag_traits<Tag>::where;
template <class T, class Tag> using tag_element = T;

// The promotion that the properties of a buffer, or of an accessor, ask for. Of several the one counts that promises
// more.
inline syclfuse::promotion own_promotion(property_set p) {
  using syclfuse::promotion;
  return p.has(property_id::promote_private)          ? promotion::private_memory
         : p.has(property_id::promote_local)          ? promotion::local_memory
         : p.has(property_id::fusion_internal_memory) ? promotion::automatic
                                                      : promotion::none;
}

// The result of an accessor's subscript: a reference, or an atomic of SYCL 1.2.1.
template <class T, access_mode Mode, access::address_space Space = access::address_space::global_space>
using subscript_t = std::conditional_t<Mode == access_mode::atomic, sycl::atomic<std::remove_const_t<T>, Space>, T &>;
template <access_mode Mode, access::address_space Space, class T> subscript_t<T, Mode, Space> subscripted(T *p) {
  if constexpr (Mode == access_mode::atomic)
    return multi_ptr<T, Space, access::decorated::no>(known_space(), p);
  else
    return *p;
}

template <int D> void check_sub_range(const range<D> &whole, const range<D> &r, const id<D> &offset) {
  for (int d = 0; d < D; ++d)
    if (offset[d] > whole[d] || r[d] > whole[d] - offset[d])
      throw_bad_sub_range(d, r[d], offset[d], whole[d]);
}

// The range of an accessor without dimensions is the first element.
template <int Dimensions, int D> range<D> accessed_range(range<D> r) {
  if constexpr (Dimensions == 0)
    r[0] = r[0] != 0;
  return r;
}

// SYCL 2020, 4.7.6.4: what is only read has contents.
template <access_mode Mode> void check_no_init(const property_list &p) {
  if (Mode == access_mode::read && p.has(property_id::no_init))
    throw_invalid("accessor: property no_init with access_mode::read");
}

// What an accessor without dimensions converts to. No template may convert it: then conversions that follow, as in
// `double d = acc` of an int, `if (acc)` and `++acc`, would be out of reach. Other accessors convert to a type that
// nothing takes.
struct no_element {};
template <int Dimensions, class Reference>
using element_conversion = std::conditional_t<Dimensions == 0, Reference, no_element>;
template <int Dimensions, class T> element_conversion<Dimensions, T &> convert_to_element(T *p) {
  if constexpr (Dimensions == 0)
    return *p;
  else
    return {};
}

// acc[i][j]: what one subscript of a multi-dimensional accessor gives.
template <class Accessor, class Reference, int Dimensions, int Left> class subscript {
public:
  subscript(const Accessor &a, id<Dimensions> at) : accessor_(a), at_(at) {}
  decltype(auto) operator[](std::size_t i) const {
    id<Dimensions> at = at_;
    at[Dimensions - Left] = i;
    if constexpr (Left == 1)
      return static_cast<Reference>(accessor_[at]);
    else
      return subscript<Accessor, Reference, Dimensions, Left - 1>(accessor_, at);
  }

private:
  const Accessor &accessor_;
  id<Dimensions> at_;
};

// Walks the elements of an accessor in row-major order, over the gaps between its rows.
template <class T, int D> class accessor_iterator {
public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_const_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = T *;
  using reference = T &;

  accessor_iterator() = default;
  accessor_iterator(T *first, range<D> access, range<D> memory, std::size_t at)
      : first_(first), access_(access), memory_(memory), at_(static_cast<difference_type>(at)) {}
  template <class U, class = std::enable_if_t<std::is_same_v<const U, T> && !std::is_same_v<U, T>>>
  accessor_iterator(const accessor_iterator<U, D> &o) : accessor_iterator(o.first_, o.access_, o.memory_, 0) {
    at_ = o.at_;
  }

  reference operator*() const { return *address(at_); }
  pointer operator->() const { return address(at_); }
  reference operator[](difference_type n) const { return *address(at_ + n); }
  accessor_iterator &operator+=(difference_type n) { return at_ += n, *this; }
  accessor_iterator &operator-=(difference_type n) { return at_ -= n, *this; }
  accessor_iterator &operator++() { return *this += 1; }
  accessor_iterator &operator--() { return *this -= 1; }
  accessor_iterator operator++(int) { return std::exchange(*this, *this + 1); }
  accessor_iterator operator--(int) { return std::exchange(*this, *this - 1); }
  friend accessor_iterator operator+(accessor_iterator i, difference_type n) { return i += n; }
  friend accessor_iterator operator+(difference_type n, accessor_iterator i) { return i += n; }
  friend accessor_iterator operator-(accessor_iterator i, difference_type n) { return i -= n; }
  friend difference_type operator-(const accessor_iterator &a, const accessor_iterator &b) { return a.at_ - b.at_; }
  friend bool operator==(const accessor_iterator &a, const accessor_iterator &b) { return a.at_ == b.at_; }
  friend bool operator!=(const accessor_iterator &a, const accessor_iterator &b) { return a.at_ != b.at_; }
  friend bool operator<(const accessor_iterator &a, const accessor_iterator &b) { return a.at_ < b.at_; }
  friend bool operator>(const accessor_iterator &a, const accessor_iterator &b) { return a.at_ > b.at_; }
  friend bool operator<=(const accessor_iterator &a, const accessor_iterator &b) { return a.at_ <= b.at_; }
  friend bool operator>=(const accessor_iterator &a, const accessor_iterator &b) { return a.at_ >= b.at_; }

private:
  template <class, int> friend class accessor_iterator;
  T *address(difference_type n) const {
    auto left = static_cast<std::size_t>(n);
    std::size_t offset = 0, pitch = 1;
    for (int d = D - 1; d > 0; --d) {
      offset += left % access_[d] * pitch;
      left /= access_[d];
      pitch *= memory_[d];
    }
    return first_ + offset + left * pitch;
  }
  T *first_ = nullptr;
  range<D> access_, memory_;
  difference_type at_ = 0;
};

template <class T, int Dimensions, access_mode Mode> class accessor_base {
  static constexpr int D = Dimensions == 0 ? 1 : Dimensions;
  static constexpr auto global = access::address_space::global_space;

public:
  using stored = std::remove_const_t<T>; // not for users
  using value_type = std::conditional_t<Mode == access_mode::read, const stored, stored>;
  using reference = value_type &;
  using const_reference = const stored &;
  // A pointer where the elements are contiguous for every accessor of the type.
  using iterator = std::conditional_t<D == 1, value_type *, accessor_iterator<value_type, D>>;
  using const_iterator = std::conditional_t<D == 1, const stored *, accessor_iterator<const stored, D>>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  accessor_base() = default;
  template <int N = Dimensions, class = std::enable_if_t<(N > 0)>> decltype(auto) operator[](id<D> i) const {
    return subscripted<Mode, global>(static_cast<value_type *>(data_) + linear(i));
  }
  // With an integer, so that acc[0] is no ambiguity between an id and a null pointer.
  template <class I, int N = Dimensions, class = std::enable_if_t<(N > 0) && std::is_integral_v<I>>>
  decltype(auto) operator[](I i) const {
    if constexpr (N == 1)
      return subscripted<Mode, global>(static_cast<value_type *>(data_) + static_cast<std::size_t>(i));
    else {
      id<D> at;
      at[0] = static_cast<std::size_t>(i);
      return subscript<accessor_base, subscript_t<value_type, Mode>, D, D - 1>(*this, at);
    }
  }
  operator element_conversion<Dimensions, reference>() const {
    return convert_to_element<Dimensions>(static_cast<value_type *>(data_));
  }
  template <int N = Dimensions, class = std::enable_if_t<N == 0 && Mode == access_mode::atomic>>
  operator subscript_t<value_type, access_mode::atomic>() const {
    return subscripted<Mode, global>(static_cast<value_type *>(data_));
  }
  template <int N = Dimensions, class = std::enable_if_t<N == 0 && Mode != access_mode::read>>
  const accessor_base &operator=(const stored &v) const {
    *static_cast<value_type *>(data_) = v;
    return *this;
  }

  // Made without a handler: to be named to handler::require.
  bool is_placeholder() const noexcept { return element_size_ & placeholder_bit; }
  // Properties of accessors have no data.
  template <class P> bool has_property() const noexcept {
    using syclfuse::promotion;
    switch (P::syclfuse_id) {
    case property_id::no_init:
      return element_size_ & no_init_bit;
    case property_id::promote_private:
      return promotion_hint() == promotion::private_memory;
    case property_id::promote_local:
      return promotion_hint() == promotion::local_memory;
    case property_id::fusion_internal_memory:
      return promotion_hint() == promotion::automatic;
    default:
      return false;
    }
  }
  template <class P> P get_property() const {
    if (!has_property<P>())
      throw_missing_property();
    return P();
  }
  range<D> get_range() const { return access_range_; }
  id<D> get_offset() const { return offset_; }
  size_type size() const noexcept { return access_range_.size(); }
  size_type get_count() const noexcept { return size(); }
  size_type byte_size() const noexcept { return size() * sizeof(T); }
  size_type get_size() const noexcept { return byte_size(); }
  size_type max_size() const noexcept { return static_cast<size_type>(PTRDIFF_MAX) / sizeof(T); }
  bool empty() const noexcept { return size() == 0; }

  iterator begin() const noexcept { return iterator_at<iterator>(0); }
  iterator end() const noexcept { return iterator_at<iterator>(size()); }
  const_iterator cbegin() const noexcept { return iterator_at<const_iterator>(0); }
  const_iterator cend() const noexcept { return iterator_at<const_iterator>(size()); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

  friend bool operator==(const accessor_base &a, const accessor_base &b) {
    return a.data_ == b.data_ && a.buffer_ == b.buffer_ && a.access_range_ == b.access_range_;
  }
  friend bool operator!=(const accessor_base &a, const accessor_base &b) { return !(a == b); }

  // Not for users.
  value_type *raw_pointer() const noexcept { return static_cast<value_type *>(data_); }
  value_type *first_of_buffer() const noexcept { return raw_pointer() - linear(offset_); }
  buffer_impl *buffer_identity() const { return static_cast<buffer_impl *>(buffer_); }
  syclfuse::promotion promotion_hint() const { return static_cast<syclfuse::promotion>(promotion_); }
  range<D> memory_range() const { return memory_range_; }
  const void *memory_begin() const {
    return static_cast<stored *>(data_) - linear(offset_);
  } // of the buffer or sub-buffer
  std::size_t hash() const noexcept {
    return std::hash<const void *>()(data_) * 31 + std::hash<const void *>()(buffer_);
  }

protected:
  // The same memory, to be read.
  template <class U, access_mode M>
  explicit accessor_base(const accessor_base<U, Dimensions, M> &o)
      : data_(o.data_), promotion_(o.promotion_), element_size_(o.element_size_), buffer_(o.buffer_),
        access_range_(o.access_range_), memory_range_(o.memory_range_), offset_(o.offset_) {}
  void set(void *memory, syclfuse::promotion promote, buffer_impl *b, range<D> access, range<D> whole, id<D> offset,
           bool no_init, bool placeholder) {
    element_size_ = sizeof(T) | (no_init ? no_init_bit : 0) | (placeholder ? placeholder_bit : 0);
    access_range_ = access;
    memory_range_ = whole;
    offset_ = offset;
    data_ = static_cast<stored *>(memory) + linear(offset);
    promotion_ = static_cast<std::uint32_t>(promote);
    buffer_ = b;
  }

private:
  template <class Iterator> Iterator iterator_at(std::size_t n) const noexcept {
    if constexpr (D == 1)
      return raw_pointer() + n;
    else
      return Iterator(raw_pointer(), access_range_, memory_range_, n);
  }
  std::size_t linear(const id<D> &i) const {
    std::size_t n = i[0];
    for (int d = 1; d < D; ++d)
      n = n * memory_range_[d] + i[d];
    return n;
  }

  static constexpr std::uint32_t placeholder_bit = syclfuse::accessor_layout::placeholder_bit,
                                 no_init_bit = std::uint32_t{1} << 30;

  void *data_ = nullptr;
  std::uint32_t promotion_ = 0;
  std::uint32_t element_size_ = sizeof(T);
  void *buffer_ = nullptr;
  range<D> access_range_, memory_range_;
  id<D> offset_;

  friend struct accessor_layout_check;
  template <class, int, access_mode> friend class accessor_base;
};

struct accessor_layout_check {
  template <int D> static constexpr bool right() {
    using A = accessor_base<float, D, access_mode::read_write>;
    namespace l = syclfuse::accessor_layout;
    return sizeof(A) == l::size(D) && offsetof(A, data_) == l::data && offsetof(A, promotion_) == l::promotion &&
           offsetof(A, element_size_) == l::element_size && offsetof(A, buffer_) == l::buffer &&
           offsetof(A, access_range_) == l::access_range && std::is_trivially_copyable_v<A>;
  }
};
static_assert(accessor_layout_check::right<0>() && accessor_layout_check::right<1>() &&
                  accessor_layout_check::right<2>() && accessor_layout_check::right<3>(),
              "accessors do not have the layout of syclfuse/kinds.hpp");

} // namespace detail
} // namespace sycl
