import { possibleVariables } from '../../template/member-path.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import type { YamlSource } from '../../document/index.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { property } from '../../util/read-values.ts'
import { setElsewhere } from '../known-names.ts'
import { problemAt, type Rule } from '../rule.ts'
import { anyName } from '../scripts/script-facts.ts'

/** No variable of the suite is made of itself. Names that something else may set as well are left to the run. */
export const finiteVariables: Rule = (parsed, facts) => {
  const { variables, secrets } = parsed.suite
  if (parsed.written.under('variables').length + parsed.written.under('secrets').length === 0) return []
  const values: JsonObject = { ...variables, ...secrets }
  const shared = facts.outerOrigins?.shared ?? noNames
  const outerVariables = new Set([...facts.outerVariables].filter(name => !shared.has(name)))
  const elsewhere = new Set([
    ...setElsewhere(parsed, { ...facts, outerVariables }),
    ...facts.columns,
    ...[...facts.stepColumns.values()].flat(),
  ])
  if (elsewhere.has(anyName)) return []
  const placeOf = (name: string): DocumentPath => [
    Object.hasOwn(secrets, name) ? 'secrets' : 'variables',
    name,
  ]
  return circles(parsed.source, values, placeOf, elsewhere)
}

const noNames: ReadonlySet<string> = new Set()

/** The variables among these values that are made of themselves; those set elsewhere have another value. */
export function circles(
  source: YamlSource,
  values: JsonObject,
  placeOf: (name: string) => DocumentPath | undefined,
  elsewhere: ReadonlySet<string>,
): readonly Problem[] {
  const told = new Set<string>()
  return Object.keys(values).flatMap(name => {
    const place = placeOf(name)
    const circle = place === undefined ? undefined : circleFrom(name, values, elsewhere)
    if (place === undefined || circle === undefined || told.has(name)) return []
    for (const member of circle) told.add(member)
    const message = `the variable "${name}" is made of itself: ${circle.join(' → ')}`
    const hint =
      circle.length === 2
        ? 'Give it a value of its own, or make a variable of another name from it.'
        : 'Give one of them a value without the others.'
    return [problemAt(source, place, 'bad-value', message, { hint })]
  })
}

/** The names from `name` back to itself, if its value leads there: `[a, b, a]`. */
function circleFrom(
  name: string,
  values: JsonObject,
  elsewhere: ReadonlySet<string>,
): readonly string[] | undefined {
  const seen = new Set<string>()
  const follow = (from: string, chain: readonly string[]): readonly string[] | undefined => {
    const value = elsewhere.has(from) ? undefined : property(values, from)
    if (value === undefined || seen.has(from)) return undefined
    seen.add(from)
    for (const placeholder of placeholdersIn(value)) {
      const next = possibleVariables(placeholder.name).find(variable => Object.hasOwn(values, variable)) ?? ''
      const circle = next === name ? [...chain, name] : follow(next, [...chain, next])
      if (circle !== undefined) return circle
    }
    return undefined
  }
  return follow(name, [name])
}
