import { possibleVariables } from '../../template/member-path.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import type { JsonObject } from '../../model/json.ts'
import { property } from '../../util/read-values.ts'
import { setElsewhere } from '../known-names.ts'
import { problemAt, type Rule } from '../rule.ts'
import { anyName } from '../scripts/script-facts.ts'

/** No variable of the suite is made of itself. Names that something else may set as well are left to the run. */
export const finiteVariables: Rule = (parsed, facts) => {
  const { variables, secrets } = parsed.suite
  if (parsed.written.under('variables').length + parsed.written.under('secrets').length === 0) return []
  const values: JsonObject = { ...variables, ...secrets }
  const elsewhere = new Set([
    ...setElsewhere(parsed, facts),
    ...facts.columns,
    ...[...facts.stepColumns.values()].flat(),
  ])
  if (elsewhere.has(anyName)) return []
  const told = new Set<string>()
  return Object.keys(values).flatMap(name => {
    const circle = circleFrom(name, values, elsewhere)
    if (circle === undefined || told.has(name)) return []
    for (const member of circle) told.add(member)
    const part = Object.hasOwn(secrets, name) ? 'secrets' : 'variables'
    const message = `the variable "${name}" is made of itself: ${circle.join(' → ')}`
    const hint = 'Give one of them a value without the others.'
    return [problemAt(parsed.source, [part, name], 'bad-value', message, { hint })]
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
