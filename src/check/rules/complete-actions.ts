import type { ActionFacts } from '../../actions/facts.ts'
import { factsOf } from '../../actions/index.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import type { YamlSource } from '../../document/index.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** A step has all that its action needs, and nothing that what it does has no use for. */
export const completeActions: Rule = ({ source, ...parsed }) =>
  allSteps(parsed)
    .filter(
      ({ action, input, safe }) =>
        isParticular(factsOf(action)) || input['none'] !== undefined || safe === true,
    )
    .flatMap(step => [
      ...safeForOthers(source, step),
      ...missingKeys(source, step),
      ...keysOfOtherMode(source, step),
      ...excludedKeys(source, step),
      ...countOfNone(source, step),
    ])

/** True where an action minds which keys are there together. */
function isParticular({ needs, modes, excludes }: ActionFacts): boolean {
  return (needs ?? modes ?? excludes) !== undefined
}

/** Refuses to say of steps of others that they change nothing: each says it of itself. */
function safeForOthers(source: YamlSource, { action, safe, path }: Step): readonly Problem[] {
  const { runsSuite, runsSteps } = factsOf(action)
  if (safe !== true || (runsSuite ?? runsSteps) !== true) return []
  const message = `"safe" says nothing of the steps that "${action}" runs`
  const hint = 'Write `safe: true` on the step itself that changes no data.'
  return [problemAt(source, [...path, 'safe'], 'misplaced-key', message, { hint, atKey: true })]
}

function missingKeys(source: YamlSource, { action, input, path }: Step): readonly Problem[] {
  const { needs = [] } = factsOf(action)
  return needs
    .filter(({ key }) => !has(input, key))
    .filter(({ beside, unless }) => isThere(input, beside) !== false && isThere(input, unless) !== true)
    .map(({ key, beside: owner = action }) =>
      problemAt(source, [...path, owner], 'missing-key', `"${owner}" needs the key "${key}"`, {
        atKey: true,
      }),
    )
}

function keysOfOtherMode(source: YamlSource, { action, input, path }: Step): readonly Problem[] {
  const { modes = {} } = factsOf(action)
  const mode = input[action]
  if (typeof mode !== 'string' || !Object.hasOwn(modes, mode)) return []
  return Object.entries(modes)
    .filter(([other]) => other !== mode)
    .flatMap(([other, keys]) =>
      keys
        .filter(key => has(input, key))
        .map(key => {
          const message = `"${key}" belongs to "${action}: ${other}", not to "${action}: ${mode}"`
          return problemAt(source, [...path, key], 'misplaced-key', message, { atKey: true })
        }),
    )
}

function excludedKeys(source: YamlSource, { action, input, path }: Step): readonly Problem[] {
  const { excludes = [] } = factsOf(action)
  return excludes
    .filter(({ keys }) => keys.every(key => has(input, key)))
    .map(({ keys: [one, other], why }) =>
      problemAt(source, [...path, other], 'misplaced-key', `${why}: "${one}" and "${other}" are two`, {
        hint: 'Keep one of them.',
        atKey: true,
      }),
    )
}

function countOfNone(source: YamlSource, { input, path }: Step): readonly Problem[] {
  if (input['none'] !== true || !has(input, 'count')) return []
  const message = 'a step waits for messages, or that none comes: "none" and "count" are two'
  return [
    problemAt(source, [...path, 'count'], 'misplaced-key', message, {
      hint: 'Keep one of them.',
      atKey: true,
    }),
  ]
}

function has(input: JsonObject, key: string): boolean {
  return Object.hasOwn(input, key)
}

/** True where there is a key; undefined where none is named. */
function isThere(input: JsonObject, key: string | undefined): boolean | undefined {
  return key === undefined ? undefined : has(input, key)
}
