import { checkSuite } from '../../check/check-suite.ts'
import type { YamlSource } from '../../document/index.ts'
import { gatherFacts } from '../../load/gather-facts.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import { problemAt } from '../../check/rule.ts'
import { callbackSuites } from '../../parse/mocks/callback-suites.ts'
import { buildSuite } from '../../parse/parse-suite.ts'
import { isObject } from '../../util/is-json.ts'
import { mapValues } from '../../util/map-values.ts'
import { defined } from '../../util/defined.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import type { ScopeInput } from '../input-keys.ts'
import { collectionFacts } from './collection-facts.ts'
import { outerOptions } from './outer-options.ts'

/** Finds the problems of the mocks of a configuration, by the schema and the rules of those of suites. */
export async function sharedMockProblems(
  source: YamlSource,
  input: ScopeInput,
  configuration: Configuration,
): Promise<readonly Problem[]> {
  const own = asSuite(source)
  const parsed = { source: own, suite: buildSuite(own) }
  const { outerVariables: names } = outerOptions({ ...input, anyEnvironment: true }, configuration)
  const options = { rowLimit: rowLimit.maximum, outerVariables: names, collections: collectionFacts }
  const facts = await gatherFacts(parsed, options, {
    outerVariables: names(parsed.suite),
    uses: new Map(),
    data: { stepRows: new Map(), problems: [] },
  })
  const callbacks = callbackSuites(parsed).flatMap(callback =>
    callback.suite.steps.slice(0, 1).map(({ path }) =>
      problemAt(callback.source, path, 'misplaced-key', 'only mocks of suites call back', {
        hint: 'Describe the mock in the suite that is to judge what it calls.',
      }),
    ),
  )
  return [...(await checkSuite(parsed, facts)), ...callbacks]
}

/** The mocks of a configuration, and those in place of services, as a suite that has nothing else, with their places. */
function asSuite(source: YamlSource): YamlSource {
  const { mocks, services } = mapping(source.value)
  const standIns = list(services).flatMap((service, index) => {
    const { name, mock } = mapping(service)
    return mock === undefined ? [] : [{ name: text(name) ?? '', index, mock }]
  })
  const indexes = new Map(standIns.map(({ name, index }) => [name, index]))
  const placeOf = (path: DocumentPath): DocumentPath => {
    const [first, name, ...rest] = path
    const index = first === 'mocks' ? indexes.get(String(name)) : undefined
    return index === undefined ? path : ['services', index, 'mock', ...rest]
  }
  const written = { ...mapping(mocks), ...Object.fromEntries(standIns.map(({ name, mock }) => [name, mock])) }
  // The mocks of suites have no environments; these are checked with the configuration.
  const all = mapValues(written, mock => {
    if (!isObject(mock)) return mock
    const { environments: _, ...others } = mock
    return others
  })
  return {
    file: source.file,
    value: { suite: 'The mocks of the configuration', mocks: all, steps: [{ pause: '1ms' }] },
    problems: [],
    ...defined({ readIn: source.readIn }),
    spanOf: path => source.spanOf(placeOf(path)),
    keySpanOf: path => source.keySpanOf(placeOf(path)),
    lineText: (line, file) => source.lineText(line, file),
  }
}
