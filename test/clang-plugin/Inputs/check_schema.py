# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# check_schema.py schema document: fails unless the document is valid.
import json
import sys

import jsonschema

with open(sys.argv[1]) as schema, open(sys.argv[2]) as document:
    jsonschema.validate(json.load(document), json.load(schema))
