#!/bin/sh
# Installs what the tests use beside Node, all from Debian: Chromium, OpenSSL, two proxies and gRPC for Python; and grpcurl, where Go is. Quiet, and quick when they are there
# already. Where they cannot be installed (another system, not root, no network) the tests that need them are reported
# as skipped.
missing=
[ -n "$CHROMIUM_PATH" ] || command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
for part in openssl squid tinyproxy; do
  command -v "$part" >/dev/null 2>&1 || [ -x "/usr/sbin/$part" ] || missing="$missing $part"
done
/usr/bin/python3 -c 'import grpc, google.protobuf' >/dev/null 2>&1 || missing="$missing python3-grpcio python3-protobuf"
command -v protoc >/dev/null 2>&1 || missing="$missing protobuf-compiler libprotobuf-dev"
[ "$(id -u)" = 0 ] || exit 0
if ! command -v grpcurl >/dev/null 2>&1 && command -v go >/dev/null 2>&1; then
  GOBIN=/usr/local/bin timeout 180 go install github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.3 >/dev/null 2>&1
fi
[ -n "$missing" ] || exit 0
command -v apt-get >/dev/null 2>&1 || exit 0
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # a list of packages
install_missing() { apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1; }
install_missing || { apt-get update -qq >/dev/null 2>&1 && install_missing; }
exit 0
