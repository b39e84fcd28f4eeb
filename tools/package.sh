#!/usr/bin/env bash
# Builds the wheel, installs it without extras in an empty environment outside the repository,
# and runs the demo from it.
set -euo pipefail
cd "$(dirname "$0")/.."
uv="$(command -v uv || echo .venv/bin/uv)"
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
"$uv" build -q --wheel --out-dir "$place/dist" .
"$uv" venv -q --python .venv/bin/python "$place/venv"
"$uv" pip install -q --python "$place/venv/bin/python" "$place"/dist/*.whl
cd "$place"
venv/bin/veridical demo --out demo-out
echo "installed: $(du -sm venv/lib | cut -f1) MB"
test -s demo-out/index.html
mkdir -p "$OLDPWD/dist" && cp dist/*.whl "$OLDPWD/dist/"
