// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file is trusted if only its user and root could have written it: each folder above it counts.
#include "syclfuse/file_trust.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace syclfuse;

namespace {

class file_trust : public testing::Test {
protected:
  void SetUp() override {
    char name[] = "/tmp/file-trust-XXXXXX"; // /tmp is everybody's, and only owners remove files
    ASSERT_TRUE(mkdtemp(name));
    folder_ = name;
    ASSERT_EQ(::mkdir((folder_ + "/a").c_str(), 0755), 0);
    std::ofstream(file()) << "x";
    ASSERT_EQ(::chmod(file().c_str(), 0755), 0);
  }
  void TearDown() override { ASSERT_EQ(std::system(("rm -rf " + folder_).c_str()), 0); }
  std::string file() const { return folder_ + "/a/file"; }
  std::string why(uid_t also = ::geteuid()) const { return reason_for_distrust(file(), also); }
  std::string folder_;
};

TEST_F(file_trust, FilesOfTheUserAreTrusted) { EXPECT_EQ(why(), ""); }

TEST_F(file_trust, OthersMayWriteToNoPartOfThePath) {
  for (const std::string &part : {file(), folder_ + "/a", folder_}) {
    struct stat s;
    ASSERT_EQ(::stat(part.c_str(), &s), 0);
    ASSERT_EQ(::chmod(part.c_str(), 0777), 0);
    EXPECT_EQ(why(), "others may write to '" + part + "'");
    ASSERT_EQ(::chmod(part.c_str(), s.st_mode), 0);
    EXPECT_EQ(why(), "");
  }
}

TEST_F(file_trust, AFolderWhereOnlyOwnersRemoveFilesIsTrusted) {
  ASSERT_EQ(::chmod(folder_.c_str(), 01777), 0);
  EXPECT_EQ(why(), "");
}

TEST_F(file_trust, GroupsOfOthersMayNotWrite) {
  struct stat s = {};
  s.st_uid = 1000;
  s.st_mode = S_IFREG | 0775;
  for (const auto &[group, answer] : {std::pair(0u, false), {1000u, false}, {100u, true}}) {
    s.st_gid = group;
    EXPECT_EQ(others_may_write(s), answer) << group;
  }
}

TEST_F(file_trust, OwnersAreRootTheUserAndOneMore) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "only root gives files away";
  ASSERT_EQ(::chown((folder_ + "/a").c_str(), 12345, 12345), 0);
  EXPECT_EQ(why(), "'" + folder_ + "/a' belongs to another user");
  EXPECT_EQ(why(12345), "");
}

TEST_F(file_trust, WhatIsMissingIsNotTrusted) {
  ASSERT_EQ(::unlink(file().c_str()), 0);
  EXPECT_EQ(why(), "'" + file() + "': No such file or directory");
}

} // namespace
