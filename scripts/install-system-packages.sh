#!/usr/bin/env bash
# What the tests and benchmarks of the service and its page need of the system: nginx, wrk to measure, Chromium, and a
# font with Chinese. Debian, as root.
# With --check nothing is installed: it says in one line what is missing.
set -euo pipefail

missing=()
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing+=(nginx-light)
command -v wrk >/dev/null || missing+=(wrk)
[ -x /usr/bin/chromium ] || missing+=(chromium)
[ -n "$(fc-list :lang=zh-cn 2>/dev/null)" ] || missing+=(fontconfig fonts-wqy-microhei)
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "${1:-}" = --check ]; then
    echo "missing: ${missing[*]}; on Debian: sudo scripts/install-system-packages.sh" >&2
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
# A service that nobody asked for must not take port 80: the tests start their own nginx.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
fi
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
