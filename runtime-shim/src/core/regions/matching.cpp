// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/regions/matching.hpp"

#include "core/bundles/ranges.hpp"
#include "core/devices/device_impl.hpp"
#include "core/process/log.hpp"
#include "core/process/sort_unique.hpp"
#include "core/regions/promotions.hpp"
#include "syclfuse/signature.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>

namespace sycl::detail {

using syclfuse::diag;
using syclfuse::promotion;

namespace {

using kernel_list = std::vector<const kernel_node *>;

// signature.hpp; empty if a kernel is in no bundle.
bool signature_of(const region_segment &r, const kernel_list &kernels, std::uint64_t &signature) {
  syclfuse::signature_builder b;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const command &c = *r.commands[i];
    if (!kernels[i]->known)
      return false;
    b.add(c.kernel->symbol_hash, c.kernel->kind, c.kernel->dimensions);
    for (const closure_accessor &a : kernels[i]->accessors)
      b.add_promotion(promotion_at(c, a.offset));
  }
  signature = b.finish(r.barriers);
  return true;
}

// Whether the hints of a submission are exactly those that were recorded.
bool same_promotions(const command &c, const kernel_node &k, const region_node::submission &s) {
  std::size_t matched = 0;
  for (const closure_accessor &a : k.accessors) {
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

// With the generation of the registry, in one number.
std::uint64_t promises_of(const region_segment &r, std::uint64_t generation) {
  return generation << 2 | std::uint64_t(r.trusted) << 1 | std::uint64_t(r.barriers);
}

// Hashes find candidates, equality decides. What nobody has promised is in no region of another that was.
bool same_region(const region_segment &r, const kernel_list &kernels, const region_node &n) {
  if (n.submissions.size() != r.commands.size() || (n.record->barriers != 0) != r.barriers ||
      (n.record->trusted && !r.trusted))
    return false;
  for (std::size_t i = 0; i < r.commands.size(); ++i) {
    const command &c = *r.commands[i];
    const region_node::submission &s = n.submissions[i];
    if (!same_kernel(*kernels[i], *s.kernel) || s.kind != c.kernel->kind || s.dimensions != c.kernel->dimensions ||
        !same_promotions(c, *kernels[i], s))
      return false;
  }
  return true;
}

choice choose_for(region_segment &r, const variant_list &variants, device_impl &device) {
  const command_span commands{r.commands.data(), r.commands.size()};
  if (have_one_range(commands))
    return choose(variants, commands, device);
  const different_ranges different(commands, r.candidates.ranges);
  const choice found = choose(variants, commands, device, &different);
  // For a variant of these very ND-ranges the fuser has proven that no kernel needs work-groups that it does not get.
  if (found.variant && found.variant->record->kind == syclfuse::variant_kind::specialized)
    return found;
  // What shares no groups was compared by the guards.
  const bool shared = !found.variant && !found.refused;
  if (const diag conflict = different.conflict(shared); conflict != diag::reason_none)
    return {nullptr, conflict};
  return found;
}

// Where memory does not suffice to load the fused kernel, its kernels may fit one by one; it is tried again the next
// time.
choice choose_or_run_out(region_segment &r, const variant_list &variants, device_impl &device) {
  try {
    return choose_for(r, variants, device);
  } catch (const exception &e) {
    if (e.code() != errc::memory_allocation)
      throw;
    log(log_level::info, device.properties().name + ": " + e.what());
    return {nullptr, diag::reason_load_failed};
  }
}

bool same_kernels(const region_segment &r, const region_node &n) {
  const kernel_list &kernels = r.candidates.kernels;
  return std::equal(kernels.begin(), kernels.end(), n.submissions.begin(), n.submissions.end(),
                    [](const kernel_node *k, const region_node::submission &s) { return same_kernel(*k, *s.kernel); });
}

// Whether the region's library is in use as long as one of the submitted kernels is, or for good.
bool stays(const region_segment &r, const region_node &n) {
  const kernel_list &kernels = r.candidates.kernels;
  return n.owner->stays() ||
         std::any_of(kernels.begin(), kernels.end(), [&](const kernel_node *k) { return k->owner == n.owner; });
}

// As its record says, which has not been checked: most regions are not looked at any further.
bool may_begin_with(const snapshot::entry &e, const kernel_node &kernel) {
  const auto *first = e.bundle->view.first_kernel(e.record());
  return first && e.bundle->view.string(first->symbol) == kernel.symbol;
}

// Why no region of the bundles is this one: how the ones of the same kernels differ.
diag why_unknown(const region_segment &r, const snapshot &s) {
  for (const kernel_node *k : r.candidates.kernels)
    if (!k->known)
      return diag::reason_kernel_not_built;
  diag why = diag::reason_unknown_region;
  for (const snapshot::entry &e : s.regions) {
    const bool possible = !r.candidates.kernels.empty() && may_begin_with(e, *r.candidates.kernels.front());
    const region_node *n = possible ? e.region() : nullptr;
    if (!n || !same_kernels(r, *n))
      continue;
    if ((n->record->barriers != 0) == r.barriers)
      return diag::reason_promotions_differ;
    why = diag::reason_barriers_differ;
  }
  return why;
}

// Whether the first choice is better, or says better why there is none: that it was not built for this device says
// least.
bool better(const choice &a, const choice &b) {
  if (!a.variant && !b.variant)
    return b.reason == diag::reason_no_variant_for_device && a.reason != b.reason;
  if (!a.variant || !b.variant)
    return a.variant;
  return a.reason == diag::reason_none && b.reason != diag::reason_none;
}

} // namespace

void find_kernels(const region_segment &r, kernel_list &kernels) {
  kernels.resize(r.commands.size());
  registry &all = registry::instance();
  for (std::size_t i = 0; i < kernels.size(); ++i)
    kernels[i] = all.find(*r.commands[i]->kernel);
}

const region_node *find_region(const region_segment &r, const kernel_list &kernels, const snapshot_lease &lease) {
  std::uint64_t signature = 0;
  if (!signature_of(r, kernels, signature))
    return nullptr;
  auto [first, last] = lease->find(signature);
  for (auto it = first; it != last; ++it)
    if (const region_node *n = it->region(); n && same_region(r, kernels, *n))
      return n;
  return nullptr;
}

std::vector<std::size_t> known_lengths(const kernel_list &kernels, std::size_t begin) {
  std::vector<std::size_t> lengths;
  const snapshot_lease lease;
  for (const snapshot::entry &e : lease->regions) {
    const region_node *n = may_begin_with(e, *kernels[begin]) ? e.region() : nullptr;
    if (!n || n->submissions.size() < 2 || n->submissions.size() > kernels.size() - begin || n->sources.empty())
      continue;
    const auto &known = n->submissions;
    if (std::equal(known.begin(), known.end(), kernels.begin() + static_cast<std::ptrdiff_t>(begin),
                   [](const region_node::submission &s, const kernel_node *k) { return same_kernel(*k, *s.kernel); }))
      lengths.push_back(known.size());
  }
  sort_unique(lengths);
  std::reverse(lengths.begin(), lengths.end());
  return lengths;
}

namespace {

// In all runs the same.
std::string name_of_kernels(const region_segment &r) {
  std::uint64_t hash = 0;
  for (const command *c : r.commands)
    hash = (hash ^ c->kernel->symbol_hash) * 0x9e3779b97f4a7c15u;
  char name[32];
  std::snprintf(name, sizeof name, "automatic#%04x", static_cast<unsigned>(hash >> 48));
  return name;
}

} // namespace

std::string region_name(const region_segment &r, const region_node *known) {
  const snapshot_lease lease;
  if (!known && r.kind == syclfuse::region_kind::automatic)
    return name_of_kernels(r);
  if (!known)
    known = lease->region_at(r.location.file ? r.location.file : "", r.location.line);
  if (known)
    return std::string(known->name);
  return r.location.function && *r.location.function ? r.location.function : "captured";
}

namespace {

// Everything that decides which regions of bundles a region is, one word after the other; false if f is for one. In one
// generation of the registry a kernel has one node, and a node's accessors stay.
template <class F> bool each_word_of_shape(const region_segment &r, std::uint64_t generation, F f) {
  if (!f(promises_of(r, generation)))
    return false;
  for (std::size_t i = 0; i < r.commands.size(); ++i) {
    const command &c = *r.commands[i];
    if (!f(r.candidates.kernels[i]->id << 8 | static_cast<std::uint64_t>(c.kernel->kind) << 4 | c.kernel->dimensions))
      return false;
    std::uint64_t hints = 0;
    unsigned bits = 0;
    for (const closure_accessor &a : r.candidates.kernels[i]->accessors) {
      static_assert(static_cast<unsigned>(promotion::automatic) < 4);
      if (bits == 64) {
        if (!f(hints))
          return false;
        hints = bits = 0;
      }
      hints |= static_cast<std::uint64_t>(promotion_at(c, a.offset)) << bits;
      bits += 2;
    }
    if (!f(hints))
      return false;
  }
  return true;
}

bool is_shape_of(const region_segment &r, std::uint64_t generation) {
  auto word = r.candidates.shape.begin();
  const auto end = r.candidates.shape.end();
  return each_word_of_shape(r, generation, [&](std::uint64_t w) { return word != end && *word++ == w; }) && word == end;
}

struct library_to_keep {
  const void *object;
  std::string path;
};

// The regions of bundles that this one is, into r.candidates; if there is none, the reason. A region of a library that
// the program may close at any time is taken only if there is no other: that library has to stay then. It is given to
// the caller, who keeps it and asks again.
diag collect_candidates(region_segment &r, std::optional<library_to_keep> &to_keep) {
  std::uint64_t signature = 0;
  const bool known = signature_of(r, r.candidates.kernels, signature);
  const snapshot_lease lease;
  if (!lease->any_bundle)
    return lease->any_refused ? diag::reason_bundle_damaged : diag::reason_no_bundle;
  const region_node *may_go = nullptr;
  if (known) {
    auto [first, last] = lease->find(signature);
    for (auto it = first; it != last; ++it)
      if (region_node *n = it->region(); n && same_region(r, r.candidates.kernels, *n)) {
        if (stays(r, *n))
          r.candidates.regions.push_back(n);
        else
          may_go = n;
      }
  }
  if (!r.candidates.regions.empty())
    return diag::reason_none;
  if (may_go)
    to_keep = {may_go->owner->object(), may_go->owner->path()};
  return lease->has_refused() ? diag::reason_bundle_damaged : why_unknown(r, *lease);
}

diag find_candidates(region_segment &r) {
  while (true) {
    const std::uint64_t generation = registry::instance().generation();
    find_kernels(r, r.candidates.kernels); // before the lease
    if (is_shape_of(r, generation))
      return diag::reason_none;
    r.candidates.regions.clear();
    r.candidates.shape.clear();
    if (logs(log_level::trace))
      log(log_level::trace, "look-up of a region of " + std::to_string(r.commands.size()) + " kernels");
    std::optional<library_to_keep> to_keep;
    const diag why = collect_candidates(r, to_keep);
    if (to_keep) {
      registry::instance().keep_loaded(to_keep->object, to_keep->path);
      continue;
    }
    if (why == diag::reason_none)
      each_word_of_shape(r, generation, [&](std::uint64_t w) { return r.candidates.shape.push_back(w), true; });
    return why;
  }
}

// Calls f for the kernels of the region and then those that follow its last one; false as soon as f is.
template <class F> bool each_kernel(const region_segment &r, F f) {
  for (command *c : r.commands)
    if (!f(*c))
      return false;
  for (command *c : followers_of(r))
    if (!f(*c))
      return false;
  return true;
}

// What was the command's closure when the choice was made.
bool has_closure(const command &c, const unsigned char *at) {
  return std::memcmp(at, c.closure, c.kernel->closure_size) == 0 || has_same_arguments(c, at);
}

bool was_chosen_for(const region_segment &r, const device_impl &device, std::uint64_t with) {
  const remembered_choice &last = r.remembered;
  const unsigned char *at = last.from.data(), *end = at + last.from.size();
  const auto there = [&](std::size_t size) { return static_cast<std::size_t>(end - at) >= size; };
  const auto same = [&](const void *bytes, std::size_t size) {
    if (!there(size) || std::memcmp(at, bytes, size) != 0)
      return false;
    at += size;
    return true;
  };
  const auto same_kernel = [&](const command &c) {
    const std::size_t size = c.kernel->closure_size;
    if (!same(&c.kernel, sizeof(c.kernel)) || !same(&c.range, sizeof(c.range)) || !there(size) || !has_closure(c, at))
      return false;
    at += size;
    return true;
  };
  return last.device == &device && last.promises == with && each_kernel(r, same_kernel) && at == end;
}

// All that the look-up and the guards of variants read. In one generation of the registry, the kernel of an address
// stays the same one.
void remember(region_segment &r, const device_impl &device, std::uint64_t with, const choice &chosen) {
  constexpr std::size_t most = 16384; // then to compare costs more than to choose
  remembered_choice &last = r.remembered;
  last.chosen = chosen;
  last.device = &device;
  last.promises = with;
  last.from.clear();
  for (follower_launch &f : r.launch.followers)
    f.chosen.variant = nullptr;
  auto add = [&](const void *bytes, std::size_t size) {
    auto from = static_cast<const unsigned char *>(bytes);
    return last.from.size() + size <= most && (last.from.insert(last.from.end(), from, from + size), true);
  };
  static_assert(std::has_unique_object_representations_v<launch_range>);
  const auto add_kernel = [&](const command &c) {
    return add(&c.kernel, sizeof(c.kernel)) && add(&c.range, sizeof(c.range)) && add(c.closure, c.kernel->closure_size);
  };
  // What could not be loaded is tried again; whatever else was not found comes with another generation.
  if (chosen.reason == diag::reason_load_failed || !each_kernel(r, add_kernel))
    last.device = nullptr;
}

} // namespace

void take_over_matches(region_segment &r, const region_segment &before) {
  r.candidates = before.candidates;
  r.remembered = before.remembered;
}

// Whether the closures are those that the choice was made for.
[[gnu::noinline]] static bool closures_are_same(const region_segment &r) {
  const unsigned char *at = r.remembered.from.data();
  return each_kernel(r, [&](const command &c) {
    at += sizeof(c.kernel) + sizeof(c.range);
    const bool same = !c.other_closure || has_closure(c, at);
    at += c.kernel->closure_size;
    return same;
  });
}

bool is_chosen_for(const region_segment &r, const device_impl &device) {
  return was_chosen_for(r, device, promises_of(r, registry::instance().generation()));
}

bool is_chosen_again(const region_segment &r, const device_impl &device) {
  if (r.remembered.device != &device || r.remembered.promises != promises_of(r, registry::instance().generation()))
    return false;
  for (const command *c : r.commands)
    if (c->other_closure)
      return closures_are_same(r);
  return true;
}

static void set_closures_known(const region_segment &r) {
  each_kernel(r, [](command &c) {
    c.other_closure = false;
    return true;
  });
}

choice match_region(region_segment &r, device_impl &device) {
  const std::uint64_t with = promises_of(r, registry::instance().generation());
  if (r.chosen_before = was_chosen_for(r, device, with); r.chosen_before) {
    set_closures_known(r);
    return r.remembered.chosen;
  }
  choice best{nullptr, find_candidates(r)};
  bool ran_out = false;
  for (region_node *n : r.candidates.regions) {
    choice c = choose_or_run_out(r, n->ready.of(device, n->sources), device);
    c.region = n;
    ran_out |= c.reason == diag::reason_load_failed;
    if (n->sources.empty())
      c.reason = diag::reason_region_not_built;
    // What was not built, or not for this device, may have been cut.
    if (n->record->cut && (n->sources.empty() || c.reason == diag::reason_no_variant_for_device))
      c.reason = diag::reason_region_cut;
    if (!best.region || better(c, best))
      best = c;
    if (best.variant && best.reason == diag::reason_none)
      break;
  }
  if (ran_out && !best.variant)
    best.reason = diag::reason_load_failed; // of several reasons that which may be gone the next time
  remember(r, device, with, best);
  if (r.remembered.device)
    set_closures_known(r);
  return best;
}

} // namespace sycl::detail
