#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the completion of sycl-fuse for bash: bash_completion.py <Options.td as JSON> <Commands.def> <output>."""
import pathlib
import sys

import command_line

TEMPLATE = """\
# Completion of sycl-fuse for bash. Written by packaging/bash_completion.py from the option table of sycl-fuse.

# Sets options to those of the command $1, and words to what its first argument may be.
_sycl_fuse_command() {
  case $1 in
@commands@
  *) return 1 ;;
  esac
}

# Sets words to the values of the option $1 or, if it takes something that is not listed, kind: file, folder or value.
_sycl_fuse_value() {
  case $1 in
@values@
  *) return 1 ;;
  esac
}

_sycl_fuse() {
  # The words as they stand in the line: bash has others, since it breaks words at = and at colons.
  local line=${COMP_LINE:0:COMP_POINT} option= options= words= kind=file
  local -a typed
  read -ra typed <<<"$line"
  [[ $line == *[[:space:]] ]] && typed+=("")
  local count=${#typed[@]}
  local current=${typed[count - 1]}
  local word=$current
  COMPREPLY=()

  if ((count <= 2)); then
    words='@names@' options='--help --version' kind=none
  else
    _sycl_fuse_command "${typed[1]}" || return 0
    option=${typed[count - 2]}
    if [[ $current == -*=* ]]; then
      option=${current%%=*} word=${current#*=}
      _sycl_fuse_value "$option" || _sycl_fuse_value "$option=" || return 0
      options=
    elif _sycl_fuse_value "$option"; then
      options=
    elif [[ -n $words && $count -eq 3 ]]; then
      kind=none
    else
      words=
    fi
  fi

  if [[ $word == -* ]]; then
    words=$options kind=none
  fi
  case $kind in
  file) mapfile -t COMPREPLY < <(compgen -f -- "$word"); compopt -o filenames 2>/dev/null ;;
  folder) mapfile -t COMPREPLY < <(compgen -d -- "$word"); compopt -o filenames 2>/dev/null ;;
  none) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") ;;
  esac
  # What ends like this goes on.
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} =~ (=|_|gfx)$ ]] && compopt -o nospace 2>/dev/null
  # Bash replaces what stands behind the last character that breaks words.
  local breaks=${COMP_WORDBREAKS//[^=:]/}
  if [[ -n $breaks && $kind == none && $word == *["$breaks"]* ]]; then
    local before=${word%"${word##*["$breaks"]}"}
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
  fi
  return 0
}

complete -F _sycl_fuse sycl-fuse
"""

FOLDERS = ("<folder>", "<dir>")
FILES = ("<file>", "<path>", "<program>", "<json>")


def command_lines(commands):
    for command in commands:
        names = [name for option in command.options for name in option.spellings]
        yield f"  {command.word}) options='{' '.join(names)}' words='{' '.join(command.first_arguments)}' ;;"


def value_lines(commands):
    """An option has the same values in each command that has it."""
    seen = {}
    for option in (option for command in commands for option in command.options if option.value):
        seen["|".join(option.spellings)] = option
    for names, option in sorted(seen.items()):
        if option.choices:
            what = f"words='{' '.join(option.choices)}' kind=none"
        else:
            what = "kind=" + ("folder" if option.value in FOLDERS else "file" if option.value in FILES else "value")
        yield f"  {names}) {what} ;;"


def main():
    commands = command_line.commands(sys.argv[1], sys.argv[2])
    text = TEMPLATE.replace("@commands@", "\n".join(command_lines(commands)))
    text = text.replace("@values@", "\n".join(value_lines(commands)))
    text = text.replace("@names@", " ".join(command.word for command in commands))
    pathlib.Path(sys.argv[3]).write_text("# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n" + text)


main()
