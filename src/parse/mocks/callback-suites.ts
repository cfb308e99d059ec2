import type { YamlSource } from '../../document/index.ts'
import type { Mock, MockRoute } from '../../model/mock.ts'
import type { DocumentPath } from '../../model/span.ts'
import { valueAt } from '../../util/read-values.ts'
import type { ParsedSuite } from '../parse-suite.ts'

/** What a mock does after an answer, as a suite that has nothing but these steps. */
export interface CallbackSuite extends ParsedSuite {
  readonly mock: Mock
  readonly route: MockRoute
}

/** The callbacks of a suite's mocks, which are checked and loaded as steps are. */
export function callbackSuites({ source, suite }: ParsedSuite): readonly CallbackSuite[] {
  return suite.mocks.flatMap(mock =>
    mock.notable.flatMap(route =>
      route.answers.flatMap(({ then, path }) => {
        if (then === undefined) return []
        const own = { ...suite, steps: then, after: [], mocks: [], inputs: [], variables: {}, secrets: {} }
        const { data: _, ...alone } = own
        return [{ mock, route, source: callbackSource(source, [...path, 'then']), suite: alone }]
      }),
    ),
  )
}

/** The steps at a path of a document as a document of their own, whose places are those of the whole. */
export function callbackSource(source: YamlSource, at: DocumentPath): YamlSource {
  const placeOf = (path: DocumentPath): DocumentPath =>
    path[0] === 'steps' ? [...at, ...path.slice(1)] : path
  return {
    file: source.file,
    value: { steps: valueAt(source.value, at) ?? [] },
    problems: [],
    spanOf: path => source.spanOf(placeOf(path)),
    keySpanOf: path => source.keySpanOf(placeOf(path)),
    lineText: line => source.lineText(line),
  }
}
