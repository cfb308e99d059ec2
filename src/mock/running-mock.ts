import { hostAndPort } from '../actions/transport/place.ts'
import type { ApiDescription } from '../api-description/api-description.ts'
import type { JsonObject } from '../model/json.ts'
import type { Mock } from '../model/mock.ts'
import type { Journal } from './journal.ts'
import type { ProxyContext } from './proxy/recorder.ts'

/** A mock that answers. */
export interface RunningMock {
  /** What `{{mocks.NAME.…}}` stands for. */
  readonly variables: JsonObject & { readonly url: string; readonly certificate?: string }
  readonly journal: Journal
  readonly routes: readonly string[]
  /** What the document says that it answers by; absent without one. */
  readonly description?: ApiDescription | undefined
  /** Answers as another description says from now on, at the same place. Rejects, and changes nothing, where that cannot be read. */
  answerBy(mock: Mock, context: ProxyContext): Promise<void>
  /** Forgets all calls, and begins anew with answers and state. */
  reset(): void
  /** Ends it with all its connections. */
  stop(): Promise<void>
}

/** The host and port at which a server can be called. */
export function reachableAt(host: string, port: number): string {
  return hostAndPort({ host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port })
}

/** Why a mock cannot be started. */
export function startFailure(
  { name, port, host = '127.0.0.1' }: Mock,
  { code, message }: NodeJS.ErrnoException,
): string {
  if (code === 'EADDRINUSE')
    return `the mock "${name}" cannot listen on ${host}:${String(port)}: the port is taken`
  return code !== undefined && ofListening.has(code)
    ? `the mock "${name}" cannot listen on ${host}: ${message}`
    : `the mock "${name}" cannot answer: ${message}`
}

/** Errors of an address that is not there, or not for everybody. */
const ofListening = new Set(['EADDRNOTAVAIL', 'EACCES', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN'])
