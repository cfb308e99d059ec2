import type { Socket } from 'node:net'
import { faultText } from '../../actions/faults/index.ts'
import { targetOf } from '../../actions/http/engine/target-of.ts'
import { plainRequest, settingsFor } from '../../actions/index.ts'
import { RunResources } from '../../actions/resources.ts'
import { mockWay } from '../../run/mock-way.ts'
import { Secrets } from '../../secrets/index.ts'
import type { RecordedExchange } from '../../recording/recorded-exchange.ts'
import { RecordingProxy } from '../../recording/recording-proxy.ts'
import { Spool } from '../../recording/spool.ts'
import { commandScope } from '../calls/command-context.ts'
import type { Placed } from '../input-keys.ts'
import type { ResolvedInput } from '../opening/resolve-scope.ts'
import type { RecordInput } from './record-input.ts'

/** The common part of a recording and its replays: the way to the server, and where bodies lie. */
export class RecordingSession {
  /** Without a path, which is a part of what is recorded. */
  readonly origin: string
  /** Told of what went by unrecorded, each once. */
  readonly complaints = new Set<string>()
  readonly #target: URL
  readonly #open: () => Promise<Socket>
  readonly #spool = new Spool()

  constructor(input: Placed<RecordInput>, resolved: ResolvedInput) {
    this.#target = new URL(input.to)
    this.origin = this.#target.origin
    this.#open = opener(this.origin, input, resolved)
  }

  /** A proxy for the session itself, where `isFirst`, and for its replays, whose requests have the path of the URL already. */
  listen(take: (exchange: RecordedExchange) => void, isFirst = false): Promise<RecordingProxy> {
    return RecordingProxy.listen({
      target: isFirst ? this.#target : new URL(this.origin),
      open: this.#open,
      spool: this.#spool,
      take,
      complain: complaint => this.complaints.add(complaint),
    })
  }

  close(): void {
    this.#spool.close()
  }
}

/** Opens connections as the settings of the configuration say for requests. */
function opener(origin: string, input: Placed<RecordInput>, resolved: ResolvedInput): () => Promise<Socket> {
  const { configuration, processEnvironment } = resolved
  const secrets = new Secrets()
  const settings = settingsFor(plainRequest, configuration.settings)
  const resources = new RunResources()
  const scope = commandScope(input, resolved, secrets)
  return async () => {
    const way = await mockWay({ settings, resources, processEnvironment, hide: secrets.add }, scope)
    if (!way.ok) throw new Error(faultText(way.failure).message)
    const { openSocket, straightRoute } = await import('../../actions/transport/index.ts')
    const opening = { times: {}, signal: AbortSignal.timeout(30_000), protocols: ['http/1.1'] }
    return openSocket(targetOf(origin), way.value ?? straightRoute, opening)
  }
}
