// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::host_accessor (SYCL 2020, 4.7.6.10). Creating one waits for the commands that use the buffer and brings the
// data to the host; a fusion region that still holds such a command is cancelled. Until the accessor and its copies are
// destroyed, later commands that use the buffer wait, unless both only read. Waiting for such a command while the same
// thread holds the accessor never ends. Constructors throw errc::invalid for a range that exceeds the buffer, for
// no_init with access_mode::read, and while a queue that records to a graph uses the buffer.
#pragma once

#include "sycl/buffer.hpp"
#include "sycl/detail/accessor_base.hpp"

namespace sycl {

template <class T, int Dimensions, access_mode Mode>
class host_accessor : public detail::accessor_base<T, Dimensions, Mode> {
  static constexpr int D = Dimensions == 0 ? 1 : Dimensions;
  using base = detail::accessor_base<T, Dimensions, Mode>;
  template <class U>
  using enable_element = std::enable_if_t<std::is_same_v<std::remove_const_t<U>, std::remove_const_t<T>>>;

public:
  using typename base::value_type;
  using base::operator=;
  host_accessor() = default;
  template <class U, access_mode M, class = detail::enable_reading<U, M, T, Mode>>
  host_accessor(const host_accessor<U, Dimensions, M> &o) : base(o), hold_(o.hold_) {}
  // The variable arguments are further parameters, each with a comma before it.
#define SYCL_FUSE_CONSTRUCTORS(Range, Offset, ...)                                                                     \
  template <class U, class A, class = enable_element<U>>                                                               \
  host_accessor(buffer<U, D, A> &b __VA_ARGS__, const property_list &p = {}) {                                         \
    init(b, Range, Offset, p);                                                                                         \
  }                                                                                                                    \
  template <class U, class A, class Tag, class = detail::enable_tag<Tag>, class = enable_element<U>>                   \
  host_accessor(buffer<U, D, A> &b __VA_ARGS__, Tag, const property_list &p = {}) {                                    \
    init(b, Range, Offset, p);                                                                                         \
  }
  SYCL_FUSE_CONSTRUCTORS(b.get_range(), {}, )
  SYCL_FUSE_CONSTRUCTORS(r, {}, , range<D> r)
  SYCL_FUSE_CONSTRUCTORS(r, offset, , range<D> r, id<D> offset)
#undef SYCL_FUSE_CONSTRUCTORS

  void swap(host_accessor &o) { std::swap(*this, o); }
  // A pointer to the first element of the buffer, even for a ranged accessor.
  value_type *get_pointer() const noexcept { return this->first_of_buffer(); }

private:
  template <class, int, access_mode> friend class host_accessor;
  template <class Buffer> void init(Buffer &b, range<D> r, id<D> offset, const property_list &p) {
    r = detail::accessed_range<Dimensions>(r);
    detail::check_sub_range(b.get_range(), r, offset);
    detail::check_no_init<Mode>(p);
    // Elements outside of the accessor's range keep their values.
    const bool fresh = (detail::discards(Mode) || p.has(detail::property_id::no_init)) && r == b.get_range();
    void *memory = nullptr;
    hold_ = detail::hold_host_access(b.shared_impl(), b.bytes(), Mode, fresh, memory);
    this->set(static_cast<char *>(memory) + b.byte_offset(), detail::own_promotion(b.properties().set()), b.impl(), r,
              b.get_range(), offset, p.has(detail::property_id::no_init), false);
  }
  std::shared_ptr<void> hold_;
};

// The variable arguments are further parameters, each with a comma before it.
#define SYCL_FUSE_GUIDES(...)                                                                                          \
  template <class T, int D, class A> host_accessor(buffer<T, D, A> &__VA_ARGS__) -> host_accessor<T, D>;               \
  template <class T, int D, class A>                                                                                   \
  host_accessor(buffer<T, D, A> &__VA_ARGS__, const property_list &) -> host_accessor<T, D>;                           \
  template <class T, int D, class A, class Tag, class = detail::enable_tag<Tag>>                                       \
  host_accessor(buffer<T, D, A> &__VA_ARGS__, Tag) -> host_accessor<T, D, detail::tag_mode<Tag>>;                      \
  template <class T, int D, class A, class Tag, class = detail::enable_tag<Tag>>                                       \
  host_accessor(buffer<T, D, A> &__VA_ARGS__, Tag, const property_list &)                                              \
      -> host_accessor<T, D, detail::tag_mode<Tag>>;
SYCL_FUSE_GUIDES()
SYCL_FUSE_GUIDES(, range<D>)
SYCL_FUSE_GUIDES(, range<D>, id<D>)
#undef SYCL_FUSE_GUIDES

template <class T, int D, class A> template <class... Args> auto buffer<T, D, A>::get_host_access(Args &&...args) {
  return host_accessor(*this, std::forward<Args>(args)...);
}
// The host accessor of SYCL 1.2.1 (deprecated; SYCL 2020, 4.7.6.12).
template <class T, int Dimensions, access_mode Mode, access::placeholder P>
class accessor<T, Dimensions, Mode, target::host_buffer, P> : public host_accessor<T, Dimensions, Mode> {
public:
  using host_accessor<T, Dimensions, Mode>::host_accessor;
  using host_accessor<T, Dimensions, Mode>::operator=;
};
template <class T, int D, class A> template <access_mode Mode> auto buffer<T, D, A>::get_access() {
  return accessor<T, D, Mode, target::host_buffer>(*this);
}
template <class T, int D, class A>
template <access_mode Mode>
auto buffer<T, D, A>::get_access(range<D> r, id<D> offset) {
  return accessor<T, D, Mode, target::host_buffer>(*this, r, offset);
}

} // namespace sycl

template <class T, int D, sycl::access_mode M>
struct std::hash<sycl::host_accessor<T, D, M>> : sycl::detail::hash_of_member<sycl::host_accessor<T, D, M>> {};
