import type { CallArguments } from './call-options.ts'
import { argument, misused, nothing, part, type Part } from './part.ts'

/** Reads --resolve and --connect-to: where to connect instead of a host and port. */
export function readResolve({ resolve = [], connectTo = [] }: CallArguments): Part {
  const entries = [
    ...resolve.map(written => ['--resolve', 'HOST:PORT:ADDRESS', written, resolved(written)] as const),
    ...connectTo.map(
      written => ['--connect-to', 'HOST:PORT:HOST2:PORT2', written, connected(written)] as const,
    ),
  ]
  const found = entries.flatMap(([, , , entry]) => (entry === undefined ? [] : [entry]))
  const wrong = entries.find(([, , , entry]) => entry === undefined)
  if (wrong !== undefined)
    return misused(
      `${wrong[0]} ${wrong[2]} is not ${wrong[1]}`,
      'Such as api.example.com:443:127.0.0.1, with one host and one address.',
    )
  const [first] = entries
  return first === undefined
    ? nothing
    : part({ resolve: Object.fromEntries(found) }, argument(first[0], first[2], 'resolve'))
}

type Entry = readonly [from: string, to: string]

function resolved(written: string): Entry | undefined {
  const [, from, port, to = ''] = /^\+?([^*]+?:(\d+)):([^,]+)$/.exec(written) ?? []
  if (from === undefined || port === undefined) return undefined
  return [from, hasPort(to) ? to : `${to}:${port}`]
}

/** An empty port is that of the request. */
function connected(written: string): Entry | undefined {
  const [, from, port, host, other] = /^([^*]+?:(\d+)):(\[.*\]|[^:]+):(\d*)$/.exec(written) ?? []
  if (from === undefined || port === undefined || host === undefined) return undefined
  return [from, `${host}:${other === '' || other === undefined ? port : other}`]
}

function hasPort(address: string): boolean {
  return /^(\[.*\]|[^:]+):\d+$/.test(address)
}
