#!/usr/bin/env bash
# Makes a virtual environment with the libraries of requirements.txt: prepare.sh [FOLDER]
#
# pyffish is built from its source distribution with one change. As published, it sets up a variant
# again for every question, which costs milliseconds. Here it does so only if the variant changes.
set -euo pipefail
folder=${1:-target/judges}
here=$(dirname "${BASH_SOURCE[0]}")
python3 -m venv "$folder"
pip=$(realpath "$folder")/bin/pip
"$pip" install --quiet setuptools wheel --requirement "$here/requirements.txt"
source=$(mktemp -d)
trap 'rm -r "$source"' EXIT
"$pip" download --quiet --no-deps --no-binary pyffish --dest "$source" "$(grep '^pyffish' "$here/requirements.txt")"
tar -xzf "$source"/pyffish-*.tar.gz -C "$source" --strip-components 1
call='UCI::init_variant(v);'
sed -i "s/^    $call\$/    static const Variant* ready = nullptr; if (ready != v) { $call ready = v; }/" "$source/src/pyffish.cpp"
grep -q 'ready = v' "$source/src/pyffish.cpp" || { echo "pyffish.cpp has changed" >&2; exit 1; }
"$pip" install --quiet --no-deps --no-build-isolation --force-reinstall "$source"
