import { isList } from '../util/is-json.ts'
import { plural } from '../util/quantity.ts'
import type { Actual } from './operator.ts'

/** Why something cannot be judged by an operator of lists that needs so many items. */
export function unlikeList({ value, textual }: Actual, operator: string, least: number): string | undefined {
  if (textual || !isList(value)) return `${operator} looks at the items of a list`
  if (value.length === 0) return 'there is no item'
  return value.length < least ? `${plural(value.length, 'item')} cannot show an order` : undefined
}
