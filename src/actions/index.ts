import type { Action } from './action.ts'

/** What is known of an action before it is loaded. */
interface ActionEntry {
  /** Its module, loaded when a suite first uses it. */
  readonly load: () => Promise<{ readonly action: Action }>
  /** Whether it asks a server: then headers and credentials of the settings belong to it, and it counts as a request. */
  readonly sendsRequests?: boolean
}

/** Every action by its key in a step. */
const entries = {
  request: { load: () => import('./http/index.ts'), sendsRequests: true },
  exec: { load: () => import('./exec/index.ts') },
  pause: { load: () => import('./pause/index.ts') },
  set: { load: () => import('./set/index.ts') },
  use: { load: () => import('./use/index.ts') },
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

function isActionName(name: string): name is ActionName {
  return Object.hasOwn(entries, name)
}
