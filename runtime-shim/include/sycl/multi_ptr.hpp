// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::multi_ptr (SYCL 2020, 4.7.7): a pointer that knows its address space. It holds a generic pointer, and its
// references are generic ones, for all spaces; get_decorated() gives a pointer of the space's own type, which is only
// different in device code. A conversion to a narrower space is the caller's promise that the object lies there: no
// device is asked whether it does.
#pragma once

#include "sycl/access.hpp"
#include "sycl/memory_enums.hpp"

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

// No other cast changes the address space of a pointer.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wold-style-cast"
namespace sycl {

template <class, int, access_mode, target, access::placeholder> class accessor;
template <class, int> class local_accessor;

namespace detail {

template <class T, access::address_space Space> struct decorated_type {
  using type = T;
};
#ifdef __SYCL_DEVICE_ONLY__
template <class T> struct decorated_type<T, access::address_space::global_space> {
  using type = __attribute__((opencl_global)) T;
};
template <class T>
struct decorated_type<T, access::address_space::ext_intel_global_device_space>
    : decorated_type<T, access::address_space::global_space> {};
template <class T>
struct decorated_type<T, access::address_space::ext_intel_global_host_space>
    : decorated_type<T, access::address_space::global_space> {};
template <class T> struct decorated_type<T, access::address_space::local_space> {
  using type = __attribute__((opencl_local)) T;
};
template <class T> struct decorated_type<T, access::address_space::private_space> {
  using type = __attribute__((opencl_private)) T;
};
template <class T> struct decorated_type<T, access::address_space::constant_space> {
  using type = __attribute__((opencl_global)) T;
};
#endif

// Without the address space of a decorated pointer, and without const.
template <class T> struct undecorated {
  using type = T;
};
#ifdef __SYCL_DEVICE_ONLY__
template <class T> struct undecorated<__attribute__((opencl_global)) T> : undecorated<T> {};
template <class T> struct undecorated<__attribute__((opencl_local)) T> : undecorated<T> {};
template <class T> struct undecorated<__attribute__((opencl_private)) T> : undecorated<T> {};
#endif
template <class T> using undecorated_t = std::remove_cv_t<typename undecorated<std::remove_cv_t<T>>::type>;

constexpr bool part_of_global(access::address_space s) {
  return s == access::address_space::ext_intel_global_device_space ||
         s == access::address_space::ext_intel_global_host_space;
}
constexpr bool holds(access::address_space to, access::address_space from) {
  return to == from || (to == access::address_space::generic_space && from != access::address_space::constant_space) ||
         (to == access::address_space::global_space && part_of_global(from));
}
// Whether the caller may say that a pointer of one space is of the other.
constexpr bool may_hold(access::address_space to, access::address_space from) {
  return holds(to, from) || from == access::address_space::generic_space ||
         (part_of_global(to) && from == access::address_space::global_space);
}

struct known_space {}; // selects the constructor that believes its caller

} // namespace detail

template <class ElementType, access::address_space Space = access::address_space::generic_space,
          access::decorated DecorateAddress = access::decorated::legacy>
class multi_ptr {
  using space_t = access::address_space;
  static constexpr bool legacy = DecorateAddress == access::decorated::legacy;
  template <class U, space_t From>
  static constexpr bool implicit = detail::holds(Space, From) && std::is_convertible_v<U *, ElementType *>;
  // From void, or from a wider space.
  template <class U, space_t From>
  static constexpr bool explicit_only =
      !implicit<U, From> && detail::may_hold(Space, From) &&
      (std::is_convertible_v<U *, ElementType *> ||
       (std::is_void_v<U> &&
        std::is_convertible_v<std::conditional_t<std::is_const_v<U>, const int, int> *,
                              std::conditional_t<std::is_const_v<ElementType>, const int, int> *>));
  template <class A>
  using enable_accessor =
      std::enable_if_t<std::is_convertible_v<decltype(std::declval<const A &>().raw_pointer()), ElementType *>>;
  // Pointers convert in both directions, which would leave it open how one is compared with a multi_ptr.
  template <class P>
  using enable_legacy = std::enable_if_t<legacy && std::is_convertible_v<P *, const volatile ElementType *>>;
  static constexpr bool of_global = detail::holds(Space, space_t::global_space) || Space == space_t::constant_space ||
                                    Space == space_t::ext_intel_global_device_space;
  static constexpr bool of_local = detail::holds(Space, space_t::local_space);

public:
  static constexpr bool is_decorated = DecorateAddress == access::decorated::yes;
  static constexpr space_t address_space = Space;
  using element_type = ElementType;
  using decorated_pointer = typename detail::decorated_type<ElementType, Space>::type *;
  using pointer = std::conditional_t<is_decorated, decorated_pointer, ElementType *>;
  using reference = std::add_lvalue_reference_t<ElementType>;
  using value_type = std::remove_cv_t<ElementType>;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = std::ptrdiff_t;
  // Names of SYCL 1.2.1.
  using pointer_t = decorated_pointer;
  using const_pointer_t = typename detail::decorated_type<const ElementType, Space>::type *;
  using reference_t = reference;
  using const_reference_t = std::add_lvalue_reference_t<const ElementType>;

  multi_ptr() = default;
  multi_ptr(std::nullptr_t) {}
  explicit multi_ptr(decorated_pointer p) : ptr_((ElementType *)p) {}
  template <class P, class = std::enable_if_t<legacy && std::is_convertible_v<P *, ElementType *>>>
  multi_ptr(P *p) : ptr_(p) {}
  multi_ptr(detail::known_space, ElementType *p) : ptr_(p) {}

  template <class U, space_t From, access::decorated D, std::enable_if_t<implicit<U, From>, int> = 0>
  multi_ptr(const multi_ptr<U, From, D> &p) : ptr_(p.get_raw()) {}
  template <class U, space_t From, access::decorated D, std::enable_if_t<explicit_only<U, From>, int> = 0>
  explicit multi_ptr(const multi_ptr<U, From, D> &p) : ptr_(static_cast<ElementType *>(p.get_raw())) {}
  // Not through the conversion to a pointer, which forgets the space.
  template <class U, space_t From, access::decorated D,
            std::enable_if_t<!implicit<U, From> && !explicit_only<U, From>, int> = 0>
  explicit multi_ptr(const multi_ptr<U, From, D> &p) = delete;

  template <class U, int D, access_mode M, access::placeholder P, bool Enable = of_global,
            class = std::enable_if_t<Enable>, class = enable_accessor<accessor<U, D, M, target::device, P>>>
  multi_ptr(const accessor<U, D, M, target::device, P> &a) : ptr_(a.raw_pointer()) {}
  template <class U, int D, access_mode M, access::placeholder P, bool Enable = Space == space_t::constant_space,
            class = std::enable_if_t<Enable && std::is_convertible_v<U *, ElementType *>>>
  multi_ptr(const accessor<U, D, M, target::constant_buffer, P> &a) : ptr_(const_cast<U *>(a.raw_pointer())) {}
  template <class U, int D, bool Enable = of_local, class = std::enable_if_t<Enable>,
            class = enable_accessor<local_accessor<U, D>>>
  multi_ptr(const local_accessor<U, D> &a) : ptr_(a.raw_pointer()) {}

  multi_ptr &operator=(std::nullptr_t) {
    ptr_ = nullptr;
    return *this;
  }

  ElementType *get_raw() const { return ptr_; }
  decorated_pointer get_decorated() const { return (decorated_pointer)ptr_; }
  std::conditional_t<legacy, pointer_t, pointer> get() const {
    if constexpr (legacy)
      return get_decorated();
    else
      return (pointer)ptr_;
  }
  operator pointer() const { return (pointer)ptr_; } // deprecated

  // For pointers to objects.
  reference operator*() const { return *ptr_; }
  pointer operator->() const { return get(); }
  reference operator[](difference_type i) const { return ptr_[i]; }
  multi_ptr &operator+=(difference_type n) {
    ptr_ += n;
    return *this;
  }
  multi_ptr &operator-=(difference_type n) { return *this += -n; }
  multi_ptr &operator++() { return *this += 1; }
  multi_ptr &operator--() { return *this -= 1; }
  multi_ptr operator++(int) {
    multi_ptr old = *this;
    ++*this;
    return old;
  }
  multi_ptr operator--(int) {
    multi_ptr old = *this;
    --*this;
    return old;
  }
  friend multi_ptr operator+(multi_ptr p, difference_type n) { return p += n; }
  friend multi_ptr operator+(difference_type n, multi_ptr p) { return p += n; }
  friend multi_ptr operator-(multi_ptr p, difference_type n) { return p -= n; }
  friend difference_type operator-(const multi_ptr &a, const multi_ptr &b) { return a.ptr_ - b.ptr_; }
  // A hint, which no device here needs.
  void prefetch(std::size_t) const {}

#define SYCL_FUSE_COMPARE(op)                                                                                          \
  friend bool operator op(const multi_ptr &a, const multi_ptr &b) { return address(a) op address(b); }                 \
  friend bool operator op(const multi_ptr &a, std::nullptr_t) { return address(a) op 0; }                              \
  friend bool operator op(std::nullptr_t, const multi_ptr &a) { return 0 op address(a); }                              \
  template <class P, class = enable_legacy<P>> friend bool operator op(const multi_ptr &a, P *b) {                     \
    return address(a) op reinterpret_cast<std::size_t>(b);                                                             \
  }                                                                                                                    \
  template <class P, class = enable_legacy<P>> friend bool operator op(P *a, const multi_ptr &b) {                     \
    return reinterpret_cast<std::size_t>(a) op address(b);                                                             \
  }
  SYCL_FUSE_COMPARE(==)
  SYCL_FUSE_COMPARE(!=)
  SYCL_FUSE_COMPARE(<)
  SYCL_FUSE_COMPARE(>)
  SYCL_FUSE_COMPARE(<=)
  SYCL_FUSE_COMPARE(>=)
#undef SYCL_FUSE_COMPARE

private:
  static std::size_t address(const multi_ptr &p) { return reinterpret_cast<std::size_t>(p.ptr_); }
  ElementType *ptr_ = nullptr;
};

template <class T, int D, access_mode M, access::placeholder P>
multi_ptr(const accessor<T, D, M, target::device, P> &)
    -> multi_ptr<std::conditional_t<M == access_mode::read, const T, T>, access::address_space::global_space,
                 access::decorated::no>;
template <class T, int D>
multi_ptr(const local_accessor<T, D> &) -> multi_ptr<T, access::address_space::local_space, access::decorated::no>;

// SYCL 2020, 4.7.7.2.
#define SYCL_FUSE_POINTER(Name, Space)                                                                                 \
  template <class T, access::decorated D = access::decorated::legacy>                                                  \
  using Name##_ptr = multi_ptr<T, access::address_space::Space, D>;                                                    \
  template <class T> using raw_##Name##_ptr = multi_ptr<T, access::address_space::Space, access::decorated::no>;       \
  template <class T> using decorated_##Name##_ptr = multi_ptr<T, access::address_space::Space, access::decorated::yes>;
SYCL_FUSE_POINTER(global, global_space)
SYCL_FUSE_POINTER(local, local_space)
SYCL_FUSE_POINTER(private, private_space)
SYCL_FUSE_POINTER(generic, generic_space)
#undef SYCL_FUSE_POINTER
template <class T> using constant_ptr = multi_ptr<T, access::address_space::constant_space, access::decorated::legacy>;

// A pointer, or a multi_ptr to generic, as one of the given space, where the object has to lie.
template <access::address_space Space, access::decorated DecorateAddress, class T>
multi_ptr<T, Space, DecorateAddress> address_space_cast(T *p) {
  return {detail::known_space(), p};
}
template <access::address_space Space, class T, access::decorated D>
multi_ptr<T, Space, D> address_space_cast(const multi_ptr<T, access::address_space::generic_space, D> &p) {
  return {detail::known_space(), p.get_raw()};
}
template <class T, access::address_space Space, access::decorated DecorateAddress = access::decorated::legacy>
multi_ptr<T, Space, DecorateAddress> make_ptr(T *p) {
  return {detail::known_space(), p};
}

} // namespace sycl
#pragma clang diagnostic pop
