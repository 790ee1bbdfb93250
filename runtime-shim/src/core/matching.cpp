// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/matching.hpp"

#include "core/device_impl.hpp"
#include "core/promotions.hpp"
#include "core/ranges.hpp"
#include "syclfuse/signature.hpp"

#include <cstring>
#include <type_traits>

namespace sycl::detail {

using syclfuse::diag;
using syclfuse::promotion;

namespace {

// signature.hpp; empty if a kernel is in no bundle.
bool signature_of(const fusion_region &r, std::uint64_t &signature) {
  syclfuse::signature_builder b;
  for (const command *c : r.commands) {
    const kernel_node *k = registry::instance().find(*c->kernel);
    if (!k->known)
      return false;
    b.add(c->kernel->symbol_hash, c->kernel->kind, c->kernel->dimensions);
    for (const accessor_place &a : k->accessors)
      b.add_promotion(promotion_at(*c, a.offset));
  }
  signature = b.finish(r.barriers);
  return true;
}

// Whether the hints of a submission are exactly those that were recorded.
bool same_promotions(const command &c, const kernel_node &k, const region_node::submission &s) {
  std::size_t matched = 0;
  for (const accessor_place &a : k.accessors) {
    promotion p = promotion_at(c, a.offset);
    if (p == promotion::none)
      continue;
    bool found = false;
    for (const auto &recorded : s.promotions)
      found |= recorded.offset == a.offset && recorded.promote == p;
    if (!found)
      return false;
    ++matched;
  }
  return matched == s.promotions.size();
}

// Kernels of one name in different libraries are different ones, unless the linker has made them one.
bool same_kernel(const kernel_node &submitted, const kernel_node &recorded) {
  return submitted.id == recorded.id ||
         (submitted.shared_name.load(std::memory_order_relaxed) && submitted.symbol == recorded.symbol &&
          submitted.closure_size == recorded.closure_size);
}

// Hashes find candidates, equality decides.
bool same_region(const fusion_region &r, const region_node &n) {
  if (n.submissions.size() != r.commands.size() || (n.record->barriers != 0) != r.barriers)
    return false;
  for (std::size_t i = 0; i < r.commands.size(); ++i) {
    const command &c = *r.commands[i];
    const region_node::submission &s = n.submissions[i];
    const kernel_node *k = registry::instance().find(*c.kernel);
    if (!same_kernel(*k, *s.kernel) || s.kind != c.kernel->kind || s.dimensions != c.kernel->dimensions ||
        !same_promotions(c, *k, s))
      return false;
  }
  return true;
}

choice choose_for(fusion_region &r, const variant_list &variants, device_impl &device) {
  const command_span commands{r.commands.data(), r.commands.size()};
  if (have_one_range(commands))
    return choose(variants, commands, device);
  const different_ranges different(commands, r.ranges);
  const choice found = choose(variants, commands, device, &different);
  // For a variant of these very ND-ranges the fuser has proven that no kernel needs work-groups that it does not get.
  if (found.variant && found.variant->record->kind == syclfuse::variant_kind::specialized)
    return found;
  if (const diag conflict = different.conflict(); conflict != diag::reason_none)
    return {nullptr, conflict};
  return found;
}

bool same_kernels(const fusion_region &r, const region_node &n) {
  if (n.submissions.size() != r.commands.size())
    return false;
  for (std::size_t i = 0; i < r.commands.size(); ++i)
    if (!same_kernel(*registry::instance().find(*r.commands[i]->kernel), *n.submissions[i].kernel))
      return false;
  return true;
}

// Why no region of the bundles is this one: how the ones of the same kernels differ.
diag why_unknown(const fusion_region &r, const snapshot &s) {
  for (const command *c : r.commands)
    if (!registry::instance().find(*c->kernel)->known)
      return diag::reason_kernel_not_built;
  diag why = diag::reason_unknown_region;
  for (const snapshot::entry &e : s.regions)
    if (same_kernels(r, *e.region)) {
      if ((e.region->record->barriers != 0) == r.barriers)
        return diag::reason_promotions_differ;
      why = diag::reason_barriers_differ;
    }
  return why;
}

// Whether the first choice is better.
bool better(const choice &a, const choice &b) {
  if (!a.variant || !b.variant)
    return a.variant && !b.variant;
  return a.reason == diag::reason_none && b.reason != diag::reason_none;
}

} // namespace

const region_node *find_region(const fusion_region &r) {
  std::uint64_t signature = 0;
  if (!signature_of(r, signature))
    return nullptr;
  const snapshot_lease lease;
  auto [first, last] = lease->find(signature);
  for (auto it = first; it != last; ++it)
    if (same_region(r, *it->region))
      return it->region;
  return nullptr;
}

std::string region_name(const fusion_region &r, const region_node *known) {
  const snapshot_lease lease;
  if (!known)
    known = lease->region_at(r.place.file ? r.place.file : "", r.place.line);
  if (known)
    return std::string(known->name);
  return r.place.function && *r.place.function ? r.place.function : "captured";
}

namespace {

// Everything that decides which regions of bundles a region is, one word after the other; false if f is for one. In one
// generation of the registry a kernel has one node, and a node's accessors stay.
template <class F> bool each_word_of_shape(const fusion_region &r, std::uint64_t generation, F f) {
  if (!f(generation << 1 | r.barriers))
    return false;
  for (const command *c : r.commands) {
    if (!f(reinterpret_cast<std::uintptr_t>(c->kernel)))
      return false;
    std::uint64_t hints = 0;
    unsigned bits = 0;
    for (const accessor_place &a : registry::instance().find(*c->kernel)->accessors) {
      static_assert(static_cast<unsigned>(promotion::automatic) < 4);
      if (bits == 64) {
        if (!f(hints))
          return false;
        hints = bits = 0;
      }
      hints |= static_cast<std::uint64_t>(promotion_at(*c, a.offset)) << bits;
      bits += 2;
    }
    if (!f(hints))
      return false;
  }
  return true;
}

bool is_shape_of(const fusion_region &r, std::uint64_t generation) {
  auto word = r.shape.begin();
  return each_word_of_shape(r, generation, [&](std::uint64_t w) { return word != r.shape.end() && *word++ == w; }) &&
         word == r.shape.end();
}

// The regions of bundles that this one is, into r.candidates; if there is none, the reason.
diag find_candidates(fusion_region &r) {
  const std::uint64_t generation = registry::instance().generation();
  if (is_shape_of(r, generation))
    return diag::reason_none;
  r.candidates.clear();
  r.shape.clear();
  r.chosen_for = nullptr;
  std::uint64_t signature = 0;
  const bool known = signature_of(r, signature); // before the lease: a kernel may have to be looked for
  const snapshot_lease lease;
  if (!lease->any_bundle)
    return lease->any_refused ? diag::reason_bundle_damaged : diag::reason_no_bundle;
  if (known) {
    auto [first, last] = lease->find(signature);
    for (auto it = first; it != last; ++it)
      if (same_region(r, *it->region))
        r.candidates.push_back(it->region);
  }
  if (!r.candidates.empty()) {
    each_word_of_shape(r, generation, [&](std::uint64_t w) { return r.shape.push_back(w), true; });
    return diag::reason_none;
  }
  return lease->any_refused ? diag::reason_bundle_damaged : why_unknown(r, *lease);
}

// All that the guards of variants read; false if f is.
template <class F> bool each_input_of_choice(const fusion_region &r, F f) {
  static_assert(std::has_unique_object_representations_v<launch_range>);
  for (const command *c : r.commands)
    if (!f(&c->range, sizeof(c->range)) || !f(c->closure, c->kernel->closure_size))
      return false;
  return true;
}

// Of a region of the same shape.
bool was_chosen_for(const fusion_region &r, const device_impl &device) {
  const unsigned char *at = r.chosen_from.data(), *end = at + r.chosen_from.size();
  auto same = [&](const void *bytes, std::size_t size) {
    if (static_cast<std::size_t>(end - at) < size || std::memcmp(at, bytes, size) != 0)
      return false;
    at += size;
    return true;
  };
  return r.chosen_for == &device && each_input_of_choice(r, same);
}

void remember(fusion_region &r, const device_impl &device, const choice &chosen) {
  constexpr std::size_t most = 16384; // then to compare costs more than to choose
  r.chosen = chosen;
  r.chosen_for = &device;
  r.chosen_from.clear();
  auto add = [&](const void *bytes, std::size_t size) {
    auto from = static_cast<const unsigned char *>(bytes);
    return r.chosen_from.size() + size <= most && (r.chosen_from.insert(r.chosen_from.end(), from, from + size), true);
  };
  if (!chosen.variant || !each_input_of_choice(r, add))
    r.chosen_for = nullptr;
}

} // namespace

choice match_region(fusion_region &r, device_impl &device) {
  choice best{nullptr, find_candidates(r)};
  if (was_chosen_for(r, device))
    return r.chosen;
  // Of libraries whose kernels are submitted: nobody closes them now.
  for (region_node *n : r.candidates) {
    choice c = choose_for(r, n->ready.of(device, n->sources), device);
    c.region = n;
    if (n->sources.empty())
      c.reason = diag::reason_region_not_built;
    if (!best.region || better(c, best))
      best = c;
    if (best.variant && best.reason == diag::reason_none)
      break;
  }
  remember(r, device, best);
  return best;
}

} // namespace sycl::detail
