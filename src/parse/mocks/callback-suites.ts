import type { Mock, MockRoute } from '../../model/mock.ts'
import type { ParsedSuite } from '../parse-suite.ts'
import { stepsSource } from '../setup-source.ts'

/** The steps that a mock runs after an answer, as a suite that has nothing but these steps. */
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
        return [{ mock, route, source: stepsSource(source, [...path, 'then']), suite: alone }]
      }),
    ),
  )
}
