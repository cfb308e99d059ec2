import { actionNames, factsOf, plainRequest } from '../../actions/index.ts'
import { actionKeys } from '../../generated/language.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { actionOf, groupKey } from '../../parse/build-step.ts'
import { nearMiss } from '../../util/did-you-mean.ts'
import { mapping } from '../../util/read-values.ts'
import type { YamlSource } from '../../document/index.ts'
import { problemAt, type Rule } from '../rule.ts'
import { eachWrittenStep } from '../written-steps.ts'

/** A step has exactly one action key, and only companions of that action beside it. */
export const oneAction: Rule = ({ source }) => {
  const document = mapping(source.value)
  const problems: Problem[] = []
  const look = (step: JsonObject, path: DocumentPath): void => {
    if (!isSound(step)) problems.push(...keyProblems(source, Object.keys(step), path))
  }
  for (const phase of ['steps', 'after']) eachWrittenStep(document[phase], [phase], look)
  return problems
}

/** The keys that hold what some action sends. */
const bodyKeys = new Set(actionNames.flatMap(name => factsOf(name).bodyKeys ?? []))

/** True where there is an action, nothing of another, and at most one body: of the steps of a suite, nearly all. */
function isSound(step: JsonObject): boolean {
  const others = foreign.get(actionOf(step))
  if (others === undefined) return false
  let bodies = 0
  for (const key in step) {
    if (others.has(key)) return false
    if (bodyKeys.has(key)) bodies++
  }
  return bodies <= 1
}

function keyProblems(source: YamlSource, keys: readonly string[], path: DocumentPath): readonly Problem[] {
  const actions = keys.filter(isAction)
  const [action, ...others] = actions
  // A slip of the finger is told as an unknown key; `scripts` is none for all that it is near to `script`.
  if (
    action === undefined &&
    keys.some(key => !companions.has(key) && nearMiss(key, actionNames) !== undefined)
  )
    return []
  if (action === undefined)
    return [
      problemAt(source, path, 'action-key', 'this step does nothing: it has no action key', {
        hint: `Give it one of ${Object.keys(actionKeys).join(', ')}.`,
      }),
    ]
  if (others.length > 0)
    return others.map(other =>
      problemAt(
        source,
        [...path, other],
        'action-key',
        `a step has one action: "${action}" and "${other}" are two`,
        {
          hint: 'Make them two steps.',
          atKey: true,
        },
      ),
    )
  return [...misplacedKeys(source, keys, action, path), ...severalBodies(source, keys, action, path)]
}

/** Every key that stands beside some action. */
const companions = new Set(Object.values(actionKeys).flat())

function isAction(key: string): boolean {
  return Object.hasOwn(actionKeys, key)
}

/** Keys of every step that would do nothing at an action. */
function idleKeys(action: string): readonly string[] {
  if (action === groupKey) return ['timeout', 'provider-state', 'data']
  const { pauses, runsSuite } = factsOf(action)
  return pauses === true || runsSuite === true ? ['timeout'] : []
}

/** By action, the keys that stand beside others only. */
const foreign = new Map<string | undefined, ReadonlySet<string>>(
  Object.entries(actionKeys).map(([action, own]) => [
    action,
    new Set([
      ...[...companions].filter(key => !own.includes(key) || (isAction(key) && key !== action)),
      ...idleKeys(action),
    ]),
  ]),
)

/** The actions that a key belongs to, in words; of a key that requests share with others, requests. */
function ownersOf(key: string): string {
  const owners = Object.keys(actionKeys).filter(action => actionKeys[action]?.includes(key) === true)
  return owners.includes(plainRequest) ? `"${plainRequest}"` : owners.map(owner => `"${owner}"`).join(', ')
}

function misplacedKeys(
  source: YamlSource,
  keys: readonly string[],
  action: string,
  path: DocumentPath,
): readonly Problem[] {
  const own = actionKeys[action] ?? []
  const idle = idleKeys(action)
  const misplaced = keys
    .filter(key => idle.includes(key))
    .map(key => {
      const has = action === groupKey ? 'a group has' : `"${action}" has`
      const hint =
        key === 'data'
          ? 'Write `for-each: { row: [...] }` with the same rows: the steps in it have {{row.NAME}}.'
          : factsOf(action).pauses === true
            ? 'It takes as long as it says itself.'
            : `Write it at the steps in it${action === groupKey ? '' : ', or under the `settings` of that suite'}.`
      const message = `${has} no "${key}" of its own`
      return problemAt(source, [...path, key], 'misplaced-key', message, { atKey: true, hint })
    })
  const foreignKeys = keys
    .filter(key => companions.has(key) && !own.includes(key))
    .map(key =>
      problemAt(
        source,
        [...path, key],
        'misplaced-key',
        `"${key}" belongs to ${ownersOf(key)}, not to "${action}"`,
        {
          atKey: true,
          ...(key === 'once' ? { hint: 'Put the step into a suite of its own, and `use` that once.' } : {}),
        },
      ),
    )
  return [...misplaced, ...foreignKeys]
}

function severalBodies(
  source: YamlSource,
  keys: readonly string[],
  action: string,
  path: DocumentPath,
): readonly Problem[] {
  const [first, ...others] = keys.filter(key => bodyKeys.has(key))
  const isMessage = factsOf(action).sendsMessage === true
  const what = isMessage ? 'a message has one content' : 'a request has one body'
  return others.map(other =>
    problemAt(
      source,
      [...path, other],
      'misplaced-key',
      `${what}: "${String(first)}" and "${other}" are two`,
      {
        hint: isMessage ? 'Keep one of them.' : 'Parts of several kinds go into `multipart`.',
        atKey: true,
      },
    ),
  )
}
