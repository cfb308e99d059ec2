#!/bin/sh
# Installs what the tests use beside Node, all from Debian: Chromium, OpenSSL, pre-commit, three proxies, clients of brokers, gRPC,
# WebSockets and HTTP for Python, PHPUnit, RSpec, rubocop and Neovim; and grpcurl, where Go is. With the word "services" it installs what `npm run services`
# starts, and nothing else: Java, Maven and RabbitMQ. It says what it installs, and nothing when all is there; with -n it only says so.
# Where parts cannot be installed (another system, not root, no network) the tests that need them are reported as skipped.
only_says=
[ "$1" != -n ] || { only_says=yes; shift; }
missing=
grpcurl=
there() { command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ]; }
need() { there "$1" || missing="$missing ${2:-$1}"; }
ruby_knows() { ruby -e "require '$1'" >/dev/null 2>&1; }
python_knows() { /usr/bin/python3 -c "import $1" >/dev/null 2>&1; }
if [ "$1" = services ]; then
  [ -n "$JAVA_HOME" ] || need java default-jre-headless
  need mvn maven
  need rabbitmq-server
else
  [ -n "$CHROMIUM_PATH" ] || need chromium
  for part in openssl squid tinyproxy microsocks kcat pre-commit; do need "$part"; done
  python_knows 'grpc, google.protobuf' || missing="$missing python3-grpcio python3-protobuf"
  python_knows pika || missing="$missing python3-pika"
  python_knows websockets || missing="$missing python3-websockets"
  python_knows requests || missing="$missing python3-requests"
  need protoc 'protobuf-compiler libprotobuf-dev'
  need amqp-publish amqp-tools
  need phpunit 'phpunit php-cli php-curl'
  need phpcs php-codesniffer
  need rspec ruby-rspec
  ruby_knows rspec_junit_formatter || missing="$missing ruby-rspec-junit-formatter"
  need rubocop
  need nvim neovim
  # Once: where its modules cannot be had, every run of the tests would wait for them.
  tried="${XDG_CACHE_HOME:-$HOME/.cache}/apitest-grpcurl-tried"
  [ -e "$tried" ] || there grpcurl || ! there go || grpcurl=github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.3
fi
says() { echo "scripts/install-parts.sh: $1" >&2; }
if [ -n "$only_says" ]; then
  [ -z "$missing$grpcurl" ] || says "would install:$missing${grpcurl:+ grpcurl}"
  exit 0
fi
[ "$(id -u)" = 0 ] || exit 0
if [ -n "$grpcurl" ]; then
  says 'building grpcurl, for at most three minutes'
  GOBIN=/usr/local/bin timeout 180 go install "$grpcurl" >/dev/null 2>&1 || {
    says "cannot build grpcurl; the next try is when $tried is removed"
    mkdir -p "${tried%/*}" && : >"$tried"
  }
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
says "installing:$missing"
install_missing || { apt-get update -qq >/dev/null 2>&1 && install_missing; } || says "cannot install:$missing"
exit 0
