import { actionNames, factsOf } from '../../actions/index.ts'
import type { HeaderList } from '../../model/exchange.ts'
import type { ResponseReport } from '../../model/result.ts'
import { isList } from '../../util/is-json.ts'

/** Lists the part of a response behind the body, line by line: trailers, and the details of an error as JSON. */
export function answerEnd({ trailers = [], fields }: ResponseReport): HeaderList {
  const { details: told = [] } = fields ?? {}
  const details = isList(told) ? told : []
  return [
    // The trailers that the details were made of are left out.
    ...trailers.filter(([name]) => details.length === 0 || !detailTrailers.has(name)),
    ...details.map(detail => ['detail', JSON.stringify(detail)] as const),
  ]
}

const detailTrailers = new Set(actionNames.flatMap(name => factsOf(name).detailTrailers ?? []))
