#!/bin/sh
# Installs what the tests use beside Node, all from Debian: Chromium, OpenSSL, two proxies, clients of brokers, gRPC and
# WebSockets for Python; and grpcurl, where Go is. With the word "services", what `npm run services` starts as well: Java and
# RabbitMQ. Quiet, and quick when they are there already. Where they cannot be installed (another system, not root, no
# network) the tests that need them are reported as skipped.
missing=
there() { command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ]; }
[ -n "$CHROMIUM_PATH" ] || there chromium || missing="$missing chromium"
for part in openssl squid tinyproxy kcat; do
  there "$part" || missing="$missing $part"
done
/usr/bin/python3 -c 'import grpc, google.protobuf' >/dev/null 2>&1 || missing="$missing python3-grpcio python3-protobuf"
/usr/bin/python3 -c 'import websockets' >/dev/null 2>&1 || missing="$missing python3-websockets"
command -v protoc >/dev/null 2>&1 || missing="$missing protobuf-compiler libprotobuf-dev"
there amqp-publish || missing="$missing amqp-tools"
if [ "$1" = services ]; then
  [ -n "$JAVA_HOME" ] || there java || missing="$missing default-jre-headless"
  there rabbitmq-server || missing="$missing rabbitmq-server"
fi
[ "$(id -u)" = 0 ] || exit 0
if ! command -v grpcurl >/dev/null 2>&1 && command -v go >/dev/null 2>&1; then
  GOBIN=/usr/local/bin timeout 180 go install github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.3 >/dev/null 2>&1
fi
[ -n "$missing" ] || exit 0
command -v apt-get >/dev/null 2>&1 || exit 0
export DEBIAN_FRONTEND=noninteractive
# Debian starts a server that it installs, and the tests start their own: exit code 101 forbids it.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ] && printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy"; then
  trap 'rm -f "$policy"' EXIT
fi
install_missing() {
  # shellcheck disable=SC2086 # a list of packages
  apt-get -o DPkg::Lock::Timeout=120 install -y -qq --no-install-recommends $missing >/dev/null 2>&1
}
install_missing || { apt-get update -qq >/dev/null 2>&1 && install_missing; }
exit 0
