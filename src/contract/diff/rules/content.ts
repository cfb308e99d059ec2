import { findingAt, show } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'

/** What a text holds, and how it is encoded. */
export const contentRules: readonly SchemaRule[] = [
  {
    id: '{place}-content-media-type-changed',
    request: 'breaking',
    response: 'breaking',
    description: 'A text holds another media type',
    find: pair => find(pair, 'contentMediaType', 'the media type of the content'),
  },
  {
    id: '{place}-content-encoding-changed',
    request: 'breaking',
    response: 'breaking',
    description: 'A text is encoded in another way',
    find: pair => find(pair, 'contentEncoding', 'the encoding of the content'),
  },
]

function find(pair: ShapePair, keyword: string, words: string): readonly SchemaFinding[] {
  const old = pair.before.keywords.get(keyword)?.value
  const fresh = pair.after.keywords.get(keyword)?.value
  if (old === fresh) return []
  const say = (value: typeof old): string => (value === undefined ? 'none' : show(value))
  return [findingAt(pair, [keyword], `${words} went from ${say(old)} to ${say(fresh)}`)]
}
