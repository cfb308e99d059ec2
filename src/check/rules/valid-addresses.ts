import { factsOf } from '../../actions/index.ts'
import type { JsonValue } from '../../model/json.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** Addresses that can be told now, those without placeholders, are such. */
export const validAddresses: Rule = ({ source, ...parsed }) =>
  allSteps(parsed).flatMap(({ action, input, path }) => {
    const { address } = factsOf(action)
    const written = address === undefined ? undefined : input[address.key]
    if (address === undefined || written === undefined || !isWhole(written)) return []
    const read = address.read(written)
    if (read.ok) return []
    const { reason, hint = '' } = read.failure.parts
    return [problemAt(source, [...path, address.key], 'bad-value', reason, { hint })]
  })

/** True where the schema has nothing against it, and no placeholder is to be filled in. */
function isWhole(written: JsonValue): boolean {
  const texts = [written].flat()
  return (
    texts.length > 0 && texts.every(text => typeof text === 'string' && text !== '' && !text.includes('{{'))
  )
}
