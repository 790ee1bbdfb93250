// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::span (SYCL 2020, 4.1: what std::span is in C++20) for C++17. Elements are not owned. No index is checked.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace sycl {

inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

template <class T, std::size_t Extent = dynamic_extent> class span {
  template <class U> using enable_element = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>;

public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = T *;
  using const_pointer = const T *;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  static constexpr size_type extent = Extent;

  template <std::size_t N = Extent, class = std::enable_if_t<N == 0 || N == dynamic_extent>>
  constexpr span() noexcept {}
  // `count` is that of the type if that has one.
  constexpr span(T *first, size_type count) : data_(first), size_(count) {}
  constexpr span(T *first, T *last) : data_(first), size_(static_cast<size_type>(last - first)) {}
  template <std::size_t N, class = std::enable_if_t<Extent == dynamic_extent || Extent == N>>
  constexpr span(T (&a)[N]) noexcept : data_(a), size_(N) {}
  template <class U, std::size_t N, class = enable_element<U>,
            class = std::enable_if_t<Extent == dynamic_extent || Extent == N>>
  constexpr span(std::array<U, N> &a) noexcept : data_(a.data()), size_(N) {}
  template <class U, std::size_t N, class = enable_element<const U>,
            class = std::enable_if_t<Extent == dynamic_extent || Extent == N>>
  constexpr span(const std::array<U, N> &a) noexcept : data_(a.data()), size_(N) {}
  template <class U, std::size_t N, class = enable_element<U>,
            class = std::enable_if_t<Extent == dynamic_extent || Extent == N || N == dynamic_extent>>
  constexpr span(const span<U, N> &s) noexcept : data_(s.data()), size_(s.size()) {}
  template <class C, class = enable_element<std::remove_pointer_t<decltype(std::declval<C &>().data())>>,
            class = decltype(std::declval<C &>().size()), class = std::enable_if_t<Extent == dynamic_extent, C>>
  constexpr span(C &c) : data_(c.data()), size_(c.size()) {}

  constexpr pointer data() const noexcept { return data_; }
  constexpr size_type size() const noexcept { return Extent == dynamic_extent ? size_ : Extent; }
  constexpr size_type size_bytes() const noexcept { return size() * sizeof(T); }
  [[nodiscard]] constexpr bool empty() const noexcept { return size() == 0; }
  constexpr reference operator[](size_type i) const { return data_[i]; }
  constexpr reference front() const { return data_[0]; }
  constexpr reference back() const { return data_[size() - 1]; }
  constexpr iterator begin() const noexcept { return data_; }
  constexpr iterator end() const noexcept { return data_ + size(); }
  constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }

  constexpr span<T> first(size_type n) const { return {data_, n}; }
  constexpr span<T> last(size_type n) const { return {end() - n, n}; }
  constexpr span<T> subspan(size_type from, size_type n = dynamic_extent) const {
    return {data_ + from, n == dynamic_extent ? size() - from : n};
  }
  template <std::size_t N> constexpr span<T, N> first() const { return {data_, N}; }
  template <std::size_t N> constexpr span<T, N> last() const { return {end() - N, N}; }

private:
  T *data_ = nullptr;
  size_type size_ = 0;
};

template <class T> span(T *, std::size_t) -> span<T>;
template <class T> span(T *, T *) -> span<T>;
template <class T, std::size_t N> span(T (&)[N]) -> span<T, N>;
template <class T, std::size_t N> span(std::array<T, N> &) -> span<T, N>;
template <class T, std::size_t N> span(const std::array<T, N> &) -> span<const T, N>;
template <class C> span(C &) -> span<std::remove_pointer_t<decltype(std::declval<C &>().data())>>;

} // namespace sycl
