// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::accessor (SYCL 2020, 4.7.6.9). It does not keep the buffer alive. Constructors throw errc::invalid for a range
// that exceeds the buffer, for no_init with access_mode::read, and for an access scope that differs from the buffer's.
// The layout is a contract with the fuser: accessor_layout in syclfuse/kinds.hpp.
#pragma once

#include "sycl/atomic.hpp"
#include "sycl/buffer.hpp"
#include "sycl/detail/accessor_base.hpp"
#include "sycl/detail/command.hpp"

namespace sycl {

template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder P>
class accessor : public detail::accessor_base<T, Dimensions, Mode> {
  using base = detail::accessor_base<T, Dimensions, Mode>;
  static constexpr int D = Dimensions == 0 ? 1 : Dimensions;

public:
  using typename base::value_type;
  using base::operator=;
  // T or const T.
  template <class U>
  using enable_element = std::enable_if_t<std::is_same_v<std::remove_const_t<U>, typename base::stored>>;
  static constexpr access::address_space space =
      Target == target::constant_buffer ? access::address_space::constant_space : access::address_space::global_space;

  accessor() = default;
  template <class U, access_mode M, class = detail::enable_reading<U, M, T, Mode>>
  accessor(const accessor<U, Dimensions, M, Target, P> &o) : base(o) {}

  // Tags only select the template arguments (deduction guides below). The variable arguments are further parameters,
  // each with a comma before it. Without a handler, accessors are placeholders: a command group that uses one has to
  // call handler::require with it.
#define SYCL_FUSE_CONSTRUCTORS(Explicit, Init, ...)                                                                    \
  template <class U, class A, class = enable_element<U>>                                                               \
  Explicit accessor(buffer<U, D, A> &b __VA_ARGS__, const property_list &p = {}) {                                     \
    init Init;                                                                                                         \
  }                                                                                                                    \
  template <class U, class A, class Tag, class = detail::enable_tag<Tag>, class = enable_element<U>>                   \
  accessor(buffer<U, D, A> &b __VA_ARGS__, Tag, const property_list &p = {}) {                                         \
    init Init;                                                                                                         \
  }
  SYCL_FUSE_CONSTRUCTORS(, (b, h, p), , handler &h)
  SYCL_FUSE_CONSTRUCTORS(, (b, &h, r, {}, p), , handler &h, range<D> r)
  SYCL_FUSE_CONSTRUCTORS(, (b, &h, r, offset, p), , handler &h, range<D> r, id<D> offset)
  SYCL_FUSE_CONSTRUCTORS(explicit, (b, nullptr, b.get_range(), {}, p), )
  SYCL_FUSE_CONSTRUCTORS(, (b, nullptr, r, {}, p), , range<D> r)
  SYCL_FUSE_CONSTRUCTORS(, (b, nullptr, r, offset, p), , range<D> r, id<D> offset)
#undef SYCL_FUSE_CONSTRUCTORS
  void swap(accessor &o) { std::swap(*this, o); }

  // A pointer to the first element of the buffer, even for a ranged accessor (SYCL 2020, 4.7.6.9.2). It is a
  // constant_ptr for target::constant_buffer, a plain pointer for target::host_task, and else a legacy global_ptr. All
  // of them convert to a plain pointer.
  template <access::decorated A> using accessor_ptr = multi_ptr<value_type, access::address_space::global_space, A>;
  auto get_pointer() const noexcept {
    if constexpr (Target == target::host_task)
      return this->first_of_buffer();
    else if constexpr (Target == target::constant_buffer)
      return constant_ptr<T>(detail::known_space(), const_cast<T *>(this->first_of_buffer()));
    else
      return multi_ptr<value_type, space, access::decorated::legacy>(detail::known_space(), this->first_of_buffer());
  }
  template <access::decorated A, target G = Target, class = std::enable_if_t<G == target::device>>
  accessor_ptr<A> get_multi_ptr() const noexcept {
    return {detail::known_space(), this->first_of_buffer()};
  }

private:
  static constexpr bool on_host = Target == target::host_task;
  // The most frequent case: all of the buffer, for a command group.
  template <class Buffer> void init(Buffer &b, handler &h, const property_list &p) {
    if constexpr (Dimensions == 0) {
      init(b, &h, b.get_range(), {}, p);
    } else {
      const detail::property_set asked = p.set();
      const bool fresh = detail::discards(Mode) || asked.has(detail::property_id::no_init);
      const detail::access_wish wish(Mode, fresh, on_host, asked);
      place(b, detail::access_for(detail::command_in(h), wish, b), b.get_range(), {}, asked, false);
    }
  }
  template <class Buffer> void init(Buffer &b, handler *h, range<D> r, id<D> offset, const property_list &p) {
    r = detail::accessed_range<Dimensions>(r);
    detail::check_sub_range(b.get_range(), r, offset);
    const detail::property_set asked = p.set();
    // Elements outside of the accessor's range keep their values.
    const bool fresh = (detail::discards(Mode) || asked.has(detail::property_id::no_init)) && r == b.get_range();
    const detail::access_wish wish(Mode, fresh, on_host, asked);
    place(b,
          h ? detail::access_for(detail::command_in(*h), wish, b)
            : detail::placeholder_access(wish, b.impl(), b.properties().set()),
          r, offset, asked, !h);
  }
  template <class Buffer>
  void place(Buffer &b, detail::granted_access given, range<D> r, id<D> offset, detail::property_set asked,
             bool placeholder) {
    this->set(static_cast<char *>(given.memory) + b.byte_offset(), given.promote, b.impl(), r, b.get_range(), offset,
              asked.has(detail::property_id::no_init), placeholder);
  }
};

// The variable arguments are further parameters, each with a comma before it.
#define SYCL_FUSE_GUIDES(Placeholder, ...)                                                                             \
  template <class T, int D, class A>                                                                                   \
  accessor(buffer<T, D, A> &__VA_ARGS__)                                                                               \
      -> accessor<T, D, access_mode::read_write, target::device, access::placeholder::Placeholder>;                    \
  template <class T, int D, class A>                                                                                   \
  accessor(buffer<T, D, A> &__VA_ARGS__, const property_list &)                                                        \
      -> accessor<T, D, access_mode::read_write, target::device, access::placeholder::Placeholder>;                    \
  template <class T, int D, class A, class Tag, class = detail::enable_tag<Tag>>                                       \
  accessor(buffer<T, D, A> &__VA_ARGS__, Tag) -> accessor<detail::tag_element<T, Tag>, D, detail::tag_mode<Tag>,       \
                                                          detail::tag_target<Tag>, access::placeholder::Placeholder>;  \
  template <class T, int D, class A, class Tag, class = detail::enable_tag<Tag>>                                       \
  accessor(buffer<T, D, A> &__VA_ARGS__, Tag, const property_list &)                                                   \
      -> accessor<detail::tag_element<T, Tag>, D, detail::tag_mode<Tag>, detail::tag_target<Tag>,                      \
                  access::placeholder::Placeholder>;
SYCL_FUSE_GUIDES(false_t, , handler &)
SYCL_FUSE_GUIDES(false_t, , handler &, range<D>)
SYCL_FUSE_GUIDES(false_t, , handler &, range<D>, id<D>)
SYCL_FUSE_GUIDES(true_t, )
SYCL_FUSE_GUIDES(true_t, , range<D>)
SYCL_FUSE_GUIDES(true_t, , range<D>, id<D>)
#undef SYCL_FUSE_GUIDES

// buffer::get_access, which needs the complete accessor.
template <class T, int D, class A>
template <access_mode Mode, target Target>
auto buffer<T, D, A>::get_access(handler &h, const property_list &p) {
  return accessor<T, D, Mode, Target>(*this, h, p);
}
template <class T, int D, class A>
template <access_mode Mode, target Target>
auto buffer<T, D, A>::get_access(handler &h, range<D> r, id<D> offset, const property_list &p) {
  return accessor<T, D, Mode, Target>(*this, h, r, offset, p);
}
template <class T, int D, class A> template <class... Args> auto buffer<T, D, A>::get_access(Args &&...args) {
  return accessor(*this, std::forward<Args>(args)...);
}

} // namespace sycl

template <class T, int D, sycl::access_mode M, sycl::target G, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, M, G, P>> : sycl::detail::hash_of_member<sycl::accessor<T, D, M, G, P>> {};
