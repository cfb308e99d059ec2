import type { JsonObject } from '../model/json.ts'
import type { Settings } from '../model/settings.ts'
import type { Step } from '../model/suite.ts'
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

/** What is known of an action, and its module, which is loaded when a suite first uses it. */
interface ActionEntry {
  readonly facts: ActionFacts
  load(): Promise<{ readonly action: Action }>
}

/** Every action by its key in a step. */
const entries = {
  request: { facts: request, load: () => import('./http/index.ts') },
  amqp: { facts: amqp, load: () => import('./amqp/index.ts') },
  calls: { facts: calls, load: () => import('./calls/index.ts') },
  collect: { facts: collect, load: () => import('./collect/index.ts') },
  exec: { facts: exec, load: () => import('./exec/index.ts') },
  grpc: { facts: grpc, load: () => import('./grpc/index.ts') },
  kafka: { facts: kafka, load: () => import('./kafka/index.ts') },
  pause: {
    facts: { onlyPrepares: true, mayCallBack: true, acts: () => false },
    load: () => import('./pause/index.ts'),
  },
  reset: {
    facts: { resetsMocks: true, mayCallBack: true, onlyForReal: true, onlyPrepares: true, acts: () => false },
    load: () => import('./reset/index.ts'),
  },
  script: { facts: { onlyPrepares: true, hidesExchange: true }, load: () => import('./script/index.ts') },
  set: {
    facts: { setsVariables: true, mayCallBack: true, onlyPrepares: true, acts: () => false },
    load: () => import('./set/index.ts'),
  },
  use: { facts: { runsSuite: true, onlyPrepares: true }, load: () => import('./use/index.ts') },
  websocket: { facts: websocket, load: () => import('./websocket/index.ts') },
  sse: { facts: sse, load: () => import('./sse/index.ts') },
  wait: { facts: wait, load: () => import('./wait/index.ts') },
} satisfies Readonly<Record<string, ActionEntry>>

type ActionName = keyof typeof entries

/** The action keys, in the order in which problems name them. */
export const actionNames = Object.keys(entries) as readonly ActionName[]

/** The action of scripts, pacts and API descriptions, and of a step of other tools that names none: a request over HTTP. */
export const plainRequest: ActionName = 'request'

/** How long a wait for messages may take: five minutes. */
export const longestWait = 300_000

/** Loads an action by its key. Throws when there is none of that name, which checking a suite rules out. */
export async function loadAction(name: string): Promise<Action> {
  if (!isActionName(name)) throw new Error(`There is no action "${name}".`)
  return (await entries[name].load()).action
}

/** What is known of an action; nothing of one that there is not. */
export function factsOf(name: string): ActionFacts {
  return isActionName(name) ? entries[name].facts : {}
}

/** The settings that belong to an action. */
export function settingsFor(name: string, settings: Settings): Settings {
  const { sendsRequests, withoutCredentials } = factsOf(name)
  if (sendsRequests !== true) return {}
  const { auth: _, ...others } = settings
  return withoutCredentials === true ? others : settings
}

/** The suite that a step runs, as it is written. */
export function suiteRunBy({ action, input }: Pick<Step, 'action' | 'input'>): string | undefined {
  return factsOf(action).runsSuite === true ? text(input[action]) : undefined
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

function isActionName(name: string): name is ActionName {
  return Object.hasOwn(entries, name)
}
