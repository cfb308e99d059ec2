import { resetMocks } from '../../../operations/mocks/reset-mocks.ts'
import { asking } from '../../asking.ts'
import { printResult } from '../../print-result.ts'
import { savedOptions } from '../../saved/saved-options.ts'

/** `apitest mock reset`: has mocks that run on their own begin anew. */
export const command = asking(resetMocks, {
  positionals: ['names'],
  options: savedOptions,
  show: (answer, given) =>
    printResult(answer, given, ({ reset }) => reset.map(name => `${name} begins anew`), 'no mock runs'),
})
