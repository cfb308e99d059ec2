import type { Action } from './action.ts'

/** Every action by its key in a step. A module is loaded when a suite first uses it. */
const modules = {
  request: () => import('./http/index.ts'),
  exec: () => import('./exec/index.ts'),
  pause: () => import('./pause/index.ts'),
  set: () => import('./set/index.ts'),
  use: () => import('./use/index.ts'),
} satisfies Readonly<Record<string, () => Promise<{ readonly action: Action }>>>

type ActionName = keyof typeof modules

/** The action keys, in the order the documentation lists them. */
export const actionNames = Object.keys(modules) as readonly ActionName[]

/** Loads an action by its key. Throws when there is none of that name, which checking a suite rules out. */
export async function loadAction(name: string): Promise<Action> {
  if (!isActionName(name)) throw new Error(`There is no action "${name}".`)
  return (await modules[name]()).action
}

function isActionName(name: string): name is ActionName {
  return Object.hasOwn(modules, name)
}
