import type { ActionContext, InputOf, MessageMatcher } from '../action.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Which messages a step waits for, and how many of them; `none` when there must not be any. */
export interface Awaited {
  readonly matcher: MessageMatcher
  readonly count: number
  readonly none: boolean
  /** True where the step says anything of it; if not, the first message is awaited. */
  readonly isStated: boolean
}

/** How many messages a step can wait for. */
const mostAwaited = 10_000

/** Reads `expect` of a step as it is written, `count` and `none` with placeholders filled in. */
export function readAwaited(
  input: Pick<InputOf<'collect'>, 'expect' | 'count' | 'none'>,
  context: Pick<ActionContext, 'messageMatcher' | 'written'>,
): Prepared<Awaited> {
  const { expect, count, none = false } = input
  const isNone = none === true || none === 'true'
  const wanted = Number(count ?? 1)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > mostAwaited)
    return unfit(
      `count ${writeJson(count)} is not a number of messages`,
      `Write a whole number from 1 to ${mostAwaited}, or \`none: true\`.`,
    )
  return prepared({
    matcher: context.messageMatcher(context.written?.['expect'] ?? expect, isNone),
    count: wanted,
    none: isNone,
    isStated: expect !== undefined || count !== undefined || none === true,
  })
}
