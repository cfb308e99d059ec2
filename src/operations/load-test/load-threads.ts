import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { tokensOf, type KnownToken } from '../../actions/auth/oauth2/tokens.ts'
import type { MeasuredPart, SharedLoad } from '../../load-test/load-part.ts'
import type { LoadThread, MoreThreads, ThreadReport } from '../../load-test/run-load.ts'
import type { Interval } from '../../load-test/timeline.ts'
import type { JsonObject } from '../../model/json.ts'
import type { RunContext } from '../../run/run-context.ts'
import type { LoadInput } from './load-input.ts'

/** What a thread is told when it is started. */
export interface ThreadOrder {
  readonly input: LoadInput
  readonly shared: SharedLoad
  readonly index: number
  /** Where the mocks are that the first thread has started. */
  readonly mocks: JsonObject
  /** Tokens that the first thread has fetched. */
  readonly tokens: readonly KnownToken[]
}

/** What it is told while it is under way. */
export type ToThread = 'grown' | 'break-off'

/** What it tells. */
export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'measured'; readonly interval: Interval }
  | { readonly type: 'ended'; readonly part: MeasuredPart }

/** The word that tells the first file of the program that it runs in such a thread. */
const threadWord = 'load-thread'

/** Threads that put a part of the load on: each reads the suites for itself, and begins with the tokens that there are. */
export function moreThreads(input: LoadInput, { sharedMocks, resources }: RunContext): MoreThreads {
  return {
    ...(input.threads === undefined ? {} : { most: input.threads }),
    start: (shared, index, report) => {
      const mocks = sharedMocks?.variables ?? {}
      const order: ThreadOrder = { input, shared, index, mocks, tokens: tokensOf(resources).known }
      return startThread(order, report)
    },
  }
}

function startThread(order: ThreadOrder, report: ThreadReport): LoadThread {
  const worker = new Worker(threadFile(), {
    ...{ argv: [threadWord], workerData: order },
    resourceLimits: { maxYoungGenerationSizeMb: 24 },
  })
  let part: MeasuredPart | undefined
  worker.on('message', (message: FromThread) => {
    if (message.type === 'ready') report.ready()
    else if (message.type === 'measured') report.measured(message.interval)
    else part = message.part
  })
  const ended = new Promise<MeasuredPart | undefined>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', () => {
      resolve(part)
    })
  })
  const tell = (word: ToThread) => (): void => {
    worker.postMessage(word)
  }
  return {
    ended,
    grown: tell('grown'),
    breakOff: tell('break-off'),
    utilization: since => worker.performance.eventLoopUtilization(since),
  }
}

/** Of the program its first file, which knows the thread by its word; of single modules that beside this one. */
function threadFile(): string {
  const [program = '', module = ''] = ['./start.cjs', './load-thread.js'].map(name =>
    fileURLToPath(new URL(name, import.meta.url)),
  )
  return existsSync(program) ? program : module
}
