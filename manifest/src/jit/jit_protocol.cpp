// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/jit_protocol.hpp"

#include "syclfuse/signature.hpp"

#include <algorithm>
#include <cstring>
#include <sys/stat.h>

namespace syclfuse::jit {
namespace {

constexpr char frame_magic[8] = {'S', 'F', 'U', 'S', 'E', 'J', 'F', 'R'};
constexpr char entry_magic[8] = {'S', 'F', 'U', 'S', 'E', 'J', 'I', 'T'};
// More than any region needs; a damaged length must not make anybody wait for, or allocate, so much.
constexpr std::uint64_t max_payload = std::uint64_t{256} << 20, max_hello = 4096;

struct frame_header {
  char magic[8];
  std::uint32_t version, kind;
  std::uint64_t size, checksum; // hash_bytes of the payload
};

struct entry_header {
  char magic[8];
  std::uint32_t version, refused;
  std::uint8_t key[32], hash[32]; // hash: SHA-256 of the header with zeros in its place, and of all that follows
  std::uint64_t size;             // of all that follows the header
  tool_stamp tool, worker;
};

template <class T> std::string_view bytes_of(const T &value) {
  return {reinterpret_cast<const char *>(&value), sizeof(value)};
}

sha256_digest hash_of(entry_header h, std::string_view body) {
  std::fill(std::begin(h.hash), std::end(h.hash), std::uint8_t{0});
  return sha256().add(bytes_of(h)).add(body).finish();
}

// A type names what is written of it once, for both directions:
//
//   template <class Stream> void exchange(Stream &s, tool_stamp &t) { s(t.size, t.changed_ns); }
class writer {
public:
  template <class... T> writer &operator()(const T &...values) {
    (put(values), ...);
    return *this;
  }
  std::string take() { return std::move(out_); }

private:
  void put(std::uint64_t v) { out_.append(bytes_of(v)); }
  void put(const std::string &t) {
    put(t.size());
    out_.append(t);
  }
  void put(const sha256_digest &d) { out_.append(reinterpret_cast<const char *>(d.data()), d.size()); }
  template <class T> void put(const std::vector<T> &list) {
    put(list.size());
    for (const T &item : list)
      put(item);
  }
  template <class T> void put(const T &v) { exchange(*this, const_cast<T &>(v)); } // which a writer only reads

  std::string out_;
};

class reader {
public:
  explicit reader(std::string_view in) : in_(in) {}
  template <class... T> reader &operator()(T &...values) {
    (get(values), ...);
    return *this;
  }
  bool done() const { return ok_ && in_.empty(); }

private:
  void get(std::uint64_t &v) { raw(&v, sizeof(v)); }
  void get(std::string &t) {
    t.resize(count(1));
    raw(t.data(), t.size());
  }
  void get(sha256_digest &d) { raw(d.data(), d.size()); }
  template <class T> void get(std::vector<T> &list) {
    for (std::size_t left = count(sizeof(std::uint64_t)); left && ok_; --left)
      get(list.emplace_back());
  }
  template <class T> void get(T &v) { exchange(*this, v); }

  // For elements that take at least `least` bytes each.
  std::size_t count(std::size_t least) {
    std::uint64_t n = 0;
    get(n);
    ok_ &= n <= in_.size() / least;
    return ok_ ? n : 0;
  }
  void raw(void *to, std::size_t size) {
    ok_ &= size <= in_.size();
    if (!ok_)
      return;
    std::memcpy(to, in_.data(), size);
    in_.remove_prefix(size);
  }
  std::string_view in_;
  bool ok_ = true;
};

template <class Stream> void exchange(Stream &s, tool_stamp &t) { s(t.size, t.changed_ns); }
template <class Stream> void exchange(Stream &s, job::kernel &k) { s(k.symbol, k.hash); }
template <class Stream> void exchange(Stream &s, job &j) { s(j.producer, j.manifest, j.target, j.driver, j.kernels); }
template <class Stream> void exchange(Stream &s, request &r) {
  s(r.what, r.ir, r.cache_directory, r.cache_limit, r.seconds, r.tool);
}
// The texts; the rest is in its header.
template <class Stream> void exchange(Stream &s, entry &e) { s(e.region, e.producer, e.target, e.driver, e.payload); }

} // namespace

sha256_digest key_of(const job &j) {
  const std::string bytes = writer()(std::string("sycl-fuse-jit"), std::uint64_t{entry_version}, j).take();
  return sha256_of(bytes.data(), bytes.size());
}

std::string encode(const request &r) { return writer()(r).take(); }

bool decode(std::string_view bytes, request &out) {
  out = {};
  return reader(bytes)(out).done() && out.ir.size() == out.what.kernels.size();
}

std::string encode(const reply &r) {
  return writer()(static_cast<std::uint64_t>(r.how), r.text, r.cache_problem, r.entry).take();
}

bool decode(std::string_view bytes, reply &out) {
  std::uint64_t how = 0;
  const bool whole = reader(bytes)(how, out.text, out.cache_problem, out.entry).done();
  out.how = static_cast<reply::status>(how);
  return whole && how <= static_cast<std::uint64_t>(reply::status::failed);
}

std::string make_frame(frame_kind kind, std::string_view payload) {
  frame_header h{};
  std::memcpy(h.magic, frame_magic, sizeof(frame_magic));
  h.version = protocol_version;
  h.kind = static_cast<std::uint32_t>(kind);
  h.size = payload.size();
  h.checksum = hash_bytes(payload);
  std::string frame(bytes_of(h));
  frame += payload;
  return frame;
}

frame_state take_frame(std::string &received, frame_kind &kind, std::string &payload, std::string &why) {
  const auto damaged = [&](std::string reason) {
    why = std::move(reason);
    return frame_state::damaged;
  };
  const std::size_t start = std::min(received.size(), sizeof(frame_magic));
  if (std::memcmp(received.data(), frame_magic, start) != 0)
    return damaged("it does not speak the worker's language");
  if (received.size() < sizeof(frame_header))
    return frame_state::incomplete;
  frame_header h;
  std::memcpy(&h, received.data(), sizeof(h));
  if (h.version != protocol_version)
    return damaged("it speaks version " + std::to_string(h.version) + ", needed: " + std::to_string(protocol_version));
  if (h.kind < static_cast<std::uint32_t>(frame_kind::hello) ||
      h.kind > static_cast<std::uint32_t>(frame_kind::reply) ||
      h.size > (h.kind == static_cast<std::uint32_t>(frame_kind::hello) ? max_hello : max_payload))
    return damaged("a message has a damaged header");
  if (received.size() - sizeof(h) < h.size)
    return frame_state::incomplete;
  payload = received.substr(sizeof(h), h.size);
  if (hash_bytes(payload) != h.checksum)
    return damaged("the checksum of a message is wrong");
  kind = static_cast<frame_kind>(h.kind);
  received.erase(0, sizeof(h) + h.size);
  return frame_state::complete;
}

tool_stamp stamp_of(const std::string &path) {
  struct stat s;
  if (::stat(path.c_str(), &s) != 0)
    return {};
  return {static_cast<std::uint64_t>(s.st_size),
          static_cast<std::uint64_t>(s.st_mtim.tv_sec) * 1000000000u + static_cast<std::uint64_t>(s.st_mtim.tv_nsec)};
}

std::string encode(const entry &e) {
  const std::string body = writer()(e).take();
  entry_header h{};
  std::memcpy(h.magic, entry_magic, sizeof(entry_magic));
  h.version = entry_version;
  h.refused = e.refused;
  std::copy(e.key.begin(), e.key.end(), h.key);
  h.size = body.size();
  h.tool = e.tool;
  h.worker = e.worker;
  const sha256_digest hash = hash_of(h, body);
  std::copy(hash.begin(), hash.end(), h.hash);
  return std::string(bytes_of(h)) + body;
}

std::string decode(std::string_view bytes, entry &out) {
  entry_header h;
  if (bytes.size() < sizeof(h))
    return "it is truncated";
  std::memcpy(&h, bytes.data(), sizeof(h));
  if (std::memcmp(h.magic, entry_magic, sizeof(entry_magic)) != 0)
    return "it is no entry of the cache";
  if (h.version != entry_version)
    return "its format is version " + std::to_string(h.version) + ", needed: " + std::to_string(entry_version);
  const std::string_view body = bytes.substr(sizeof(h));
  if (h.size != body.size())
    return h.size > body.size() ? "it is truncated" : "it is longer than it says";
  const sha256_digest hash = hash_of(h, body);
  if (!std::equal(hash.begin(), hash.end(), h.hash))
    return "its checksum is wrong";
  if (!reader(body)(out).done() || h.refused > 1)
    return "it is damaged";
  out.refused = h.refused != 0;
  std::copy(std::begin(h.key), std::end(h.key), out.key.begin());
  out.tool = h.tool;
  out.worker = h.worker;
  return {};
}

} // namespace syclfuse::jit
