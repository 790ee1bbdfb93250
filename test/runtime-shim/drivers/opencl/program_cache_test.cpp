// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that OpenCL has built are kept on disk: the next driver builds nothing, what is damaged or refused is built
// anew (the user is told of damage), and another version of the device's driver counts as another device.
#include "opencl_fixture.hpp"

#include <cstdio>
#include <filesystem>
#include <sys/stat.h>

namespace {

using namespace opencl_test;
namespace fs = std::filesystem;

class opencl_programs : public opencl_driver {
protected:
  void SetUp() override {
    std::string name = fs::temp_directory_path() / "opencl-programs-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    made_ = name;
    directory_ = made_ + "/cache";
  }
  void TearDown() override {
    ::unsetenv("FAKE_DEVICES");
    opencl_driver::TearDown();
    // Never what a test makes of directory_.
    if (!made_.empty())
      fs::remove_all(made_);
  }
  // How many programs a new driver builds so that the kernel is right.
  int builds(const char *mode = "", std::uint64_t bytes = 100 << 20) {
    ::setenv("FAKE_DEVICES", mode, 1);
    driver_options options;
    options.library = FAKE_OPENCL_DEVICES;
    options.cache_directory = directory_;
    options.cache_bytes = bytes;
    options.report = [](syclfuse::diag code, const std::vector<std::string> &arguments) {
      told_.push_back(syclfuse::code_string(code) + " " + arguments.at(0));
    };
    told_.clear();
    driver_ = opencl::make_driver(options);
    const int before = compilations();
    expect_swapped();
    return compilations() - before;
  }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> all;
    if (fs::exists(directory_))
      for (const auto &e : fs::directory_iterator(directory_))
        all.push_back(e.path());
    return all;
  }

  std::string directory_;
  static inline std::vector<std::string> told_; // of builds()

private:
  std::string made_; // of this test alone; set once
  static int compilations() {
    static void *library = ::dlopen(FAKE_OPENCL_DEVICES, RTLD_NOW | RTLD_LOCAL);
    return reinterpret_cast<int (*)()>(::dlsym(library, "fake_opencl_compilations"))();
  }
};

TEST_F(opencl_programs, are_built_once) {
  EXPECT_EQ(builds(), 1);
  ASSERT_EQ(entries().size(), 1u);
  struct stat s;
  ASSERT_EQ(::stat(directory_.c_str(), &s), 0);
  EXPECT_EQ(s.st_mode & 0777, 0700u);
  EXPECT_EQ(builds(), 0);
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(opencl_programs, that_are_damaged_are_built_anew) {
  EXPECT_EQ(builds(), 1);
  ASSERT_EQ(entries().size(), 1u);
  std::FILE *file = std::fopen(entries().front().c_str(), "r+b");
  ASSERT_NE(file, nullptr);
  std::fseek(file, -20, SEEK_END);
  std::fputs("damage", file);
  std::fclose(file);
  const std::string name = entries().front();
  EXPECT_EQ(builds(), 1);
  EXPECT_EQ(told_, std::vector<std::string>{"SF7007 " + name}); // as entries of the JIT are
  EXPECT_EQ(builds(), 0);                                       // the new one took its place
  EXPECT_TRUE(told_.empty());
}

TEST_F(opencl_programs, that_the_device_refuses_are_built_anew) {
  EXPECT_EQ(builds(), 1);
  EXPECT_EQ(builds("picky"), 1);
}

TEST_F(opencl_programs, of_another_driver_are_others) {
  EXPECT_EQ(builds(), 1);
  EXPECT_EQ(builds("new-driver"), 1);
  EXPECT_EQ(entries().size(), 2u);
  EXPECT_EQ(builds(), 0);
}

TEST_F(opencl_programs, that_are_too_large_or_have_no_place_are_not_kept) {
  EXPECT_EQ(builds("", 100), 1);
  EXPECT_TRUE(entries().empty());
  fs::create_directory(directory_);
  fs::permissions(directory_, fs::perms(0755)); // others may look into it
  EXPECT_EQ(builds(), 1);
  EXPECT_TRUE(entries().empty());
  directory_.clear();
  EXPECT_EQ(builds(), 1);
}

} // namespace
