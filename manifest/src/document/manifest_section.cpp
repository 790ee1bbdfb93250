// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/manifest_section.hpp"

#include "syclfuse/signature.hpp"

#include <cstddef>
#include <cstdint>

namespace syclfuse::manifest {
namespace {

constexpr std::string_view section_magic("SYCLFMAN", 8);
constexpr unsigned section_version = 1;
constexpr std::size_t version_at = 8, size_at = 16, hash_at = 24, header_size = 32;

void append(std::string &out, std::uint64_t value) {
  for (unsigned i = 0; i != 8; ++i)
    out.push_back(static_cast<char>(value >> (8 * i)));
}

std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (unsigned i = 8; i-- != 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// The text behind the header that `bytes` begin with; nothing, and why, if there is none.
std::optional<std::string_view> first_text(std::string_view bytes, std::string &why) {
  if (bytes.size() < header_size || bytes.substr(0, section_magic.size()) != section_magic) {
    why = "there is something else than a manifest";
    return std::nullopt;
  }
  const std::uint64_t version = number_at(bytes, version_at), size = number_at(bytes, size_at);
  if (version != section_version) {
    why = "version " + std::to_string(version) + ", needed: " + std::to_string(section_version);
    return std::nullopt;
  }
  if (size > bytes.size() - header_size) {
    why = "a manifest of " + std::to_string(size) + " bytes does not fit";
    return std::nullopt;
  }
  const std::string_view text = bytes.substr(header_size, static_cast<std::size_t>(size));
  if (hash_bytes(text) != number_at(bytes, hash_at)) {
    why = "a manifest has other bytes than when it was written";
    return std::nullopt;
  }
  return text;
}

} // namespace

std::string to_section(std::string_view text) {
  std::string out(section_magic);
  append(out, section_version);
  append(out, text.size());
  append(out, hash_bytes(text));
  return out.append(text);
}

std::optional<std::vector<std::string_view>> from_section(std::string_view contents, std::string &why) {
  std::vector<std::string_view> texts;
  const std::string_view padding("\0", 1);
  for (std::size_t at = contents.find_first_not_of(padding); at != contents.npos;
       at = contents.find_first_not_of(padding, at)) {
    const std::optional<std::string_view> text = first_text(contents.substr(at), why);
    if (!text)
      return std::nullopt;
    texts.push_back(*text);
    at += header_size + text->size();
  }
  return texts;
}

} // namespace syclfuse::manifest
