import path from 'node:path'
import { allSteps, type ServicesFacts } from '../check/rule.ts'
import { writtenIn } from '../check/written.ts'
import type { JsonObject } from '../model/json.ts'
import type { Step } from '../model/suite.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { holdsBraces } from '../template/holds-braces.ts'

/** Reads the services of the mocks of a suite. What reads them is loaded only when there are some. */
export async function gatherServices({
  suite,
}: Pick<ParsedSuite, 'suite'>): Promise<ReadonlyMap<string, ServicesFacts>> {
  const facts = new Map<string, ServicesFacts>()
  for (const { name, services } of suite.mocks) {
    if (services === undefined) continue
    const { servicesFacts } = await import('./services-facts.ts')
    facts.set(name, servicesFacts(services, path.dirname(suite.file)))
  }
  return facts
}

/** Reads what the messages are like that calls answer with, where a step says more of them than values, which may always differ. */
export async function gatherAnswers({
  source,
  suite,
}: ParsedSuite): Promise<ReadonlyMap<Step, JsonObject> | undefined> {
  if (!writtenIn(source).has(['proto', 'descriptor-set'])) return undefined
  const steps = allSteps({ suite }).filter(isTelling)
  if (steps.length === 0) return undefined
  const { answersOf } = await import('./services-facts.ts')
  return answersOf(steps, path.dirname(suite.file))
}

function isTelling({ action, input, validations }: Step): boolean {
  const { proto = null, 'descriptor-set': set = null, 'import-paths': folders = null } = input
  if (proto === null && set === null) return false
  return (
    !holdsBraces([input[action] ?? null, proto, set, folders]) &&
    validations.some(
      one =>
        'expectations' in one &&
        one.target.kind === 'json-path' &&
        one.expectations.some(({ operator }) => operator !== 'equals'),
    )
  )
}
