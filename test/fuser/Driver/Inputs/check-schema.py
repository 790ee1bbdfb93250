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
for spoil in (lambda job: job.pop("id"), lambda job: job.update(extra=1), lambda job: job.update(region="r", kernel="k"), lambda job: job.update(variant="other"),
              lambda job: (job.pop("output", None), job.update(input="a"))):
    spoilt = copy.deepcopy(plan)
    spoil(spoilt["jobs"][0])
    assert not validator.is_valid(spoilt)
jobs = plan["jobs"]
files = [job[key] for job in jobs for key in ("input", "output") if key in job]
assert len({job["id"] for job in jobs}) == len(jobs)
assert len(set(files)) == len(files) and len(files) in (0, 2 * len(jobs))
print("{} jobs, all ids{} differ".format(len(jobs), " and files" if files else ""))
