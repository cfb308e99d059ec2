import type { JsonValue } from '../../model/json.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { holdsBraces } from '../../template/holds-braces.ts'
import { possibleVariables } from '../../template/member-path.ts'
import { type PlacedPlaceholder, placeholdersIn, placeholdersOf } from '../../template/placeholders-in.ts'
import type { Facts } from '../rule.ts'
import { writtenIn } from '../written.ts'

/** The keys under which something is asked for, and nothing is sent. */
const asking: ReadonlySet<string | number> = new Set(['validations', 'when', 'unless'])

/**
 * The variables with placeholders that are named in validations and conditions alone: what is made anew for one of them
 * is sent nowhere, so that no answer has it. None where suites or scripts that are run may send it.
 */
export function unsentVariables({ suite, source }: ParsedSuite, facts: Facts): ReadonlySet<string> {
  const filledIn = Object.keys(suite.variables).filter(name => holdsBraces(suite.variables[name] ?? null))
  if (filledIn.length === 0 || facts.uses.size > 0 || facts.scripts !== undefined) return new Set()
  const outside = writtenIn(source).templates.filter(
    ({ path }) => path[0] !== 'variables' && !path.some(key => asking.has(key)),
  )
  const shared = placeholdersIn((facts.configuration?.value ?? null) as JsonValue)
  const sent = new Set<string>()
  const send = (placeholders: readonly PlacedPlaceholder[]): void => {
    for (const name of placeholders.flatMap(one => possibleVariables(one.name))) {
      if (sent.has(name)) continue
      sent.add(name)
      send(placeholdersIn(Object.hasOwn(suite.variables, name) ? (suite.variables[name] ?? null) : null))
    }
  }
  send([...outside.flatMap(placeholdersOf), ...shared])
  return new Set(filledIn.filter(name => !sent.has(name)))
}
