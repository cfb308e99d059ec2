import path from 'node:path'
import type { ServicesFacts } from '../check/rule.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'

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
