import { spawnSync } from 'node:child_process'

const asked = spawnSync('/usr/bin/python3', ['-c', 'import grpc, google.protobuf'], { timeout: 60_000 })

/** Why tests beside Python's gRPC (of Debian, on the C core) are skipped, or false when they need not be. */
export const withoutPython: false | string =
  asked.status !== 0 && 'python3-grpcio is not installed; run scripts/install-parts.sh as root.'
