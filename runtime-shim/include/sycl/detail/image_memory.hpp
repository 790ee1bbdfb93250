// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common part of sampled and unsampled images: a buffer of bytes with their pixels, and its shape. From the buffer
// come the order of commands, the memory of devices, and writing back.
#pragma once

#include "sycl/buffer.hpp"
#include "sycl/detail/image_pixels.hpp"

namespace sycl::detail {

// `limit`: what `given` is beyond, or no multiple of. Throws errc::invalid.
[[noreturn]] SYCL_FUSE_API void throw_bad_image(const char *what, int dimension, std::size_t given, std::size_t limit);

// `pitch`: a range as of get_pitch(), or none if there are no gaps. Pitches are multiples of a pixel, and then of the
// pitch before, as in OpenCL (clCreateImage, CL_INVALID_IMAGE_DESCRIPTOR), so that devices can read a pixel at once.
template <int D, class... Pitch>
image_shape<D> shape_of_image(image_format format, const range<D> &size, const Pitch &...pitch) {
  image_shape<D> shape{size, {pixel_size(format)}, format};
  for (int d = 0; d < D; ++d) {
    if (size[d] == 0 || size[d] > max_image_extent)
      throw_bad_image("range", d, size[d], max_image_extent);
    if (d == 0)
      continue;
    const std::size_t before = shape.pitch[d - 1], needed = size[d - 1] * before;
    shape.pitch[d] = needed;
    ((shape.pitch[d] = pitch[d - 1]), ...);
    if (shape.pitch[d] < needed)
      throw_bad_image("pitch", d - 1, shape.pitch[d], needed);
    if (shape.pitch[d] % before != 0)
      throw_bad_image("pitch", d - 1, shape.pitch[d], before);
  }
  bytes_of(range<1>(size[D - 1]), shape.pitch[D - 1]);
  return shape;
}

template <int D, class AllocatorT> class image_memory {
public:
  range<D> get_range() const { return shape.size; }
  // In bytes: between rows, and between slices.
  template <int N = D, class = std::enable_if_t<(N > 1)>> range<N - 1> get_pitch() const {
    range<N - 1> pitch;
    for (int d = 1; d < N; ++d)
      pitch[d - 1] = shape.pitch[d];
    return pitch;
  }
  std::size_t byte_size() const noexcept { return shape.bytes(); } // with the gaps that pitches leave
  std::size_t size() const noexcept { return shape.size.size(); }  // in pixels
  AllocatorT get_allocator() const { return memory.get_allocator(); }
  template <class P> bool has_property() const noexcept { return memory.template has_property<P>(); }
  template <class P> P get_property() const { return memory.template get_property<P>(); }

  friend bool operator==(const image_memory &a, const image_memory &b) { return a.memory == b.memory; }
  friend bool operator!=(const image_memory &a, const image_memory &b) { return !(a == b); }

  // Not for users. The plugin finds an image's memory by these names.
  using buffer_type = buffer<std::byte, 1, AllocatorT>;
  image_shape<D> shape;
  buffer_type memory;
  std::size_t hash() const noexcept { return std::hash<buffer_type>()(memory); }

protected:
  image_memory(const image_shape<D> &s, const AllocatorT &a, const property_list &p)
      : shape(s), memory(range<1>(s.bytes()), a, p) {}
  // Host: a pointer, or a shared_ptr, to bytes.
  template <class Host>
  image_memory(const Host &host, const image_shape<D> &s, const AllocatorT &a, const property_list &p)
      : shape(s), memory(of_host(host, s, a, p)) {}

private:
  template <class T> static T *address(T *p) { return p; }
  template <class T> static T *address(const std::shared_ptr<T> &p) { return p.get(); }
  // Memory that is not aligned to a pixel is not used: it is copied, and copied back in the end.
  template <class Host>
  static buffer_type of_host(const Host &host, const image_shape<D> &s, const AllocatorT &a, const property_list &p) {
    auto *first = address(host);
    if (reinterpret_cast<std::uintptr_t>(first) % s.pitch[0] == 0)
      return buffer_type(host, range<1>(s.bytes()), a, p);
    buffer_type copy(first, first + s.bytes(), a, p);
    if constexpr (!std::is_const_v<std::remove_pointer_t<decltype(first)>>)
      copy.set_final_data(host);
    return copy;
  }
};

} // namespace sycl::detail
