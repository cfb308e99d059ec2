import { callsReadBy } from '../actions/index.ts'
import { specFile } from '../check/rules/known-operations.ts'
import type { Mock } from '../model/mock.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { allSteps, type Facts, type SpecFacts } from '../check/rule.ts'
import { writtenIn } from '../check/written.ts'
import { callbackSuites } from '../parse/mocks/callback-suites.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import type { LoadOptions } from './load-options.ts'
import { isUrl } from '../util/is-url.ts'
import { readItems } from './read-items.ts'

/** Reads the API descriptions that a suite's validations and mocks name; at URLs only a run looks. What reads them is loaded only when there is one. */
export async function gatherSpecs(
  parsed: ParsedSuite,
  { collections }: Pick<LoadOptions, 'collections'>,
  sharedMocks: readonly Mock[] = [],
): Promise<ReadonlyMap<string, SpecFacts>> {
  const facts = new Map<string, SpecFacts>()
  if (sharedMocks.length === 0 && !writtenIn(parsed.source).has(['spec'])) return facts
  const folder = path.dirname(parsed.suite.file)
  const files = new Set([
    ...[...parsed.suite.mocks, ...askedMocks(parsed, sharedMocks)].flatMap(mock => specFile(mock) ?? []),
    ...[parsed, ...callbackSuites(parsed)]
      .flatMap(allSteps)
      .flatMap(({ validations, retry }) =>
        [...validations, ...(retry?.stopWhen ?? [])].flatMap(validation =>
          'spec' in validation && !validation.spec.includes('{{') && !isUrl(validation.spec)
            ? [path.resolve(folder, validation.spec)]
            : [],
        ),
      ),
  ])
  const remembering = new Set(
    parsed.suite.mocks.flatMap(mock => (mock.state === undefined ? [] : (specFile(mock) ?? []))),
  )
  const answering = new Set(parsed.suite.mocks.flatMap(mock => specFile(mock) ?? []))
  for (const file of files)
    facts.set(
      file,
      await readSpec(file, {
        isAnsweredBy: answering.has(file),
        ...(remembering.has(file) ? { collections } : {}),
      }),
    )
  return facts
}

/** The shared mocks whose calls a suite reads. */
function askedMocks(parsed: ParsedSuite, mocks: readonly Mock[]): readonly Mock[] {
  if (mocks.length === 0) return []
  const asked = new Set(allSteps(parsed).map(step => callsReadBy(step)?.mock))
  return mocks.filter(({ name }) => asked.has(name))
}

/** The items that collections of mocks begin with, by file. */
export function gatherItems({ suite }: ParsedSuite): Facts['items'] {
  const files = suite.mocks.flatMap(({ state = [] }) => state.flatMap(({ from }) => from ?? []))
  return new Map(
    files.map(from => {
      const file = path.resolve(path.dirname(suite.file), from)
      return [file, readItems(file)]
    }),
  )
}

async function readSpec(
  file: string,
  wanted: { readonly isAnsweredBy: boolean; readonly collections?: LoadOptions['collections'] },
): Promise<SpecFacts> {
  if (!existsSync(file)) return { state: 'missing' }
  const { describedNames } = await import('./operation-names.ts')
  const names = await describedNames(file, wanted)
  if (names.ok) return { state: 'read', ...names.value }
  const [problem] = names.problems
  return problem === undefined ? { state: 'missing' } : { state: 'unreadable', problem }
}
