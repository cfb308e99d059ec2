import { valueAt } from '../../util/read-values.ts'
import { placeholdersOf, templatesIn } from '../../template/placeholders-in.ts'
import { appliesTo } from '../applying-settings.ts'
import { everKnownNames } from '../known-names.ts'
import { NameCheck } from '../name-check.ts'
import type { Rule } from '../rule.ts'
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
  const columns = new Set([...facts.stepColumns.values()].flat())
  return new NameCheck(configuration, facts, ever).unknown(placeholders, [ever, columns])
}
