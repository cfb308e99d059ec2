import { hostAndPort } from '../actions/transport/place.ts'
import type { ApiDescription } from '../api-description/api-description.ts'
import type { JsonObject } from '../model/json.ts'
import type { Mock } from '../model/mock.ts'
import type { Span } from '../model/span.ts'
import type { StartFailure } from '../run/run-context.ts'
import { defined } from '../util/defined.ts'
import type { Journal } from './journal.ts'
import type { ProxyContext } from './proxy/recorder.ts'

/** A mock that answers. */
export interface RunningMock {
  /** The values that `{{mocks.NAME.…}}` stands for. */
  readonly variables: JsonObject & { readonly url: string; readonly certificate?: string }
  readonly journal: Journal
  readonly routes: readonly string[]
  /** The description in the document that it answers by; absent without one. */
  readonly description?: ApiDescription | undefined
  /** Readies answers as another description says, at the same place; who calls what comes takes them. Rejects where that cannot be read. */
  readyFor(mock: Mock, context: ProxyContext): Promise<() => void>
  /** Forgets all calls, and begins anew with answers and state. */
  reset(): void
  /** Ends it with all its connections. */
  stop(): Promise<void>
}

/** The host and port at which a server can be called. */
export function reachableAt(host: string, port: number): string {
  return hostAndPort({ host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port })
}

/** Why a mock cannot be started, at the key that says where it listens, and what to do. */
export function startFailure(mock: Mock, { code = '', message }: NodeJS.ErrnoException): StartFailure {
  const { name, port = 0, host = '127.0.0.1', portSpan, hostSpan } = mock
  const failure = (what: string, hint?: string, span?: Span): StartFailure =>
    defined({ message: `the mock "${name}" ${what}`, hint, span })
  const listening = `cannot listen on ${host}:${port}`
  if (code === 'EADDRINUSE')
    return portSpan === undefined
      ? failure(`${listening}: the port is taken`, takenHint)
      : failure(`${listening}: the port is taken`, takenInFileHint, portSpan)
  if (code === 'EACCES' && port > 0 && port < 1024) {
    const hint = portSpan === undefined ? 'Give it another --port.' : 'Write another `port`.'
    return failure(`${listening}: ports below 1024 need privileges here`, hint, portSpan)
  }
  const reason = addressErrors.get(code)
  return reason === undefined
    ? failure(code === 'EACCES' ? `${listening}: ${message}` : `cannot answer: ${message}`)
    : failure(`cannot listen on ${host}: ${reason}`, hostHint, hostSpan)
}

/** Why the address is none to listen on, by the error. */
const addressErrors: ReadonlyMap<string, string> = new Map([
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['EINVAL', 'it is no address to listen on'],
  ['ENOTFOUND', 'no address of this name is known'],
  ['EAI_AGAIN', 'no address of this name is known'],
])

const takenHint = 'Give it another --port, or none, to take any that is free.'
const takenInFileHint =
  'Another program has it, or another mock, such as that of a suite that a step used before, which runs until this suite ends. Write another `port`, or leave it out to take any that is free.'
const hostHint = 'Write 127.0.0.1 for this machine alone, 0.0.0.0 for whoever reaches it by the network.'
