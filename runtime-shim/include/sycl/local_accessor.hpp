// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::local_accessor (SYCL 2020, 4.7.6.11): memory of a work-group, which lives while the group runs and begins
// uninitialized. Constructors throw errc::memory_allocation if the command would need 4 GiB or more. The layout is
// local_accessor_layout in syclfuse/kinds.hpp.
#pragma once

#include "sycl/detail/accessor_base.hpp"
#include "sycl/detail/kernel.hpp"

// No other cast changes the address space of a pointer.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wold-style-cast"
namespace sycl {

namespace detail {
// Reserves local memory of the command's work-groups and returns its offset in bytes.
SYCL_FUSE_API std::uint64_t reserve_local(handler &, std::size_t bytes, std::size_t align);
} // namespace detail

template <class T, int Dimensions = 1> class local_accessor {
  static constexpr int D = Dimensions == 0 ? 1 : Dimensions;

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  // Not plain pointers, unlike those of accessors: programs name kernels by the types that they take.
  using iterator = detail::accessor_iterator<T, 1>;
  using const_iterator = detail::accessor_iterator<const T, 1>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;
  template <access::decorated D> using accessor_ptr = multi_ptr<T, access::address_space::local_space, D>;

  local_accessor() = default;
  template <int N = Dimensions, class = std::enable_if_t<N == 0>>
  explicit local_accessor(handler &h, const property_list & = {})
      : byte_offset_(detail::reserve_local(h, sizeof(T), alignof(T))), byte_size_(sizeof(T)), range_(1) {}
  template <int N = Dimensions, class = std::enable_if_t<(N > 0)>>
  local_accessor(range<D> r, handler &h, const property_list & = {})
      : byte_offset_(detail::reserve_local(h, r.size() * sizeof(T), alignof(T))), byte_size_(r.size() * sizeof(T)),
        range_(r) {}
  // From an accessor that also writes to one that only reads.
  template <class U, class = std::enable_if_t<std::is_same_v<const U, T> && !std::is_same_v<U, T>>>
  local_accessor(const local_accessor<U, Dimensions> &o)
      : byte_offset_(o.byte_offset_), byte_size_(o.byte_size_), range_(o.range_) {}

  size_type size() const noexcept { return range_.size(); }
  size_type max_size() const noexcept { return static_cast<size_type>(PTRDIFF_MAX) / sizeof(T); }
  size_type byte_size() const noexcept { return byte_size_; }
  bool empty() const noexcept { return size() == 0; }
  void swap(local_accessor &o) { std::swap(*this, o); }
  range<D> get_range() const { return range_; }

  template <int N = Dimensions, class = std::enable_if_t<(N > 0)>> reference operator[](id<D> i) const {
    return raw_pointer()[detail::linear_id(range_, i)];
  }
  template <class I, int N = Dimensions, class = std::enable_if_t<(N > 0) && std::is_integral_v<I>>>
  decltype(auto) operator[](I i) const {
    if constexpr (N == 1)
      return (raw_pointer()[static_cast<std::size_t>(i)]);
    else {
      id<D> at;
      at[0] = static_cast<std::size_t>(i);
      return detail::subscript<local_accessor, reference, D, D - 1>(*this, at);
    }
  }
  operator detail::element_conversion<Dimensions, reference>() const {
    return detail::convert_to_element<Dimensions>(raw_pointer());
  }
  template <int N = Dimensions, class = std::enable_if_t<N == 0 && !std::is_const_v<T>>>
  const local_accessor &operator=(const T &v) const {
    *raw_pointer() = v;
    return *this;
  }

  // There are no properties of local accessors.
  template <class P> bool has_property() const noexcept { return false; }
  template <class P> P get_property() const { detail::throw_missing_property(); }

  local_ptr<T> get_pointer() const noexcept { return {detail::known_space(), raw_pointer()}; }
  template <access::decorated A> accessor_ptr<A> get_multi_ptr() const noexcept {
    return {detail::known_space(), raw_pointer()};
  }
  // Not for users.
  T *raw_pointer() const noexcept {
#ifdef __SYCL_DEVICE_ONLY__
    using local_bytes = __attribute__((address_space(3))) char;
    return (T *)((local_bytes *)__sycl_fuse_local_memory() + byte_offset_);
#else
    return reinterpret_cast<T *>(detail::host_local_memory + byte_offset_);
#endif
  }
  iterator begin() const noexcept { return {raw_pointer(), range<1>(size()), range<1>(size()), 0}; }
  iterator end() const noexcept { return begin() + static_cast<difference_type>(size()); }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

  friend bool operator==(const local_accessor &a, const local_accessor &b) {
    return a.byte_offset_ == b.byte_offset_ && a.byte_size_ == b.byte_size_ && a.range_ == b.range_;
  }
  friend bool operator!=(const local_accessor &a, const local_accessor &b) { return !(a == b); }

private:
  friend struct std::hash<local_accessor>;
  template <class, int> friend class local_accessor;
  std::uint64_t byte_offset_ = 0, byte_size_ = 0;
  range<D> range_;
};
static_assert(sizeof(local_accessor<float, 2>) == syclfuse::local_accessor_layout::size(2));

// The local accessor of SYCL 1.2.1 (deprecated; SYCL 2020, 4.7.6.12). Every mode but access_mode::atomic reads and
// writes.
template <class T, int Dimensions, access_mode Mode, access::placeholder P>
class accessor<T, Dimensions, Mode, target::local, P> : public local_accessor<T, Dimensions> {
  static constexpr int D = Dimensions == 0 ? 1 : Dimensions;

public:
  using local_accessor<T, Dimensions>::local_accessor;
  using local_accessor<T, Dimensions>::operator=;
  template <int N = Dimensions, class = std::enable_if_t<N == 0 && Mode == access_mode::atomic>>
  operator detail::subscript_t<T, access_mode::atomic, access::address_space::local_space>() const {
    return detail::subscripted<Mode, access::address_space::local_space>(this->raw_pointer());
  }
  template <int N = Dimensions, class = std::enable_if_t<(N > 0)>> decltype(auto) operator[](id<D> i) const {
    return detail::subscripted<Mode, access::address_space::local_space>(this->raw_pointer() +
                                                                         detail::linear_id(this->get_range(), i));
  }
  template <class I, int N = Dimensions, class = std::enable_if_t<(N > 0) && std::is_integral_v<I>>>
  decltype(auto) operator[](I i) const {
    if constexpr (N == 1)
      return (*this)[id<1>(static_cast<std::size_t>(i))];
    else {
      id<D> at;
      at[0] = static_cast<std::size_t>(i);
      using reference = detail::subscript_t<T, Mode, access::address_space::local_space>;
      return detail::subscript<accessor, reference, D, D - 1>(*this, at);
    }
  }
  std::size_t get_count() const noexcept { return this->size(); }
  std::size_t get_size() const noexcept { return this->byte_size(); }
  std::size_t hash() const noexcept { return std::hash<local_accessor<T, Dimensions>>()(*this); }
};

} // namespace sycl

template <class T, int D> struct std::hash<sycl::local_accessor<T, D>> {
  std::size_t operator()(const sycl::local_accessor<T, D> &a) const noexcept {
    return std::hash<std::uint64_t>()(a.byte_offset_);
  }
};
#pragma clang diagnostic pop
