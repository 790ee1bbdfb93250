// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::unsampled_image and sycl::sampled_image (SYCL 2020, 4.7.3): handles to a buffer of pixels, with a buffer's
// rules about lifetime, host memory and writing back (buffer.hpp). They are read and written in software, on every
// device. The first element of a range is the width. Constructors throw errc::invalid for an extent of 0 or of more
// than 2^24 pixels, and for a pitch that is less than needed, or no multiple of the pixel or the pitch before it.
#pragma once

#include "sycl/detail/image_memory.hpp"
#include "sycl/image_sampler.hpp"

#include <iterator>

namespace sycl {

using image_allocator = std::allocator<std::byte>;

enum class image_target : unsigned { device, host_task };

template <class DataT, int Dimensions, access_mode Mode, image_target Target = image_target::device>
class unsampled_image_accessor;
template <class DataT, int Dimensions, image_target Target = image_target::device> class sampled_image_accessor;
template <class DataT, int Dimensions = 1,
          access_mode Mode = std::is_const_v<DataT> ? access_mode::read : access_mode::read_write>
class host_unsampled_image_accessor;
template <class DataT, int Dimensions> class host_sampled_image_accessor;

namespace property::image {
using use_host_ptr = buffer::use_host_ptr;
using use_mutex = buffer::use_mutex;
using context_bound = buffer::context_bound;
} // namespace property::image

namespace detail {

// The type of what is written through an iterator.
template <class It, class V = typename std::iterator_traits<It>::value_type> struct written_value {
  using type = V;
};
template <class It> struct written_value<It, void> {
  using type = typename It::container_type::value_type;
};

template <class T> std::shared_ptr<std::byte> as_bytes(const std::shared_ptr<T> &p) {
  return {p, static_cast<std::byte *>(const_cast<void *>(static_cast<const void *>(p.get())))};
}
template <int N> using enable_pitch = std::enable_if_t<(N > 1)>;

} // namespace detail

template <int Dimensions = 1, class AllocatorT = image_allocator>
class unsampled_image : public detail::image_memory<Dimensions, AllocatorT> {
  using base = detail::image_memory<Dimensions, AllocatorT>;

public:
  // Uninitialized. Writes nothing back unless set_final_data says where.
  unsampled_image(image_format f, const range<Dimensions> &r, const property_list &p = {})
      : unsampled_image(f, r, AllocatorT(), p) {}
  unsampled_image(image_format f, const range<Dimensions> &r, AllocatorT a, const property_list &p = {})
      : base(detail::shape_of_image(f, r), a, p) {}
  template <int N = Dimensions, class = detail::enable_pitch<N>>
  unsampled_image(image_format f, const range<Dimensions> &r, const range<N - 1> &pitch, const property_list &p = {})
      : unsampled_image(f, r, pitch, AllocatorT(), p) {}
  template <int N = Dimensions, class = detail::enable_pitch<N>>
  unsampled_image(image_format f, const range<Dimensions> &r, const range<N - 1> &pitch, AllocatorT a,
                  const property_list &p = {})
      : base(detail::shape_of_image(f, r, pitch), a, p) {}

  // Uses `host`, if it is aligned to a pixel, as its memory on the host, and writes back to it. Null: uninitialized.
  unsampled_image(void *host, image_format f, const range<Dimensions> &r, const property_list &p = {})
      : unsampled_image(host, f, r, AllocatorT(), p) {}
  unsampled_image(void *host, image_format f, const range<Dimensions> &r, AllocatorT a, const property_list &p = {})
      : base(static_cast<std::byte *>(host), detail::shape_of_image(f, r), a, p) {}
  template <int N = Dimensions, class = detail::enable_pitch<N>>
  unsampled_image(void *host, image_format f, const range<Dimensions> &r, const range<N - 1> &pitch,
                  const property_list &p = {})
      : unsampled_image(host, f, r, pitch, AllocatorT(), p) {}
  template <int N = Dimensions, class = detail::enable_pitch<N>>
  unsampled_image(void *host, image_format f, const range<Dimensions> &r, const range<N - 1> &pitch, AllocatorT a,
                  const property_list &p = {})
      : base(static_cast<std::byte *>(host), detail::shape_of_image(f, r, pitch), a, p) {}

  // Shared: the image keeps the memory alive.
  unsampled_image(std::shared_ptr<void> &host, image_format f, const range<Dimensions> &r, const property_list &p = {})
      : unsampled_image(host, f, r, AllocatorT(), p) {}
  unsampled_image(std::shared_ptr<void> &host, image_format f, const range<Dimensions> &r, AllocatorT a,
                  const property_list &p = {})
      : base(detail::as_bytes(host), detail::shape_of_image(f, r), a, p) {}
  template <int N = Dimensions, class = detail::enable_pitch<N>>
  unsampled_image(std::shared_ptr<void> &host, image_format f, const range<Dimensions> &r, const range<N - 1> &pitch,
                  const property_list &p = {})
      : unsampled_image(host, f, r, pitch, AllocatorT(), p) {}
  template <int N = Dimensions, class = detail::enable_pitch<N>>
  unsampled_image(std::shared_ptr<void> &host, image_format f, const range<Dimensions> &r, const range<N - 1> &pitch,
                  AllocatorT a, const property_list &p = {})
      : base(detail::as_bytes(host), detail::shape_of_image(f, r, pitch), a, p) {}

  template <class DataT, access_mode Mode = std::is_const_v<DataT> ? access_mode::read : access_mode::read_write,
            image_target Target = image_target::device>
  unsampled_image_accessor<DataT, Dimensions, Mode, Target> get_access(handler &h, const property_list &p = {}) {
    return {*this, h, p};
  }
  template <class DataT, access_mode Mode = std::is_const_v<DataT> ? access_mode::read : access_mode::read_write>
  host_unsampled_image_accessor<DataT, Dimensions, Mode> get_host_access(const property_list &p = {}) {
    return {*this, p};
  }

  // The destructor of the last copy writes the pixels to `d` if a command has changed them: to the memory of a pointer
  // or weak_ptr, or through an output iterator, as values of its type. nullptr: nowhere.
  template <class Destination = std::nullptr_t> void set_final_data(Destination d = nullptr) {
    if constexpr (std::is_null_pointer_v<Destination>)
      this->memory.set_final_data(nullptr);
    else if constexpr (std::is_pointer_v<Destination>)
      this->memory.set_final_data(static_cast<std::byte *>(static_cast<void *>(d)));
    else
      set_final_object(d);
  }
  void set_write_back(bool on = true) { this->memory.set_write_back(on); }

private:
  template <class T> void set_final_object(const std::weak_ptr<T> &d) { set_final_object(d.lock()); }
  template <class T> void set_final_object(const std::shared_ptr<T> &d) {
    this->memory.set_final_data(std::weak_ptr<std::byte>(detail::as_bytes(d)));
  }
  template <class It> void set_final_object(It d) {
    using value = typename detail::written_value<It>::type;
    const std::size_t n = this->byte_size() / sizeof(value);
    detail::set_final_data(this->memory.impl(), [d, n](const void *data) {
      const auto *first = static_cast<const value *>(data);
      std::copy(first, first + n, d);
    });
  }
};

// Read through a sampler, and never written. `host` is not copied if it is aligned to a pixel.
template <int Dimensions = 1, class AllocatorT = image_allocator>
class sampled_image : public detail::image_memory<Dimensions, AllocatorT> {
  using base = detail::image_memory<Dimensions, AllocatorT>;

public:
  sampled_image(const void *host, image_format f, image_sampler s, const range<Dimensions> &r,
                const property_list &p = {})
      : sampled_image(host, f, s, r, AllocatorT(), p) {}
  sampled_image(const void *host, image_format f, image_sampler s, const range<Dimensions> &r, AllocatorT a,
                const property_list &p = {})
      : base(static_cast<const std::byte *>(host), detail::shape_of_image(f, r), a, p), sampler(s) {}
  template <int N = Dimensions, class = detail::enable_pitch<N>>
  sampled_image(const void *host, image_format f, image_sampler s, const range<Dimensions> &r,
                const range<N - 1> &pitch, const property_list &p = {})
      : sampled_image(host, f, s, r, pitch, AllocatorT(), p) {}
  template <int N = Dimensions, class = detail::enable_pitch<N>>
  sampled_image(const void *host, image_format f, image_sampler s, const range<Dimensions> &r,
                const range<N - 1> &pitch, AllocatorT a, const property_list &p = {})
      : base(static_cast<const std::byte *>(host), detail::shape_of_image(f, r, pitch), a, p), sampler(s) {}

  sampled_image(std::shared_ptr<const void> &host, image_format f, image_sampler s, const range<Dimensions> &r,
                const property_list &p = {})
      : sampled_image(host, f, s, r, AllocatorT(), p) {}
  sampled_image(std::shared_ptr<const void> &host, image_format f, image_sampler s, const range<Dimensions> &r,
                AllocatorT a, const property_list &p = {})
      : base(detail::as_bytes(host), detail::shape_of_image(f, r), a, p), sampler(s) {}
  template <int N = Dimensions, class = detail::enable_pitch<N>>
  sampled_image(std::shared_ptr<const void> &host, image_format f, image_sampler s, const range<Dimensions> &r,
                const range<N - 1> &pitch, const property_list &p = {})
      : sampled_image(host, f, s, r, pitch, AllocatorT(), p) {}
  template <int N = Dimensions, class = detail::enable_pitch<N>>
  sampled_image(std::shared_ptr<const void> &host, image_format f, image_sampler s, const range<Dimensions> &r,
                const range<N - 1> &pitch, AllocatorT a, const property_list &p = {})
      : base(detail::as_bytes(host), detail::shape_of_image(f, r, pitch), a, p), sampler(s) {}

  template <class DataT, image_target Target = image_target::device>
  sampled_image_accessor<DataT, Dimensions, Target> get_access(handler &h, const property_list &p = {}) {
    return {*this, h, p};
  }
  template <class DataT> host_sampled_image_accessor<DataT, Dimensions> get_host_access(const property_list &p = {}) {
    return {*this, p};
  }

  image_sampler sampler; // not for users
};

} // namespace sycl

template <int D, class A>
struct std::hash<sycl::unsampled_image<D, A>> : sycl::detail::hash_of_member<sycl::unsampled_image<D, A>> {};
template <int D, class A>
struct std::hash<sycl::sampled_image<D, A>> : sycl::detail::hash_of_member<sycl::sampled_image<D, A>> {};
