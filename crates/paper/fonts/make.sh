#!/usr/bin/env bash
# Makes the fonts: fonts/make.sh [FOLDER WITH DejaVuSansCondensed.ttf]
set -euo pipefail
cd "$(dirname "$0")"
from=${1-/usr/share/fonts/truetype/dejavu}
letters=U+0020-007E,U+00A0-017F,U+0192,U+0218-021B,U+0370-03FF,U+0400-045F,U+0490-0491,U+1E80-1E85,U+1E9E,U+1EF2-1EF3
signs=U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2032-2033,U+2039-203A,U+2044,U+20AC,U+2116,U+2122,U+2190-2193
signs+=,U+2212,U+2248,U+2260,U+2264-2265,U+25A1,U+25CF,U+2660-2667,U+2713,U+2717
for name in DejaVuSansCondensed DejaVuSansCondensed-Bold; do
    pyftsubset "$from/$name.ttf" --unicodes="$letters,$signs" --no-hinting --layout-features= \
        --drop-tables+=GSUB,GPOS,GDEF,kern,FFTM --name-IDs='*' --notdef-outline --output-file="$name.ttf"
done
