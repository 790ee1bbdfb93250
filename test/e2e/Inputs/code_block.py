# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the first code block of a Markdown file that contains a text: code_block.py <file> <text>."""
import re
import sys

blocks = re.findall(r"^```\w*\n(.*?)^```$", open(sys.argv[1]).read(), re.MULTILINE | re.DOTALL)
matching = [block for block in blocks if sys.argv[2] in block]
if not matching:
    sys.exit(f"code_block.py: no block with '{sys.argv[2]}' in {sys.argv[1]}")
sys.stdout.write(matching[0])
