#!/bin/sh
# Installs what the tests use beside Node: Debian's Chromium. Quiet, and quick when it is there already. Where it cannot
# be installed (another system, not root, no network) the tests that need it are reported as skipped.
command -v chromium >/dev/null 2>&1 && exit 0
[ -n "$CHROMIUM_PATH" ] && exit 0
[ "$(id -u)" = 0 ] || exit 0
command -v apt-get >/dev/null 2>&1 || exit 0
export DEBIAN_FRONTEND=noninteractive
install_chromium() { apt-get install -y -qq --no-install-recommends chromium >/dev/null 2>&1; }
install_chromium || { apt-get update -qq >/dev/null 2>&1 && install_chromium; }
exit 0
