#!/bin/sh
# Rebuilds sowlab-sans.ttf and sowlab-sans.woff2 beside this file.
# Needs: a Debian or Ubuntu apt, dpkg, Python with `pip install fonttools==4.68.0 brotli`.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export SOURCE_DATE_EPOCH=1609113600

apt-get download fonts-noto-core=20201225-1
dpkg -x fonts-noto-core_20201225-1_all.deb deb
fonts=deb/usr/share/fonts/truetype/noto

# No layout features: a browser then sets every letter at its plain advance, as the charts'
# own measure of a text does.
common="--layout-features= --notdef-outline --no-hinting --name-IDs=* --drop-tables+=GPOS,GSUB,GDEF"
pyftsubset $fonts/NotoSans-Regular.ttf $common --output-file=letters.ttf \
  --unicodes=U+0020-007E,U+00A0-017F,U+0391-03A1,U+03A3-03A9,U+03B1-03C9,U+2009,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026,U+2070,U+2074-2079,U+207B,U+2080-2089
pyftsubset $fonts/NotoSansMath-Regular.ttf $common --drop-tables+=MATH --output-file=signs.ttf \
  --unicodes=U+2190-2193,U+2211,U+2212,U+221A,U+221E,U+2248,U+2260,U+2264,U+2265,U+230A,U+230B
pyftmerge --output-file=merged.ttf letters.ttf signs.ttf
pyftsubset merged.ttf $common --unicodes=* --no-recalc-timestamp \
  --output-file="$here/sowlab-sans.ttf"
pyftsubset merged.ttf $common --unicodes=* --no-recalc-timestamp --flavor=woff2 \
  --output-file="$here/sowlab-sans.woff2"
