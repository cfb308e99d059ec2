import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { cookiesOf } from '../../actions/http/send/cookies.ts'
import { tokensOf, type KnownToken } from '../../actions/auth/oauth2/tokens.ts'
import type { MeasuredPart, Scenario, SharedLoad } from '../../load-test/load-part.ts'
import type { LoadThread, MoreThreads } from '../../load-test/run-load.ts'
import type { Interval } from '../../load-test/timeline.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { Environment } from '../../model/configuration.ts'
import type { Plan } from '../../plan/plan.ts'
import { RunResources } from '../../actions/resources.ts'
import type { RunContext, SetupGiven } from '../../run/run-context.ts'
import { parseJson } from '../../util/parse-json.ts'
import { mapping } from '../../util/read-values.ts'
import { writeJson } from '../../util/exact-number.ts'
import type { KnownSecret } from '../opening/secret-commands.ts'
import type { LoadInput } from './load-input.ts'

/** The order that a thread gets when it is started. */
export interface ThreadOrder {
  readonly input: LoadInput
  /** The scenarios that the first thread has read, by which this one knows that it has read the same. */
  readonly scenarios: string
  readonly shared: SharedLoad
  /** Where the mocks are that the first thread has started. */
  readonly mocks: JsonObject
  /** The outcome of the setup, as JSON, for each environment in which the first thread has done it. */
  readonly given: readonly GivenText[]
  /** The secrets of commands, which have run in the first thread. */
  readonly secrets: readonly KnownSecret[]
  /** Tokens that the first thread has fetched. */
  readonly tokens: readonly KnownToken[]
}

/** The outcome of a setup in one environment: variables as JSON, and cookies where it has any. */
interface GivenText {
  readonly values: string
  readonly cookies: string | undefined
}

/** The messages to a thread while it is under way. */
export type ToThread =
  | { readonly type: 'share'; readonly index: number }
  | { readonly type: 'break-off'; readonly hadTime: boolean }
  | { readonly type: 'insist' }

/** The messages from a thread. */
export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'measured'; readonly interval: Interval }
  | { readonly type: 'refused'; readonly problem: Problem }
  /** A part as JSON: what is kept of failures is more than can be sent from thread to thread. */
  | { readonly type: 'ended'; readonly part: string }

/** The word that tells the first file of the program that it runs in such a thread. */
const threadWord = 'load-thread'

/** MB of new objects, in three parts as in the first thread: more are no faster. */
const newSpace = 24

/**
 * Threads that put a part of the load on: each reads the suites for itself, and begins with the tokens that there are. `refused`
 * takes why one of them must not go on.
 */
export function moreThreads(
  { input, secrets }: Pick<ThreadOrder, 'input' | 'secrets'>,
  scenarios: readonly Scenario[],
  { sharedMocks, resources, setup }: RunContext,
  refused: (problem: Problem) => void,
): MoreThreads {
  return {
    ...(input.threads === undefined ? {} : { most: input.threads }),
    start: (shared, measured) => {
      const mocks = sharedMocks?.variables ?? {}
      const read = { input, secrets, scenarios: digestOf(scenarios) }
      const given = [...(setup?.values() ?? [])].map(({ values, session }) => ({
        values: writeJson(values),
        cookies: cookiesOf(session).written,
      }))
      const order = { ...read, shared, mocks, given, tokens: tokensOf(resources).known }
      return startThread(order, { measured, refused })
    },
  }
}

function startThread(
  order: ThreadOrder,
  told: { measured(interval: Interval): void; refused(problem: Problem): void },
): LoadThread {
  const worker = new Worker(threadFile(), {
    ...{ argv: [threadWord], workerData: order },
    resourceLimits: { maxYoungGenerationSizeMb: newSpace },
  })
  let part: MeasuredPart | undefined
  const ready = new Promise<boolean>(resolve => {
    worker.on('message', (message: FromThread) => {
      if (message.type === 'ready') resolve(true)
      else if (message.type === 'measured') told.measured(message.interval)
      else if (message.type === 'refused') told.refused(message.problem)
      else part = JSON.parse(message.part) as MeasuredPart
    })
    worker.on('exit', () => {
      resolve(false)
    })
  })
  const ended = new Promise<MeasuredPart | undefined>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', () => {
      resolve(part)
    })
  })
  // It is looked at when all have ended; until then nobody waits for it.
  ended.catch(() => undefined)
  const tell = (message: ToThread): void => {
    worker.postMessage(message)
  }
  return {
    ...{ ready, ended },
    share: index => {
      tell({ type: 'share', index })
    },
    breakOff: hadTime => {
      tell({ type: 'break-off', hadTime })
    },
    insist: () => {
      tell({ type: 'insist' })
    },
    utilization: since => worker.performance.eventLoopUtilization(since),
  }
}

/** The outcome of the setup in the first thread, for the same plan in this one. */
export async function setupGiven(
  { setup = [] }: Pick<Plan, 'setup'>,
  given: ThreadOrder['given'],
): Promise<ReadonlyMap<Environment, SetupGiven>> {
  const all = new Map<Environment, SetupGiven>()
  for (const [index, planned] of setup.entries()) {
    const { values = '{}', cookies } = given[index] ?? {}
    const session = new RunResources()
    if (cookies !== undefined) await cookiesOf(session).read(cookies)
    const { environment } = planned.values
    all.set(environment, { planned, values: mapping(parseJson(values)), session })
  }
  return all
}

/** Names what scenarios are: how load is put on, and the suites. */
export function digestOf(scenarios: readonly Scenario[]): string {
  const read = scenarios.map(({ profile, suites }) => [
    profile,
    suites.map(({ loaded, rows }) => [
      loaded.suite,
      [...loaded.uses.values()].map(({ suite }) => suite),
      rows,
    ]),
  ])
  return createHash('sha256').update(JSON.stringify(read)).digest('hex')
}

/** Of the program its first file, which knows the thread by its word; of single modules that beside this one. */
function threadFile(): string {
  const [program = '', module = ''] = ['./start.cjs', './load-thread.js'].map(name =>
    fileURLToPath(new URL(name, import.meta.url)),
  )
  return existsSync(program) ? program : module
}
