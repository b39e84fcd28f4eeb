#!/usr/bin/env bash
# Makes .venv hold what a target needs: `set_up.sh core` for the demo, `set_up.sh dev` for all.
# A second call with unchanged pyproject.toml does nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
what="${1:-core}"
stamp=".venv/.installed-$what"

system_packages() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && command -v dpkg-query >/dev/null || return 0
    local missing=()
    while read -r package; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done < .ci/packages
    [ "${#missing[@]}" = 0 ] && return 0
    echo "installing ${missing[*]}"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"; } \
        >/tmp/veridical-apt.log 2>&1 || echo "could not install ${missing[*]}: tests that need them are skipped by name"
}

find_uv() {
    command -v uv 2>/dev/null && return 0
    [ -x .venv/bin/uv ] && { echo .venv/bin/uv; return 0; }
    python3 -m pip install -q uv >/dev/null 2>&1 && command -v uv && return 0
    python3 -m venv .venv >/dev/null && .venv/bin/python -m pip install -q uv >/dev/null && echo .venv/bin/uv
}

[ "$what" = dev ] && system_packages
[ -f "$stamp" ] && [ "$stamp" -nt pyproject.toml ] && exit 0
uv="$(find_uv)" || { echo "uv could not be installed: check that python3 has pip and an index is reachable." >&2; exit 2; }
[ -x .venv/bin/python ] || "$uv" venv -q --python '>=3.11' .venv
if [ "$what" = dev ]; then
    "$uv" pip install -q --python .venv/bin/python -e '.[all]' --group dev
else
    "$uv" pip install -q --python .venv/bin/python -e .
fi
touch "$stamp"
