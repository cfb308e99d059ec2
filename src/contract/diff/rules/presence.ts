import type { Shape } from '../shape/shape.ts'
import { findingAt } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'

/** A keyword with a schema, or with schemas by name, that asks for more where it stands. */
interface SchemaKeyword {
  readonly keyword: string
  /** Its name in the names of rules, and in a sentence. */
  readonly name: string
  readonly words: string
  /** True where another schema under it is reported, too, though it is unknown whether that lets more or less through. */
  readonly changes?: true
  /** True where no validator looks at it. */
  readonly isAgreed?: true
}

const keywords: readonly SchemaKeyword[] = [
  { keyword: 'contains', name: 'contains', words: 'a schema that an item must match' },
  { keyword: 'propertyNames', name: 'property-names', words: 'a schema that names of properties must match' },
  { keyword: 'then', name: 'then', words: 'a schema under then' },
  { keyword: 'else', name: 'else', words: 'a schema under else' },
  {
    keyword: 'unevaluatedItems',
    name: 'unevaluated-items',
    words: 'a limit for items that nothing else describes',
  },
  {
    keyword: 'unevaluatedProperties',
    name: 'unevaluated-properties',
    words: 'a limit for properties that nothing else describes',
  },
  {
    keyword: 'contentSchema',
    name: 'content-schema',
    words: 'a schema for the content of a text',
    isAgreed: true,
  },
  { keyword: 'if', name: 'if', words: 'a condition', changes: true },
  { keyword: 'not', name: 'not', words: 'a schema that must not match', changes: true },
  { keyword: 'patternProperties', name: 'pattern-property', words: 'a schema for properties that match' },
  { keyword: 'dependentSchemas', name: 'dependent-schema', words: 'a schema that depends on' },
]

/** Schemas under a keyword: one came, one went, or it is another. */
export const presenceRules: readonly SchemaRule[] = keywords.flatMap(row => [
  {
    id: `{place}-${row.name}-added`,
    ...agreed(row),
    request: 'breaking',
    response: 'safe',
    description: `${row.words} was added`,
    find: pair => missing(pair, row, 'after', 'before', 'was added'),
  },
  {
    id: `{place}-${row.name}-removed`,
    ...agreed(row),
    request: 'safe',
    response: 'breaking',
    description: `${row.words} was taken away`,
    find: pair => missing(pair, row, 'before', 'after', 'was taken away'),
  },
  ...(row.changes === true ? [changedRule(row)] : []),
])

function agreed({ isAgreed }: SchemaKeyword): Pick<SchemaRule, 'isAgreed'> {
  return isAgreed === true ? { isAgreed } : {}
}

/** Schemas of one side that the other lacks. */
function missing(
  pair: ShapePair,
  { keyword, words }: SchemaKeyword,
  side: 'before' | 'after',
  than: 'before' | 'after',
  what: string,
): readonly SchemaFinding[] {
  const others = namesUnder(keyword, pair[than])
  return namesUnder(keyword, pair[side])
    .filter(name => !others.includes(name))
    .map(name => findingAt(pair, [keyword], `${name === undefined ? words : `${words} ${name}`} ${what}`))
}

/** The names of the schemas under a keyword; undefined for one without a name. */
function namesUnder(keyword: string, { schemas, named }: Shape): readonly (string | undefined)[] {
  return schemas.has(keyword) ? [undefined] : [...(named.get(keyword)?.keys() ?? [])]
}

function changedRule({ keyword, name, words }: SchemaKeyword): SchemaRule {
  return {
    id: `{place}-${name}-changed`,
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
