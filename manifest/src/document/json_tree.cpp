// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "json_tree.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace syclfuse::manifest {
namespace {

struct position {
  unsigned line = 1;
  char last = 0; // character read last
};

// Tells the handler below how far the lexer has read: nlohmann's callbacks carry no position.
class counting_iterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  counting_iterator(const char *at, position *where) : at_(at), where_(where) {}
  reference operator*() const { return *at_; }
  counting_iterator &operator++() {
    where_->last = *at_;
    where_->line += *at_ == '\n';
    ++at_;
    return *this;
  }
  counting_iterator operator++(int) {
    counting_iterator old = *this;
    ++*this;
    return old;
  }
  bool operator==(const counting_iterator &o) const { return at_ == o.at_; }
  bool operator!=(const counting_iterator &o) const { return at_ != o.at_; }

private:
  const char *at_;
  position *where_;
};

// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while …" without what we say
// ourselves.
std::string plain_text(std::string_view what) {
  constexpr std::size_t longest = 200; // the lexer quotes what it read last, which may be all of the file
  if (const std::size_t column = what.find("column "); column != std::string_view::npos)
    if (const std::size_t colon = what.find(": ", column); colon != std::string_view::npos)
      what.remove_prefix(colon + 2);
  return what.size() > longest ? std::string(what.substr(0, longest)) + "…" : std::string(what);
}

class tree_builder {
public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  tree_builder(std::string_view text, json_node &root, const position &where)
      : text_(text), where_(where), root_(root) {}

  const json_error &error() const { return error_; }

  bool null() { return add(json_node::type::null, where_.line); }
  bool boolean(bool value) {
    if (!add(json_node::type::boolean, where_.line))
      return false;
    last_->boolean = value;
    return true;
  }
  bool number_unsigned(number_unsigned_t value) {
    if (!add(json_node::type::unsigned_integer, number_line()))
      return false;
    last_->number = value;
    return true;
  }
  bool number_integer(number_integer_t value) { return other_number(std::to_string(value)); }
  bool number_float(number_float_t value, const string_t &spelling) {
    // JSON does not tell 3.0 from 3; above 2^53 a double cannot tell integers apart.
    if (value >= 0 && value <= 9007199254740992.0 && std::floor(value) == value)
      return number_unsigned(static_cast<number_unsigned_t>(value));
    return other_number(spelling);
  }
  bool string(string_t &value) {
    if (!add(json_node::type::string, where_.line))
      return false;
    last_->text = std::move(value);
    return true;
  }
  bool binary(binary_t &) { return fail(where_.line, "binary value"); }
  bool start_object(std::size_t) { return open(json_node::type::object); }
  bool start_array(std::size_t) { return open(json_node::type::array); }
  bool key(string_t &name) {
    stack_.back()->members.push_back({std::move(name), where_.line, {}});
    return true;
  }
  bool end_array() {
    stack_.pop_back();
    return true;
  }
  bool end_object() {
    const json_node &object = *stack_.back();
    stack_.pop_back();
    return no_duplicates(object);
  }
  bool parse_error(std::size_t offset, const std::string &, const nlohmann::json::exception &e) {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text_.size()));
    // The offset counts the character that is wrong; a newline there still belongs to the line it ends.
    auto lines = std::count(text_.begin(), end, '\n');
    if (end != text_.begin() && end[-1] == '\n' && end != text_.end())
      --lines;
    return fail(static_cast<unsigned>(lines) + 1, plain_text(e.what()));
  }

private:
  // The lexer reads one character past a number.
  unsigned number_line() const { return where_.line - (where_.last == '\n' ? 1 : 0); }

  bool other_number(std::string spelling) {
    if (!add(json_node::type::other_number, number_line()))
      return false;
    last_->text = std::move(spelling);
    return true;
  }

  bool fail(unsigned line, std::string text) {
    error_ = {line, std::move(text)};
    return false;
  }

  bool add(json_node::type kind, unsigned line) {
    if (++count_ > max_values)
      return fail(line, "more than " + std::to_string(max_values) + " values");
    if (stack_.empty()) {
      last_ = &root_;
    } else if (stack_.back()->kind == json_node::type::array) {
      last_ = &stack_.back()->items.emplace_back();
    } else {
      last_ = &stack_.back()->members.back().value;
    }
    last_->kind = kind;
    last_->line = line;
    return true;
  }

  bool open(json_node::type kind) {
    if (stack_.size() == max_depth)
      return fail(where_.line, "nested more than " + std::to_string(max_depth) + " levels deep");
    if (!add(kind, where_.line))
      return false;
    stack_.push_back(last_);
    return true;
  }

  bool no_duplicates(const json_node &object) {
    std::vector<const json_member *> sorted;
    for (const json_member &m : object.members)
      sorted.push_back(&m);
    std::sort(sorted.begin(), sorted.end(), [](auto *a, auto *b) { return a->name < b->name; });
    const auto twice =
        std::adjacent_find(sorted.begin(), sorted.end(), [](auto *a, auto *b) { return a->name == b->name; });
    if (twice == sorted.end())
      return true;
    return fail(std::max(twice[0]->line, twice[1]->line), "field '" + twice[0]->name + "' appears twice");
  }

  std::string_view text_;
  const position &where_;
  json_node &root_;
  json_node *last_ = nullptr;
  // Only the last item of each open container grows, so that the pointers to its ancestors stay valid.
  std::vector<json_node *> stack_;
  std::size_t count_ = 0;
  json_error error_;
};

} // namespace

const json_node *json_node::find(std::string_view name) const {
  for (const json_member &m : members)
    if (m.name == name)
      return &m.value;
  return nullptr;
}

std::string describe(const json_node &n) {
  switch (n.kind) {
  case json_node::type::null:
    return "null";
  case json_node::type::boolean:
    return n.boolean ? "true" : "false";
  case json_node::type::unsigned_integer:
    return std::to_string(n.number);
  case json_node::type::other_number:
    return n.text.substr(0, 40);
  case json_node::type::string:
    return "'" + n.text.substr(0, 40) + "'";
  case json_node::type::array:
    return "an array";
  case json_node::type::object:
    return "an object";
  }
  return "unknown";
}

json_error parse_json(std::string_view text, json_node &out) {
  if (text.size() > max_text_bytes)
    return {0, "larger than " + std::to_string(max_text_bytes >> 20) + " MiB"};
  position where;
  tree_builder builder(text, out, where);
  const counting_iterator first(text.data(), &where), last(text.data() + text.size(), &where);
  if (nlohmann::json::sax_parse(first, last, &builder))
    return {};
  return builder.error();
}

std::string json_path::str() const {
  std::string out;
  for (const auto &step : steps_) {
    if (const auto *index = std::get_if<std::size_t>(&step))
      out += '[' + std::to_string(*index) + ']';
    else
      out += (out.empty() ? "" : ".") + std::string(std::get<const char *>(step));
  }
  return out;
}

unsigned json_path::line_in(const json_node &root) const {
  const json_node *at = &root;
  for (const auto &step : steps_) {
    const json_node *next = nullptr;
    if (const auto *index = std::get_if<std::size_t>(&step))
      next = *index < at->items.size() ? &at->items[*index] : nullptr;
    else
      next = at->find(std::get<const char *>(step));
    if (!next)
      break;
    at = next;
  }
  return at->line;
}

} // namespace syclfuse::manifest
