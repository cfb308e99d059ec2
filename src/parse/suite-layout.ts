import type { Layout } from '../document/index.ts'
import { actionKeys, stepKeyOrder, suiteKeyOrder } from '../generated/language.ts'
import type { JsonObject } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import { actionOf } from './build-step.ts'

/** How a suite is laid out: the keys of the file and of its steps in the order of the schema, steps with empty lines between. */
export const suiteLayout: Layout = {
  rankKeys(path, keys) {
    if (isStep(path)) return ranksOf(keys, stepOrder(keys))
    return path.length === 0 && keys.includes('steps') ? ranksOf(keys, suiteKeyOrder) : undefined
  },
  isSpaced: path => isSteps(path) && path.at(-1) !== 'then',
  standsApart: path => path.length === 1 && path[0] === 'after',
}

/** A suite, or a step of one, with its keys in the order in which they are written. */
export function withKeysInOrder(written: JsonObject, path: DocumentPath): JsonObject {
  const ranks = suiteLayout.rankKeys(path, Object.keys(written)) ?? []
  const ranked = Object.entries(written).map((entry, index) => ({ entry, rank: ranks[index] ?? 0 }))
  ranked.sort((left, right) => left.rank - right.rank)
  return Object.fromEntries(ranked.map(({ entry }) => entry))
}

function stepOrder(keys: readonly string[]): readonly string[] {
  const action = actionOf(Object.fromEntries(keys.map(key => [key, null]))) ?? ''
  const { before, after } = stepKeyOrder
  return [...before, ...(actionKeys[action] ?? []).filter(key => !after.includes(key)), ...after]
}

/** A key that nobody knows stays behind the one before it. */
function ranksOf(keys: readonly string[], order: readonly string[]): readonly number[] {
  let rank = -1
  return keys.map(key => {
    const known = order.indexOf(key)
    if (known !== -1) rank = known
    return rank
  })
}

function isStep(path: DocumentPath): boolean {
  return typeof path.at(-1) === 'number' && isSteps(path.slice(0, -1))
}

/** True where a list is one of steps: of the file, of a group, or of what a mock does after an answer. */
function isSteps(path: DocumentPath): boolean {
  const key = path.at(-1)
  if (key === 'then') return path[0] === 'mocks'
  if (path.length === 1) return key === 'steps' || key === 'after'
  return key === 'steps' && isStep(path.slice(0, -1))
}
