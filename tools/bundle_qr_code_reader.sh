#!/bin/sh
# Make static/libraries/qr-code-reader.js, the QR code reader of browsers that have none, from the
# package qr (MIT, docs/licences/qr.txt). Needs npm.
set -eu
version=0.7.0
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent "qr@$version" esbuild@0.28.2
echo 'export { BarcodeDetector } from "qr/decode.js";' > reader.js
npx esbuild reader.js --bundle --minify --format=esm \
    --target=safari15.4,firefox115,chrome109 --outfile=reader.min.js \
    --banner:js="// qr $version by Paul Miller, MIT (docs/licences/qr.txt). Made by tools/bundle_qr_code_reader.sh"
cp reader.min.js "$root/static/libraries/qr-code-reader.js"
cp node_modules/qr/LICENSE-MIT "$root/docs/licences/qr.txt"
