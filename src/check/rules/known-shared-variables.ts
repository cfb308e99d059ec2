import { factsOf } from '../../actions/index.ts'
import type { Problem } from '../../model/problem.ts'
import { valueAt } from '../../util/read-values.ts'
import { placeholdersOf, templatesIn } from '../../template/placeholders-in.ts'
import { appliesTo, takesCredentials } from '../applying-settings.ts'
import { everKnownNames, namesFrom, outsideNames } from '../known-names.ts'
import { NameCheck } from '../name-check.ts'
import { type CheckedSuite, type Facts, problemAt, type Rule } from '../rule.ts'
import { anyName } from '../scripts/script-facts.ts'
import { mayBeFilledIn } from '../written.ts'

/**
 * Every `{{name}}` in the settings of the configuration that a suite's requests are sent with has a value in that suite,
 * at some point: its steps may extract a token for all of them.
 */
export const knownSharedVariables: Rule = (parsed, facts) => {
  const { configuration } = facts
  const settings = configuration === undefined ? undefined : valueAt(configuration.value, ['settings'])
  if (configuration === undefined || settings === undefined) return []
  const placeholders = templatesIn(settings, ['settings'])
    .filter(({ path }) => mayBeFilledIn(configuration.value, path))
    .flatMap(template => [...placeholdersOf(template)])
    .filter(({ path: [, key, name] }) => appliesTo(parsed, String(key), String(name)))
  if (placeholders.length === 0) return []
  const ever = everKnownNames(parsed, facts)
  const first = firstSent(parsed)
  const columns = new Set([...facts.stepColumns.values()].flat())
  const ofAuth = placeholders.filter(({ path: [, key] }) => key === 'auth')
  return [
    ...new NameCheck(configuration, facts, ever).unknown(placeholders, [ever, columns]),
    ...(first === undefined
      ? []
      : tooLate(parsed, first, ofAuth, { ever, early: namesBefore(parsed, first, facts), columns })),
  ]
}

/** The index of the first step that is sent with the credentials of the settings; undefined where what is known then cannot be told. */
function firstSent({ suite: { steps, settings } }: CheckedSuite): number | undefined {
  const at = steps.findIndex(step => factsOf(step.action).sendsRequests === true && takesCredentials(step))
  const isTold = [settings, ...steps.slice(0, at + 1)].every(({ scripts }) => scripts === undefined)
  return at >= 0 && isTold && settings.auth === undefined ? at : undefined
}

/** The names that are known when a step is sent. */
function namesBefore(parsed: CheckedSuite, at: number, facts: Facts): ReadonlySet<string> {
  const { steps } = parsed.suite
  return new Set([
    ...outsideNames(parsed, facts),
    ...steps.slice(0, at).flatMap(step => namesFrom(parsed, step, facts)),
    ...Object.keys(steps[at]?.variables ?? {}),
  ])
}

interface KnownNames {
  readonly ever: ReadonlySet<string>
  readonly early: ReadonlySet<string>
  readonly columns: ReadonlySet<string>
}

/** A name that only this request, or one behind it, gives is no credential of it. */
function tooLate(
  parsed: CheckedSuite,
  at: number,
  placeholders: readonly { readonly name: string }[],
  { ever, early, columns }: KnownNames,
): readonly Problem[] {
  const late = placeholders.find(({ name }) => ever.has(name) && !early.has(name) && !columns.has(name))
  if (late === undefined || ever.has(anyName)) return []
  const message = `this is sent with the auth of the configuration, and nothing has set its "{{${late.name}}}" yet`
  const hint = 'A step that signs in says `auth: none`.'
  return [problemAt(parsed.source, ['steps', at], 'unknown-variable', message, { name: late.name, hint })]
}
