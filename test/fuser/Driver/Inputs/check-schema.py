# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# check-schema.py <plan> <schema>: the plan follows the schema, and a plan that is spoilt does not.
import copy
import json
import sys

import jsonschema

plan, schema = (json.load(open(path)) for path in sys.argv[1:3])
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
validator.validate(plan)
for spoil in (lambda job: job.pop("id"), lambda job: job.update(extra=1), lambda job: job.update(region="r", kernel="k"), lambda job: job.update(variant="other")):
    spoilt = copy.deepcopy(plan)
    spoil(spoilt["jobs"][0])
    assert not validator.is_valid(spoilt)
jobs = plan["jobs"]
assert len({job["id"] for job in jobs}) == len({job["output"] for job in jobs}) == len(jobs)
print("{} jobs, all ids and outputs differ".format(len(jobs)))
