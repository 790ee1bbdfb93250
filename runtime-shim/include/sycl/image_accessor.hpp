// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accessors of images (SYCL 2020, 4.7.6.13 and 4.7.6.14): an accessor or host_accessor of the image's bytes, with its
// effects on commands and its errors, beside what tells pixels from bytes. DataT is int4, uint4, float4 or half4.
// Constructors throw errc::invalid if that is not what pixels of the image's format are read as. A pixel beyond an
// unsampled image must not be accessed.
#pragma once

#include "sycl/accessor.hpp"
#include "sycl/detail/image_sampling.hpp"
#include "sycl/host_accessor.hpp"
#include "sycl/image.hpp"

namespace sycl {
namespace detail {

template <class From, class T, int D>
using enable_coordinate = std::enable_if_t<std::is_convertible_v<const From &, image_coordinate<T, D>> &&
                                           std::is_floating_point_v<From> <= std::is_floating_point_v<T>>;
template <class From, class To>
using enable_constness =
    std::enable_if_t<std::is_same_v<std::remove_const_t<From>, std::remove_const_t<To>> && !std::is_same_v<From, To>>;

// An image's gaps keep what they hold, whatever becomes of the pixels.
template <access_mode Mode, class Image>
property_list properties_of_access(const Image &image, const property_list &p) {
  check_no_init<Mode>(p);
  return p.has(property_id::no_init) && !image.shape.has_gaps() ? property_list(no_init) : property_list();
}

// What accessors of the image's memory, of type Memory, have in common. Color: DataT without const.
template <class Color, int D, access_mode Mode, class Memory> class image_access {
public:
  using value_type = std::conditional_t<Mode == access_mode::read, const Color, Color>;
  using reference = value_type &;
  using const_reference = const Color &;

  std::size_t size() const noexcept { return shape_.size.size(); }
  template <class P> bool has_property() const noexcept { return P::syclfuse_id == property_id::no_init && no_init_; }
  template <class P> P get_property() const {
    if (!has_property<P>())
      throw_missing_property();
    return P();
  }
  friend bool operator==(const image_access &a, const image_access &b) { return a.memory_ == b.memory_; }
  friend bool operator!=(const image_access &a, const image_access &b) { return !(a == b); }
  std::size_t hash() const noexcept { return memory_.hash(); } // not for users

protected:
  using element = typename Color::element_type;
  image_access(const Memory &memory, const image_shape<D> &shape, const property_list &p)
      : memory_(memory), shape_(shape), no_init_(p.has(property_id::no_init)) {
    if (!is_format_of<element>(shape.format))
      throw_invalid("image accessor: pixels of the image's format are not read as its DataT");
  }
  Memory memory_;
  image_shape<D> shape_;
  bool no_init_;
};

template <class Color, int D, access_mode Mode, class Memory>
class unsampled_access : public image_access<Color, D, Mode, Memory> {
  using base = image_access<Color, D, Mode, Memory>;

public:
  // At an int, an int2, or the first three elements of an int4.
  template <class CoordT, class = enable_coordinate<CoordT, int, D>, access_mode M = Mode,
            class = std::enable_if_t<reads(M)>>
  Color read(const CoordT &coords) const noexcept {
    return with_format<typename base::element>(this->shape_.format,
                                               [p = at(coords)](auto stored) { return stored.load(p); });
  }
  template <class CoordT, class = enable_coordinate<CoordT, int, D>, access_mode M = Mode,
            class = std::enable_if_t<writes(M)>>
  void write(const CoordT &coords, const Color &color) const {
    with_format<typename base::element>(this->shape_.format,
                                        [p = at(coords), &color](auto stored) { stored.store(p, color); });
  }

protected:
  using base::base;

private:
  auto *at(const image_coordinate<int, D> &coords) const {
    int place[D];
    for (int d = 0; d < D; ++d)
      place[d] = along(coords, d);
    return this->memory_.raw_pointer() + this->shape_.offset(place);
  }
};

template <class Color, int D, class Memory>
class sampled_access : public image_access<Color, D, access_mode::read, Memory> {
  using base = image_access<Color, D, access_mode::read, Memory>;

public:
  // At a float, a float2, or the first three elements of a float4.
  template <class CoordT, class = enable_coordinate<CoordT, float, D>> Color read(const CoordT &coords) const noexcept {
    return sampled_pixel<typename base::element>(this->memory_.raw_pointer(), this->shape_, sampler_,
                                                 image_coordinate<float, D>(coords));
  }

protected:
  sampled_access(const Memory &memory, const image_shape<D> &shape, const image_sampler &s, const property_list &p)
      : base(memory, shape, p), sampler_(s) {}

private:
  image_sampler sampler_;
};

template <access_mode Mode, image_target Target>
using image_bytes = accessor<std::byte, 1, Mode, Target == image_target::device ? target::device : target::host_task>;

} // namespace detail

template <class DataT, int Dimensions, access_mode Mode, image_target Target>
class unsampled_image_accessor
    : public detail::unsampled_access<std::remove_const_t<DataT>, Dimensions, Mode, detail::image_bytes<Mode, Target>> {
  using bytes = detail::image_bytes<Mode, Target>;
  using base = detail::unsampled_access<std::remove_const_t<DataT>, Dimensions, Mode, bytes>;

public:
  template <class A>
  unsampled_image_accessor(unsampled_image<Dimensions, A> &image, handler &h, const property_list &p = {})
      : base(bytes(image.memory, h, detail::properties_of_access<Mode>(image, p)), image.shape, p) {}
  template <class U, class = detail::enable_constness<U, DataT>, access_mode M = Mode,
            class = std::enable_if_t<M == access_mode::read>>
  unsampled_image_accessor(const unsampled_image_accessor<U, Dimensions, M, Target> &o) : base(o) {}
};

template <class DataT, int Dimensions, image_target Target>
class sampled_image_accessor : public detail::sampled_access<std::remove_const_t<DataT>, Dimensions,
                                                             detail::image_bytes<access_mode::read, Target>> {
  using bytes = detail::image_bytes<access_mode::read, Target>;
  using base = detail::sampled_access<std::remove_const_t<DataT>, Dimensions, bytes>;

public:
  template <class A>
  sampled_image_accessor(sampled_image<Dimensions, A> &image, handler &h, const property_list &p = {})
      : base(bytes(image.memory, h, detail::properties_of_access<access_mode::read>(image, p)), image.shape,
             image.sampler, p) {}
  template <class U, class = detail::enable_constness<U, DataT>>
  sampled_image_accessor(const sampled_image_accessor<U, Dimensions, Target> &o) : base(o) {}
};

// As of host_accessor: later commands that use the image wait until the copies of an accessor are destroyed.
template <class DataT, int Dimensions, access_mode Mode>
class host_unsampled_image_accessor
    : public detail::unsampled_access<std::remove_const_t<DataT>, Dimensions, Mode, host_accessor<std::byte, 1, Mode>> {
  using bytes = host_accessor<std::byte, 1, Mode>;
  using base = detail::unsampled_access<std::remove_const_t<DataT>, Dimensions, Mode, bytes>;

public:
  template <class A>
  host_unsampled_image_accessor(unsampled_image<Dimensions, A> &image, const property_list &p = {})
      : base(bytes(image.memory, detail::properties_of_access<Mode>(image, p)), image.shape, p) {}
  template <class U, class = detail::enable_constness<U, DataT>, access_mode M = Mode,
            class = std::enable_if_t<M == access_mode::read>>
  host_unsampled_image_accessor(const host_unsampled_image_accessor<U, Dimensions, M> &o) : base(o) {}
};

template <class DataT, int Dimensions>
class host_sampled_image_accessor : public detail::sampled_access<std::remove_const_t<DataT>, Dimensions,
                                                                  host_accessor<std::byte, 1, access_mode::read>> {
  using bytes = host_accessor<std::byte, 1, access_mode::read>;
  using base = detail::sampled_access<std::remove_const_t<DataT>, Dimensions, bytes>;

public:
  template <class A>
  host_sampled_image_accessor(sampled_image<Dimensions, A> &image, const property_list &p = {})
      : base(bytes(image.memory, detail::properties_of_access<access_mode::read>(image, p)), image.shape, image.sampler,
             p) {}
  template <class U, class = detail::enable_constness<U, DataT>>
  host_sampled_image_accessor(const host_sampled_image_accessor<U, Dimensions> &o) : base(o) {}
};

} // namespace sycl

template <class T, int D, sycl::access_mode M, sycl::image_target G>
struct std::hash<sycl::unsampled_image_accessor<T, D, M, G>>
    : sycl::detail::hash_of_member<sycl::unsampled_image_accessor<T, D, M, G>> {};
template <class T, int D, sycl::image_target G>
struct std::hash<sycl::sampled_image_accessor<T, D, G>>
    : sycl::detail::hash_of_member<sycl::sampled_image_accessor<T, D, G>> {};
template <class T, int D, sycl::access_mode M>
struct std::hash<sycl::host_unsampled_image_accessor<T, D, M>>
    : sycl::detail::hash_of_member<sycl::host_unsampled_image_accessor<T, D, M>> {};
template <class T, int D>
struct std::hash<sycl::host_sampled_image_accessor<T, D>>
    : sycl::detail::hash_of_member<sycl::host_sampled_image_accessor<T, D>> {};
