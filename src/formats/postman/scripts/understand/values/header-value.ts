import { checkedValue } from '../checks/checked-value.ts'
import { hasSeveralLines, isHeaderName } from '../../header-name.ts'
import { present } from '../checks/presence.ts'
import type { Value } from '../checks/value.ts'

/** A header by name, where a validation can name it and it stands for one line. */
export function headerValue(name: string | undefined): Value | undefined {
  if (name === undefined || !isHeaderName(name)) return undefined
  return hasSeveralLines(name) ? undefined : { kind: 'header', name }
}

/** Whether the answer has a header. */
export function headerPresent(name: string | undefined): Value | undefined {
  return checkedValue(headerValue(name), present)
}
