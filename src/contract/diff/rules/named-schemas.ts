import { findingAt } from './keyword-spots.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'

/** The rules of a keyword with schemas by name, each of which asks for more: one came, and one went. */
export function namedRules(keyword: string, name: string, words: string): readonly SchemaRule[] {
  return [
    {
      id: `{place}-${name}-added`,
      request: 'breaking',
      response: 'safe',
      description: `${words} was added`,
      find: pair => missing(pair, keyword, 'after', 'before', one => `${words} ${one} was added`),
    },
    {
      id: `{place}-${name}-removed`,
      request: 'safe',
      response: 'breaking',
      description: `${words} was taken away`,
      find: pair => missing(pair, keyword, 'before', 'after', one => `${words} ${one} was taken away`),
    },
  ]
}

function missing(
  pair: ShapePair,
  keyword: string,
  side: 'before' | 'after',
  than: 'before' | 'after',
  say: (name: string) => string,
): readonly SchemaFinding[] {
  const others = pair[than].named.get(keyword)
  return [...(pair[side].named.get(keyword)?.keys() ?? [])]
    .filter(name => others?.has(name) !== true)
    .map(name => findingAt(pair, [keyword], say(name)))
}
