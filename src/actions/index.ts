import type { Settings } from '../model/settings.ts'
import type { Action } from './action.ts'

/** What is known of an action before it is loaded. */
interface ActionEntry {
  /** Its module, loaded when a suite first uses it. */
  readonly load: () => Promise<{ readonly action: Action }>
  /** Whether it asks a server: then headers and credentials of the settings belong to it, and it counts as a request. */
  readonly sendsRequests?: boolean
  /** Whether credentials of the settings are left out, because it is asked before there are any. */
  readonly withoutCredentials?: boolean
  /** Milliseconds an attempt may take unless the step says otherwise, where that is not what requests may take. */
  readonly timeout?: number
  /** Whether it waits for messages: then no attempt takes longer than `longestWait`. */
  readonly waits?: boolean
}

/** How long a wait for messages may take: five minutes. */
export const longestWait = 300_000

/** How long services may take to come up, unless another time is given: two minutes. */
export const healthTimeout = 120_000

/** Every action by its key in a step. */
const entries = {
  request: { load: () => import('./http/index.ts'), sendsRequests: true },
  amqp: { load: () => import('./amqp/index.ts'), sendsRequests: true, withoutCredentials: true, waits: true },
  collect: { load: () => import('./collect/index.ts'), waits: true },
  exec: { load: () => import('./exec/index.ts') },
  grpc: { load: () => import('./grpc/index.ts'), sendsRequests: true, waits: true },
  kafka: {
    load: () => import('./kafka/index.ts'),
    sendsRequests: true,
    withoutCredentials: true,
    waits: true,
  },
  pause: { load: () => import('./pause/index.ts') },
  script: { load: () => import('./script/index.ts') },
  set: { load: () => import('./set/index.ts') },
  use: { load: () => import('./use/index.ts') },
  sse: { load: () => import('./sse/index.ts'), sendsRequests: true, waits: true },
  websocket: { load: () => import('./websocket/index.ts'), sendsRequests: true, waits: true },
  wait: {
    load: () => import('./wait/index.ts'),
    sendsRequests: true,
    withoutCredentials: true,
    timeout: healthTimeout,
  },
} satisfies Readonly<Record<string, ActionEntry>>

type ActionName = keyof typeof entries

/** The action keys, in the order the documentation lists them. */
export const actionNames = Object.keys(entries) as readonly ActionName[]

/** Loads an action by its key. Throws when there is none of that name, which checking a suite rules out. */
export async function loadAction(name: string): Promise<Action> {
  if (!isActionName(name)) throw new Error(`There is no action "${name}".`)
  return (await entries[name].load()).action
}

/** Whether an action asks a server. */
export function sendsRequests(name: string): boolean {
  const entry: ActionEntry | undefined = isActionName(name) ? entries[name] : undefined
  return entry?.sendsRequests === true
}

/** The settings that belong to an action. */
export function settingsFor(name: string, settings: Settings): Settings {
  const entry: ActionEntry | undefined = isActionName(name) ? entries[name] : undefined
  if (entry?.sendsRequests !== true) return {}
  const { auth: _, ...others } = settings
  return entry.withoutCredentials === true ? others : settings
}

/** Milliseconds an attempt may take by the action's own rule, if it has one. */
export function timeLimitOf(name: string): number | undefined {
  const entry: ActionEntry | undefined = isActionName(name) ? entries[name] : undefined
  return entry?.timeout
}

/** Whether an action waits for messages. */
export function waitsForMessages(name: string): boolean {
  const entry: ActionEntry | undefined = isActionName(name) ? entries[name] : undefined
  return entry?.waits === true
}

function isActionName(name: string): name is ActionName {
  return Object.hasOwn(entries, name)
}
