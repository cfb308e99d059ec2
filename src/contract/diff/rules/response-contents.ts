import type { Content, ResponseDescription } from '../../../api-description/api-description.ts'
import type { Match } from '../pairs/match-by.ts'
import { matchAnswers, type OperationPair } from '../pairs/operation-pair.ts'
import { responsePart } from '../pairs/part-names.ts'
import { isWiderType } from '../pairs/is-wider-type.ts'
import type { Finding, OperationRule } from './rule.ts'

type Found = readonly (Finding & { readonly part: string })[]

/** Media types of answers. */
export const responseContentRules: readonly OperationRule[] = [
  {
    id: 'response-media-type-removed',
    level: 'breaking',
    description: 'A media type is no longer answered',
    find: pair =>
      contents(pair, match =>
        match.removed.map(before => ({ before, reason: `${before.type} is no longer answered` })),
      ),
  },
  {
    id: 'response-media-type-added',
    level: 'safe',
    description: 'Another media type is answered',
    find: pair =>
      contents(pair, match =>
        match.added.map(after => ({ after, reason: `${after.type} is answered, too` })),
      ),
  },
  {
    id: 'response-media-type-name-generalized',
    level: 'breaking',
    description: 'A more general media type is answered',
    find: pair =>
      contents(pair, ({ both }) =>
        both.filter(({ before, after }) => isWiderType(after.type, before.type)).map(renamed),
      ),
  },
  {
    id: 'response-media-type-name-specialized',
    level: 'safe',
    description: 'A more special media type is answered',
    find: pair =>
      contents(pair, ({ both }) =>
        both.filter(({ before, after }) => isWiderType(before.type, after.type)).map(renamed),
      ),
  },
  {
    id: 'response-body-media-type-schema-removed',
    level: 'warning',
    description: 'A media type has no schema any more',
    find: pair =>
      contents(pair, ({ both }) =>
        both
          .filter(({ before, after }) => before.schema !== undefined && after.schema === undefined)
          .map(one => ({ ...one, reason: `${one.after.type} has no schema any more` })),
      ),
  },
  {
    id: 'response-body-media-type-schema-added',
    level: 'safe',
    description: 'A media type has a schema',
    find: pair =>
      contents(pair, ({ both }) =>
        both
          .filter(({ before, after }) => before.schema === undefined && after.schema !== undefined)
          .map(one => ({ ...one, reason: `${one.after.type} has a schema now` })),
      ),
  },
]

interface ContentChange {
  readonly before?: Content
  readonly after?: Content
  readonly reason: string
}

function renamed({ before, after }: { readonly before: Content; readonly after: Content }): ContentChange {
  return { before, after, reason: `${after.type} is answered in place of ${before.type}` }
}

function contents(
  pair: OperationPair,
  reasonsOf: (match: Match<Content>) => readonly ContentChange[],
): Found {
  return pair.responses.both.flatMap(({ before, after }) =>
    reasonsOf(matchAnswers(pair, before, after)).map(change => ({
      part: responsePart(before),
      reason: change.reason,
      before: locationOf(pair, 'before', before, change.before),
      after: locationOf(pair, 'after', after, change.after),
    })),
  )
}

function locationOf(
  pair: OperationPair,
  side: 'before' | 'after',
  { status }: ResponseDescription,
  content: Content | undefined,
): Finding['before'] {
  const { locations } = pair[side]
  return content === undefined ? locations.response(status) : locations.responseContent(status, content.type)
}
