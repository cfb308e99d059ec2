import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { list, text } from '../../../util/read-values.ts'

/** A suite of which one expectation is turned into what does not hold. */
export interface Mutant {
  readonly suite: JsonObject
  /** The step whose expectation it is. */
  readonly step: string
  /** True where later steps may need what the step extracts. */
  readonly leavesVariables: boolean
  /** `The first of them: $.id equals` */
  readonly what: string
}

type Operation = readonly [operator: string, value: JsonValue]

/** The opposite of each operation: it does not hold where the operation does. */
const opposites: Readonly<Record<string, (value: JsonValue) => Operation>> = {
  equals: value => ['not-equals', value],
  'not-equals': value => ['equals', value],
  contains: value => ['not-contains', value],
  'not-contains': value => ['contains', value],
  'greater-than': value => ['at-most', value],
  'at-most': value => ['greater-than', value],
  'less-than': value => ['at-least', value],
  'at-least': value => ['less-than', value],
  exists: value => ['exists', value !== true],
  missing: value => ['missing', value !== true],
  'one-of': value => ['not-one-of', value],
  'not-one-of': value => ['one-of', value],
  any: value => ['none', value],
  none: value => ['any', value],
  each: () => ['each', { 'has-type': 'null' }],
  'has-type': value => ['has-type', value === 'boolean' ? 'null' : 'boolean'],
  'has-length': () => ['has-length', 12_345],
  'matches-regex': () => ['matches-regex', '^never$'],
  within: () => ['equals', -12_345],
  'not-matches-regex': value => ['matches-regex', value],
  'starts-with': () => ['starts-with', 'never'],
  'ends-with': () => ['ends-with', 'never'],
  matches: () => ['matches', { never: 1 }],
}

/** No more of one operator than this. */
const mostOfOne = 2

/** Suites that do not wait long. */
const slow = new Set(['failures', 'files', 'reset'])

/** Suites with one broken expectation each, over all operators that the suites have; called `Mutant 0` and so on. */
export function mutantsOf(suites: Readonly<Record<string, JsonObject>>): readonly Mutant[] {
  const counts = new Map<string, number>()
  const all = Object.entries(suites).flatMap(([name, suite]) => (slow.has(name) ? [] : mutantsIn(suite)))
  return all
    .filter(({ operator }) => {
      const count = (counts.get(operator) ?? 0) + 1
      counts.set(operator, count)
      return count <= mostOfOne
    })
    .map(({ mutant }, index) => ({ ...mutant, suite: { ...mutant.suite, suite: `Mutant ${index}` } }))
}

interface Found {
  readonly operator: string
  readonly mutant: Mutant
}

function mutantsIn(suite: JsonObject): readonly Found[] {
  const steps = list(suite['steps']) as readonly JsonObject[]
  return steps.flatMap((step, at) => {
    const name = text(step['name'])
    if (
      name === undefined ||
      name.includes('{{') ||
      step['retry'] !== undefined ||
      // Left out of what is written.
      step['path-as-is'] !== undefined ||
      step['data'] !== undefined
    )
      return []
    const validations = list(step['validations']) as readonly JsonObject[]
    return validations.flatMap((validation, index) =>
      brokenOf(validation).map(({ operator, subject, broken }) => {
        const changed = { ...step, validations: validations.with(index, broken) }
        return {
          operator,
          mutant: {
            suite: { ...suite, steps: steps.with(at, changed) },
            step: name,
            leavesVariables: step['extracts'] !== undefined,
            what: `${name}: ${subject} ${operator}`,
          },
        }
      }),
    )
  })
}

interface Broken {
  readonly operator: string
  readonly subject: string
  readonly broken: JsonObject
}

/** The targets that tests do not look at, or not always alike. */
const unsaid = /^(?:time|schema|snapshot|url|size|sha256|file|cookie|certificate|xpath|trailer)\b|\.\./

/** A validation with each of its expectations broken in turn; none of one that holds only for some answers. */
function brokenOf(validation: JsonObject): readonly Broken[] {
  if (validation['when'] !== undefined || validation['unless'] !== undefined) return []
  return Object.entries(validation).flatMap(([subject, expected]) => {
    const operations = isObject(expected) ? expected : { equals: expected }
    return Object.entries(operations).flatMap(([operator, value]) => {
      const opposite = opposites[operator]?.(value)
      // An equality within a tolerance is broken by that tolerance.
      const isNear = operator === 'equals' && operations['within'] !== undefined
      if (opposite === undefined || isNear || unsaid.test(subject)) return []
      const { [operator]: _, ...others } = operations
      return [
        {
          operator,
          subject,
          broken: { ...validation, [subject]: { ...others, [opposite[0]]: opposite[1] } },
        },
      ]
    })
  })
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
