import type { JsonValue } from '../../model/json.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { mapping } from '../../util/read-values.ts'
import type { Facts } from '../rule.ts'

/** True where an answer always comes from where the step asks: no redirect is followed, and no script writes another URL. */
export function staysWhereAsked(
  step: Step,
  { suite }: ParsedSuite,
  { configuration, scripts }: Facts,
): boolean {
  const shared: JsonValue | undefined = mapping(mapping(configuration?.value)['settings'])['follow-redirects']
  const [own, ofSuite] = [step.transport, suite.settings.transport].map(one => one?.['follow-redirects'])
  return scripts === undefined && (own ?? ofSuite ?? shared ?? false) === false
}
