// The manifest is valid by its JSON Schema.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: jsonschema
// RUN: %record %S/../kernels/kernel-nested-records.cpp
// RUN: %python %S/../Inputs/check_schema.py %source_root/docs/manifest.schema.json %t.json
// RUN: %record %S/../submissions/region-promotion.cpp
// RUN: %python %S/../Inputs/check_schema.py %source_root/docs/manifest.schema.json %t.json
// RUN: %record %S/../submissions/region-nd-range.cpp
// RUN: %python %S/../Inputs/check_schema.py %source_root/docs/manifest.schema.json %t.json
// RUN: %record %S/../walk/region-open.cpp -w
// RUN: %python %S/../Inputs/check_schema.py %source_root/docs/manifest.schema.json %t.json
// RUN: %record %S/../values/region-arguments.cpp
// RUN: %python %S/../Inputs/check_schema.py %source_root/docs/manifest.schema.json %t.json
// RUN: %record %s
// RUN: %python %S/../Inputs/check_schema.py %source_root/docs/manifest.schema.json %t.json
int main() {}
