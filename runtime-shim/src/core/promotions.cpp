// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/promotions.hpp"

#include "core/log.hpp"

#include <algorithm>
#include <cstring>

namespace sycl::detail {

using syclfuse::promotion;
namespace layout = syclfuse::accessor_layout;

namespace {

struct place {
  unsigned char *accessor;
  const void *buffer;
  promotion hint;
};

template <class T> T word_at(const unsigned char *accessor, unsigned offset) {
  T word;
  std::memcpy(&word, accessor + offset, sizeof(word));
  return word;
}

std::vector<place> places_of(fusion_region &r) {
  std::vector<place> places;
  for (command *c : r.commands)
    for (const accessor_place &a : registry::instance().find(*c->kernel)->accessors) {
      auto accessor = static_cast<unsigned char *>(c->closure) + a.offset;
      places.push_back({accessor, word_at<const void *>(accessor, layout::buffer), promotion_at(*c, a.offset)});
    }
  return places;
}

} // namespace

promotion promotion_at(const command &c, std::uint32_t offset) noexcept {
  return static_cast<promotion>(word_at<std::uint32_t>(static_cast<const unsigned char *>(c.closure) + offset, layout::promotion));
}

bool drop_disagreeing_promotions(fusion_region &r) {
  const std::vector<place> places = places_of(r);
  bool dropped = false;
  for (const place &p : places) {
    auto disagrees = [&](const place &other) { return other.buffer == p.buffer && other.hint != p.hint; };
    if (p.hint == promotion::none || std::none_of(places.begin(), places.end(), disagrees))
      continue;
    const auto none = static_cast<std::uint32_t>(promotion::none);
    std::memcpy(p.accessor + layout::promotion, &none, sizeof(none));
    user_warning(p.hint == promotion::local_memory
                     ? "Not performing specified local promotion, due to previous mismatch or because previous accessor specified no promotion"
                     : "Not performing specified private promotion, due to previous mismatch or because previous accessor specified no promotion");
    dropped = true;
  }
  return dropped;
}

} // namespace sycl::detail
