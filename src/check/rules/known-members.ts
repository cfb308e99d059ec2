import type { JsonValue } from '../../model/json.ts'
import { hasFunctions } from '../../template/functions/pipeline.ts'
import { memberOf, memberPaths, possibleVariables } from '../../template/member-path.ts'
import { hasBraces, type Template } from '../../template/template.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { setElsewhere } from '../known-names.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'
import { anyName } from '../scripts/script-facts.ts'
import { defined } from '../../util/defined.ts'

/** `{{user.email}}` names a member that the variable has, where the suite alone says what is in it. */
export const knownMembers: Rule = (parsed, facts) => {
  const { variables, secrets } = parsed.suite
  if (!parsed.written.templates.some(holdsMember)) return []
  const values = { ...variables, ...secrets }
  const columns = [...facts.columns, ...[...facts.stepColumns.values()].flat()]
  const steps = allSteps(parsed).filter(step => step.when.length === 0)
  const placeholders = [
    ...['variables', 'secrets', 'settings'].flatMap(key => parsed.written.under(key)),
    ...steps.flatMap(step => parsed.written.filledIn(step)),
  ]
  const ofMembers = placeholders.flatMap(({ name, path, hasDefault }) => {
    if (Object.hasOwn(values, name) || hasDefault === true || hasFunctions(name)) return []
    const member = memberPaths(name).find(({ variable }) => Object.hasOwn(values, variable))
    return member === undefined ? [] : [{ ...member, name, path, value: values[member.variable] ?? null }]
  })
  if (ofMembers.length === 0) return []
  const elsewhere = new Set<string | undefined>([...setElsewhere(parsed, facts), ...columns])
  if (elsewhere.has(anyName)) return []
  return ofMembers.flatMap(({ name, path, variable, keys, value }) => {
    if (possibleVariables(name).some(possible => elsewhere.has(possible))) return []
    const missing = missingMember(value, keys)
    if (missing === undefined) return []
    const message = `the variable "${variable}" has nothing at "${name}"`
    return [problemAt(parsed.source, path, 'unknown-variable', message, missing)]
  })
}

/** True where a placeholder could name a member at all. */
function holdsMember({ parts }: Template): boolean {
  return parts.some(part => typeof part === 'object' && /[.\]]/.test(part.name))
}

/** That the keys lead nowhere, with what may have been meant; nothing when they lead somewhere, or only the run can tell. */
function missingMember(value: JsonValue, keys: readonly (string | number)[]): { hint?: string } | undefined {
  let inside = value
  for (const key of keys) {
    if (typeof inside === 'string' && hasBraces(inside)) return undefined
    const member = memberOf(inside, key)
    if (member === undefined) {
      const keys = typeof key === 'string' && typeof inside === 'object' ? Object.keys(inside ?? {}) : []
      return defined({ hint: didYouMean(String(key), keys) })
    }
    inside = member
  }
  return undefined
}
