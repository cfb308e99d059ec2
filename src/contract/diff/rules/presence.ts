import { findingAt } from './keyword-spots.ts'
import type { SchemaRule, ShapePair } from './rule.ts'

/** The rules of a keyword with a schema, that asks for more where it stands: it came, and it went. */
export function presenceRules(keyword: string, name: string, words: string): readonly SchemaRule[] {
  const has = (pair: ShapePair, side: 'before' | 'after'): boolean => pair[side].schemas.has(keyword)
  return [
    {
      id: `{place}-${name}-added`,
      request: 'breaking',
      response: 'safe',
      description: `${words} was added`,
      find: pair =>
        !has(pair, 'before') && has(pair, 'after') ? [findingAt(pair, [keyword], `${words} was added`)] : [],
    },
    {
      id: `{place}-${name}-removed`,
      request: 'safe',
      response: 'breaking',
      description: `${words} was taken away`,
      find: pair =>
        has(pair, 'before') && !has(pair, 'after')
          ? [findingAt(pair, [keyword], `${words} was taken away`)]
          : [],
    },
  ]
}

/** The rule of a keyword of which nobody can say whether a change lets more or less through. */
export function changedRule(keyword: string, words: string): SchemaRule {
  return {
    id: `{place}-${keyword}-changed`,
    request: 'warning',
    response: 'warning',
    description: `${words} changed`,
    find: pair => {
      const before = pair.before.schemas.get(keyword)
      const after = pair.after.schemas.get(keyword)
      if (before === undefined || after === undefined || pair.isSame(before, after)) return []
      return [findingAt(pair, [keyword], `${words} changed`)]
    },
  }
}
