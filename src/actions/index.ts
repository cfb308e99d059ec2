import type { JsonObject } from '../model/json.ts'
import type { Settings } from '../model/settings.ts'
import type { Step } from '../model/suite.ts'
import { lazyPart } from '../util/lazy-part.ts'
import { mapping, text, texts } from '../util/read-values.ts'
import type { Action } from './action.ts'
import { facts as amqp } from './amqp/facts.ts'
import { facts as calls, readCallsKey } from './calls/facts.ts'
import { facts as collect } from './collect/facts.ts'
import { facts as exec } from './exec/facts.ts'
import type { ActionFacts } from './facts.ts'
import { facts as grpc } from './grpc/facts.ts'
import { facts as request } from './http/facts.ts'
import { facts as kafka } from './kafka/facts.ts'
import { facts as sse } from './sse/facts.ts'
import { facts as wait } from './wait/facts.ts'
import { facts as websocket } from './websocket/facts.ts'

/** The facts of an action, and its module, which is loaded when a suite first uses it. */
interface ActionEntry {
  readonly facts: ActionFacts
  readonly part: () => { readonly action: Action }
}

/** Every action by its key in a step. */
const entries = {
  request: { facts: request, part: lazyPart(() => import('./http/index.ts')) },
  amqp: { facts: amqp, part: lazyPart(() => import('./amqp/index.ts')) },
  calls: { facts: calls, part: lazyPart(() => import('./calls/index.ts')) },
  collect: { facts: collect, part: lazyPart(() => import('./collect/index.ts')) },
  exec: { facts: exec, part: lazyPart(() => import('./exec/index.ts')) },
  grpc: { facts: grpc, part: lazyPart(() => import('./grpc/index.ts')) },
  kafka: { facts: kafka, part: lazyPart(() => import('./kafka/index.ts')) },
  pause: {
    facts: { pauses: true, bearsLoad: true, onlyPrepares: true, mayCallBack: true, acts: () => false },
    part: lazyPart(() => import('./pause/index.ts')),
  },
  reset: {
    facts: { resetsMocks: true, mayCallBack: true, onlyForReal: true, onlyPrepares: true, acts: () => false },
    part: lazyPart(() => import('./reset/index.ts')),
  },
  script: {
    facts: { bearsLoad: true, onlyPrepares: true, hidesExchange: true, holdsScript: true },
    part: lazyPart(() => import('./script/index.ts')),
  },
  set: {
    facts: { setsVariables: true, bearsLoad: true, mayCallBack: true, onlyPrepares: true, acts: () => false },
    part: lazyPart(() => import('./set/index.ts')),
  },
  steps: {
    facts: { runsSteps: true, bearsLoad: true, onlyPrepares: true, acts: () => false },
    part: lazyPart(() => import('./steps/index.ts')),
  },
  use: {
    facts: { runsSuite: true, bearsLoad: true, onlyPrepares: true },
    part: lazyPart(() => import('./use/index.ts')),
  },
  websocket: { facts: websocket, part: lazyPart(() => import('./websocket/index.ts')) },
  sse: { facts: sse, part: lazyPart(() => import('./sse/index.ts')) },
  wait: { facts: wait, part: lazyPart(() => import('./wait/index.ts')) },
} satisfies Readonly<Record<string, ActionEntry>>

type ActionName = keyof typeof entries

/** Asked for several times by every step of a run. */
const known: ReadonlyMap<string, ActionEntry> = new Map(Object.entries(entries))

/** The action keys, in the order in which problems name them. */
export const actionNames = Object.keys(entries) as readonly ActionName[]

/** The action of scripts, pacts and API descriptions, and of a step of other tools that names none: a request over HTTP. */
export const plainRequest: ActionName = 'request'

/** How long a wait for messages may take: five minutes. */
export const longestWait = 300_000

/**
 * An action by its key. Throws when there is none of that name, which checking a suite rules out. To be called inside of
 * `whenLoaded`.
 */
export function actionOf(name: string): Action {
  const entry = known.get(name)
  if (entry === undefined) throw new Error(`There is no action "${name}".`)
  return entry.part().action
}

const noFacts: ActionFacts = {}

/** Returns the facts of an action; empty ones for one that there is not. */
export function factsOf(name: string): ActionFacts {
  return known.get(name)?.facts ?? noFacts
}

/** The settings that belong to an action. */
export function settingsFor(name: string, settings: Settings): Settings {
  const { sendsRequests, withoutCredentials } = factsOf(name)
  if (sendsRequests !== true) return noSettings
  const { auth: _, ...others } = settings
  return withoutCredentials === true ? others : settings
}

const noSettings: Settings = {}

/** The suite that a step runs, as it is written. */
export function suiteRunBy({ action, input }: Pick<Step, 'action' | 'input'>): string | undefined {
  return factsOf(action).runsSuite === true ? text(input[action]) : undefined
}

/** True where the suite that a step runs does so one time for all of a run. */
export function isOnce({ action, input }: Pick<Step, 'action' | 'input'>): boolean {
  return input['once'] === true && factsOf(action).runsSuite === true
}

/** True where a step leaves nothing but its extracts of all that the suite extracted which it runs. */
export function leavesOnlyExtracts(step: Pick<Step, 'action' | 'input' | 'extracts'>): boolean {
  return step.extracts.length > 0 && isOnce(step)
}

/** The mock whose calls a step reads, and the route if it reads only those of one, as they are written. */
export function callsReadBy({
  action,
  input,
}: Pick<Step, 'action' | 'input'>): ReturnType<typeof readCallsKey> | undefined {
  const written = factsOf(action).readsCalls === true ? text(input[action]) : undefined
  return written === undefined ? undefined : readCallsKey(written)
}

/** The mocks that a step resets, as they are written. */
export function mocksResetBy({ action, input }: Pick<Step, 'action' | 'input'>): readonly string[] {
  return factsOf(action).resetsMocks === true ? texts([input[action] ?? []].flat()) : []
}

/** The variables that a step sets by its action, as they are written. */
export function variablesSetBy({ action, input }: Pick<Step, 'action' | 'input'>): JsonObject {
  return factsOf(action).setsVariables === true ? mapping(input[action]) : {}
}
