// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/regions/pieces.hpp"

#include "core/regions/matching.hpp"
#include "core/regions/promotions.hpp"

namespace sycl::detail {
namespace {

using piece_ptr = std::unique_ptr<region_part>;

class piece_finder {
public:
  piece_finder(const region_part &whole, device_impl &device) : whole_(whole), device_(device) {
    find_kernels(whole, kernels_);
  }
  std::vector<piece_ptr> find() {
    std::vector<piece_ptr> found, all;
    const auto longest_from = [&](std::size_t begin) {
      piece_ptr p = longest(begin);
      const std::size_t length = p ? p->commands.size() : 0;
      if (p)
        found.push_back(std::move(p));
      return begin + length;
    };
    std::size_t next = 0;
    for (const syclfuse::segment &s : syclfuse::longest_segments(whole_.commands.size(), longest_from))
      all.push_back(s.fused ? std::move(found[next++]) : make(s));
    return all;
  }

private:
  // Kernels that run one by one, unless a variant is found for them.
  piece_ptr make(const syclfuse::segment &s) const {
    auto p = std::make_unique<region_part>();
    const auto first = whole_.commands.begin();
    p->commands.assign(first + static_cast<std::ptrdiff_t>(s.begin), first + static_cast<std::ptrdiff_t>(s.end));
    static_cast<region_terms &>(*p) = whole_;
    p->piece.apart = whole_.run_as.reason;
    return p;
  }
  piece_ptr longest(std::size_t begin) const {
    for (std::size_t length : known_lengths(kernels_, begin)) {
      const syclfuse::segment s{begin, begin + length};
      piece_ptr p = make(s);
      p->piece.taken =
          take_promotions(*p, [&](const accessed_memory &m) { return is_used_outside(whole_.commands, s, m); });
      if (match_region(*p, device_).variant) {
        p->piece.apart = syclfuse::diag::reason_none;
        return p;
      }
      give_back(p->piece.taken);
    }
    return nullptr;
  }

  const region_part &whole_;
  device_impl &device_;
  std::vector<const kernel_node *> kernels_;
};

} // namespace

bool cut_into_pieces(region_part &part, device_impl &device) {
  std::vector<piece_ptr> pieces = piece_finder(part, device).find();
  if (pieces.empty())
    return false;
  for (std::size_t i = pieces.size(); i-- > 1;) {
    pieces[i]->piece.number = static_cast<unsigned>(i + 1);
    pieces[i]->next = std::move(part.next);
    part.next = std::move(pieces[i]);
  }
  region_part &first = *pieces.front();
  part.commands = std::move(first.commands);
  part.piece = std::move(first.piece);
  part.piece.number = 1;
  return true;
}

void join_pieces(region_part &r) {
  for (region_part *part = &r; part; part = part->next.get()) {
    give_back(part->piece.taken);
    for (part->piece.number = 0; part->next && part->next->piece.number > 1;) {
      const piece_ptr next = std::move(part->next);
      give_back(next->piece.taken);
      part->commands.insert(part->commands.end(), next->commands.begin(), next->commands.end());
      part->next = std::move(next->next);
    }
    part->piece.apart = syclfuse::diag::reason_none;
  }
}

} // namespace sycl::detail
