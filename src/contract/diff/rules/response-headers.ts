import type { HeaderDescription } from '../../../api-description/api-description.ts'
import type { Match } from '../pairs/match-by.ts'
import { matchHeaders, type OperationPair } from '../pairs/operation-pair.ts'
import { responsePart } from '../pairs/part-names.ts'
import type { Finding, OperationRule } from './rule.ts'

type Found = readonly (Finding & { readonly part: string })[]

/** Headers of answers. */
export const responseHeaderRules: readonly OperationRule[] = [
  {
    id: 'required-response-header-removed',
    level: 'breaking',
    description: 'A header is gone that was always there',
    find: pair => headers(pair, ({ removed }) => gone(removed.filter(({ required }) => required))),
  },
  {
    id: 'optional-response-header-removed',
    level: 'warning',
    description: 'A header is gone that was there at times',
    find: pair => headers(pair, ({ removed }) => gone(removed.filter(({ required }) => !required))),
  },
  {
    id: 'response-header-became-optional',
    level: 'breaking',
    description: 'A header is no longer sure to be there',
    find: pair =>
      headers(pair, ({ both }) =>
        both
          .filter(({ before, after }) => before.required && !after.required)
          .map(one => ({ ...one, reason: 'it may be missing now' })),
      ),
  },
  {
    id: 'response-header-became-required',
    level: 'safe',
    description: 'A header is always there that was there at times',
    find: pair =>
      headers(pair, ({ both }) =>
        both
          .filter(({ before, after }) => !before.required && after.required)
          .map(one => ({ ...one, reason: 'it is always there now' })),
      ),
  },
  {
    id: 'response-header-added',
    level: 'safe',
    description: 'There is another header',
    find: pair => headers(pair, ({ added }) => added.map(after => ({ after, reason: 'this header is new' }))),
  },
]

interface HeaderChange {
  readonly before?: HeaderDescription
  readonly after?: HeaderDescription
  readonly reason: string
}

function gone(removed: readonly HeaderDescription[]): readonly HeaderChange[] {
  return removed.map(before => ({ before, reason: 'this header is gone' }))
}

function headers(
  pair: OperationPair,
  reasonsOf: (match: Match<HeaderDescription>) => readonly HeaderChange[],
): Found {
  return pair.responses.both.flatMap(response =>
    reasonsOf(matchHeaders(response.before.headers, response.after.headers)).map(
      ({ before, after, reason }) => ({
        part: `${responsePart(response.before)}, header ${(after ?? before)?.name ?? ''}`,
        reason,
        before: pair.before.locations.header(response.before.status, before?.name ?? ''),
        after: pair.after.locations.header(response.after.status, after?.name ?? ''),
      }),
    ),
  )
}
