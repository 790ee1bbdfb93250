// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/regions/pieces.hpp"

#include "core/regions/matching.hpp"
#include "core/regions/promotions.hpp"

namespace sycl::detail {
namespace {

using piece_ptr = std::unique_ptr<fusion_region>;

class piece_finder {
public:
  piece_finder(const fusion_region &whole, device_impl &device) : whole_(whole), device_(device) {
    find_kernels(whole, kernels_);
  }
  std::vector<piece_ptr> find() {
    std::vector<piece_ptr> pieces;
    const std::size_t count = whole_.commands.size();
    std::size_t done = 0;
    for (std::size_t begin = 0; begin + 1 < count;) {
      piece_ptr found = longest(begin);
      if (!found) {
        ++begin;
        continue;
      }
      if (done != begin)
        pieces.push_back(make(done, begin));
      done = begin += found->commands.size();
      pieces.push_back(std::move(found));
    }
    if (!pieces.empty() && done != count)
      pieces.push_back(make(done, count));
    return pieces;
  }

private:
  // Kernels that run one by one, unless a variant is found for them.
  piece_ptr make(std::size_t begin, std::size_t end) const {
    auto p = std::make_unique<fusion_region>();
    const auto first = whole_.commands.begin();
    p->commands.assign(first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(end));
    p->barriers = whole_.barriers;
    p->trusted = whole_.trusted;
    p->kind = whole_.kind;
    p->mode = whole_.mode;
    p->location = whole_.location;
    p->apart = whole_.run_as.reason;
    return p;
  }
  bool is_used(const accessed_memory &m, std::size_t begin, std::size_t end) const {
    for (; begin != end; ++begin)
      if (uses(*whole_.commands[begin], m))
        return true;
    return false;
  }
  piece_ptr longest(std::size_t begin) const {
    for (std::size_t length : known_lengths(kernels_, begin)) {
      const std::size_t end = begin + length;
      piece_ptr p = make(begin, end);
      p->taken = take_promotions(
          *p, [&](const accessed_memory &m) { return is_used(m, 0, begin) || is_used(m, end, kernels_.size()); });
      if (match_region(*p, device_).variant) {
        p->apart = syclfuse::diag::reason_none;
        return p;
      }
      give_back(p->taken);
    }
    return nullptr;
  }

  const fusion_region &whole_;
  device_impl &device_;
  std::vector<const kernel_node *> kernels_;
};

} // namespace

bool cut_into_pieces(fusion_region &part, device_impl &device) {
  std::vector<piece_ptr> pieces = piece_finder(part, device).find();
  if (pieces.empty())
    return false;
  for (std::size_t i = pieces.size(); i-- > 1;) {
    pieces[i]->piece = static_cast<unsigned>(i + 1);
    pieces[i]->next = std::move(part.next);
    part.next = std::move(pieces[i]);
  }
  fusion_region &first = *pieces.front();
  part.piece = 1;
  part.commands = std::move(first.commands);
  part.apart = first.apart;
  part.taken = std::move(first.taken);
  return true;
}

void join_pieces(fusion_region &r) {
  for (fusion_region *part = &r; part; part = part->next.get()) {
    give_back(part->taken);
    for (part->piece = 0; part->next && part->next->piece > 1;) {
      const piece_ptr next = std::move(part->next);
      give_back(next->taken);
      part->commands.insert(part->commands.end(), next->commands.begin(), next->commands.end());
      part->next = std::move(next->next);
    }
    part->apart = syclfuse::diag::reason_none;
  }
}

} // namespace sycl::detail
