import { existsSync } from 'node:fs'
import path from 'node:path'
import { allSteps, type SpecFacts } from '../check/rule.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'

/** Reads the API descriptions that a suite's validations and mocks name. What reads them is loaded only when there is one. */
export async function gatherSpecs(parsed: ParsedSuite): Promise<ReadonlyMap<string, SpecFacts>> {
  const folder = path.dirname(parsed.suite.file)
  const files = new Set([
    ...parsed.suite.mocks.flatMap(({ spec }) => (spec === undefined ? [] : [path.resolve(folder, spec)])),
    ...allSteps(parsed).flatMap(({ validations, retry }) =>
      [...validations, ...(retry?.stopWhen ?? [])].flatMap(validation =>
        'spec' in validation && !validation.spec.includes('{{')
          ? [path.resolve(folder, validation.spec)]
          : [],
      ),
    ),
  ])
  const facts = new Map<string, SpecFacts>()
  for (const file of files) facts.set(file, await readSpec(file))
  return facts
}

async function readSpec(file: string): Promise<SpecFacts> {
  if (!existsSync(file)) return { state: 'missing' }
  const { operationNames } = await import('./operation-names.ts')
  const names = await operationNames(file)
  if (names.ok) return { state: 'read', operations: names.value }
  const [problem] = names.problems
  return problem === undefined ? { state: 'missing' } : { state: 'unreadable', problem }
}
