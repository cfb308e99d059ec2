import { closest } from '../../util/did-you-mean.ts'
import { type ExactObject, type ExactValue, exactText, isExactList, isExactObject } from '../exact-json.ts'
import type { PathToken } from '../matching-rule.ts'
import { parseRulePath } from './rule-path.ts'
import { defined } from '../../util/defined.ts'
import { ExactNumber } from '../../util/exact-number.ts'

/** A mistake in a matching rule. `isSure` is false where another tool may have meant it so. */
export interface RuleSlip {
  readonly message: string
  readonly hint?: string
  readonly isSure: boolean
}

/**
 * Slips in the matching rules of a request or response: whatever is answered could be right by a rule without effect.
 * Rules that only a plugin knows are not judged.
 */
export function ruleSlips(part: ExactObject, version: number): readonly RuleSlip[] {
  const all =
    part.get('matchingRules') ?? part.get('requestMatchingRules') ?? part.get('responseMatchingRules')
  if (!isExactObject(all)) return []
  const placed = [...all].flatMap(([key, value]) => placedRules(key, value))
  return placed.flatMap(one => [
    ...listSlips(one.list, one.place),
    ...straySlips(one, part, version, placed),
    ...(one.category === undefined || categories.includes(one.category)
      ? []
      : misspelt(one.category, categories, 'the matching rules')),
  ])
}

const categories: readonly string[] = [
  'body',
  'header',
  'headers',
  'query',
  'path',
  'status',
  'content',
  'contents',
  'method',
  'metadata',
]

/** The rules for one place: `$.items` of the body, `Accept` of the headers. */
interface PlacedRules {
  /** Undefined where the path is none. */
  readonly category: string | undefined
  readonly place: string
  readonly tokens: readonly PathToken[]
  readonly list: ExactValue
}

function placedRules(key: string, value: ExactValue): readonly PlacedRules[] {
  if (key.startsWith('$')) {
    const [root, second, ...rest] = parseRulePath(key) ?? []
    if (root === undefined || second?.kind !== 'name') return []
    return [{ category: second.name.toLowerCase(), place: key, tokens: [root, ...rest], list: value }]
  }
  const category = key.toLowerCase()
  if (!isExactObject(value)) return []
  if (value.has('matchers')) return [{ category, place: key, tokens: [], list: value }]
  const named = ['header', 'headers', 'query'].includes(category)
  return [...value].map(([place, list]) => ({
    category,
    place,
    tokens: parseRulePath(place) ?? (named ? [{ kind: 'root' }, { kind: 'name', name: place }] : []),
    list,
  }))
}

/** `{ combine, matchers }`, or a rule alone. */
function listSlips(list: ExactValue, place: string): readonly RuleSlip[] {
  if (!isExactObject(list)) return []
  const matchers = list.get('matchers')
  if (matchers === undefined && (list.size === 0 || [...list.keys()].some(word => ruleWords.includes(word))))
    return oneSlips(list, place)
  const combine = list.get('combine')
  const known = typeof combine === 'string' && /^(and|or)$/i.test(combine)
  return [
    ...[...list.keys()].flatMap(word => misspelt(word, ['combine', 'matchers'], `the rules for ${place}`)),
    ...(combine === undefined || known
      ? []
      : [slip(`the rules for ${place} have the combine ${exactText(combine)}`, 'It is "AND" or "OR".')]),
    ...(isExactList(matchers) ? matchers : []).flatMap(rule => oneSlips(rule, place)),
    ...(matchers === undefined || isExactList(matchers)
      ? []
      : [
          slip(
            `the matchers of the rules for ${place} are no list`,
            'Write `"matchers": [{ "match": "type" }]`.',
          ),
        ]),
  ]
}

const ruleWords = [
  ...['match', 'min', 'max', 'regex', 'value', 'format', 'timestamp', 'datetime', 'date', 'time'],
  ...['status', 'rules', 'variants'],
]

const ruleNames = [
  ...[
    'equality',
    'number',
    'integer',
    'decimal',
    'real',
    'null',
    'boolean',
    'values',
    'notEmpty',
    'not-empty',
  ],
  ...[
    'semver',
    'type',
    'min',
    'max',
    'min-type',
    'max-type',
    'date',
    'time',
    'datetime',
    'timestamp',
    'regex',
  ],
  ...[
    'include',
    'contentType',
    'content-type',
    'statusCode',
    'status-code',
    'eachKey',
    'each-key',
    'eachValue',
  ],
  ...['each-value', 'arrayContains', 'array-contains'],
]

function oneSlips(rule: ExactValue, place: string): readonly RuleSlip[] {
  if (!isExactObject(rule)) return []
  const match = rule.get('match')
  const name = typeof match === 'string' ? match : undefined
  if (name !== undefined && !ruleNames.includes(name))
    return misspelt(name, ruleNames, `the rule for ${place}`)
  const what = `the rule ${name === undefined ? '' : `${name} `}for ${place}`
  return [
    ...[...rule.keys()].flatMap(word => misspelt(word, ruleWords, what)),
    ...(['min', 'max'] as const).flatMap(word => sizeSlips(rule.get(word), word, what)),
    ...(/^each-?(key|value)$/i.test(name ?? '') ? innerSlips(rule.get('rules'), 'rules', what) : []),
    ...(/^array-?contains$/i.test(name ?? '') ? innerSlips(rule.get('variants'), 'variants', what) : []),
    ...itemsOf(rule.get('rules')).flatMap(inner => oneSlips(inner, place)),
    ...itemsOf(rule.get('variants')).flatMap(variant => variantSlips(variant, place)),
  ]
}

function variantSlips(variant: ExactValue, place: string): readonly RuleSlip[] {
  if (!isExactObject(variant)) return [slip(`a variant of the rule for ${place} is no object`)]
  const rules = variant.get('rules')
  const lists = isExactObject(rules) ? (rules.has('matchers') ? [['$', rules] as const] : [...rules]) : []
  return [
    ...[...variant.keys()].flatMap(word =>
      misspelt(word, ['index', 'rules', 'generators'], `a variant of the rule for ${place}`),
    ),
    ...lists.flatMap(([inner, list]) => listSlips(list, `${place}, ${inner}`)),
  ]
}

function sizeSlips(size: ExactValue | undefined, word: string, what: string): readonly RuleSlip[] {
  if (size === undefined || size === null) return []
  const text = size instanceof ExactNumber ? size.text : size
  if (typeof text === 'string' && /^\d+(\.0+)?$/.test(text)) return []
  return [slip(`${what} has the ${word} ${exactText(size)}`, 'It is a whole number from 0.')]
}

/** Without any, every answer would be right. */
function innerSlips(value: ExactValue | undefined, word: string, what: string): readonly RuleSlip[] {
  if (isExactList(value) && value.length > 0) return []
  return [slip(`${what} has no ${word}`, `Write at least one into its "${word}".`)]
}

function itemsOf(value: ExactValue | undefined): readonly ExactValue[] {
  return isExactList(value) ? value : []
}

function slip(message: string, hint?: string): RuleSlip {
  return defined({ message, isSure: true, hint })
}

/** An unknown word that resembles a known one: other unknown words may belong to other tools. */
function misspelt(word: string, known: readonly string[], what: string): readonly RuleSlip[] {
  if (known.includes(word)) return []
  const meant =
    closest(word, known) ?? known.find(one => one.length > 2 && word.toLowerCase().startsWith(one))
  return meant === undefined
    ? []
    : [slip(`${what} has "${word}", which pacts do not have`, `Did you mean "${meant}"?`)]
}

/** Rules for a member, a header or a parameter that the example does not have. */
function straySlips(
  { category = '', place, tokens }: PlacedRules,
  part: ExactObject,
  version: number,
  all: readonly PlacedRules[],
): readonly RuleSlip[] {
  if (all.some(other => isOfAnyKeys(other.list) && place !== other.place && place.startsWith(other.place)))
    return []
  const stray = strayAt(tokens.slice(1), exampleOf(category, part, version), /^headers?$/.test(category))
  if (stray === undefined) return []
  const meant = closest(stray.name, stray.others)
  return [
    {
      message: `the rule for ${place} is for ${stray.name}, which the example does not have`,
      hint:
        meant === undefined
          ? 'It is never applied: correct its path, or leave it out.'
          : `Did you mean "${meant}"?`,
      isSure: meant !== undefined,
    },
  ]
}

/** True where the keys of an object are free, so that rules may be for some that the example lacks. */
function isOfAnyKeys(list: ExactValue): boolean {
  return /"match":"(values|each-?key|each-?value)"/i.test(exactText(list))
}

function exampleOf(category: string, part: ExactObject, version: number): ExactValue {
  if (category === 'query') return part.get('query') ?? null
  if (/^headers?$/.test(category)) return part.get('headers') ?? null
  if (!/^(body|contents?)$/.test(category)) return null
  const body = part.get('body') ?? null
  return version === 4 && isExactObject(body) ? (body.get('content') ?? null) : body
}

/** The first name that leads nowhere. Below nothing, an empty list or text nothing is known. */
function strayAt(
  tokens: readonly PathToken[],
  example: ExactValue,
  anyCase: boolean,
): { readonly name: string; readonly others: readonly string[] } | undefined {
  let values: readonly ExactValue[] = [example]
  for (const token of tokens) {
    if (token.kind !== 'name') values = values.flatMap(value => childrenOf(value, token))
    else {
      const objects = values.filter(isExactObject).filter(({ size }) => size > 0)
      const name = anyCase ? token.name.toLowerCase() : token.name
      const others = [...new Set(objects.flatMap(object => [...object.keys()]))]
      values = objects.flatMap(object =>
        [...object].flatMap(([key, value]) => ((anyCase ? key.toLowerCase() : key) === name ? [value] : [])),
      )
      if (objects.length > 0 && values.length === 0) return { name: token.name, others }
    }
  }
  return undefined
}

function childrenOf(value: ExactValue, token: PathToken): readonly ExactValue[] {
  if (isExactObject(value)) return token.kind === 'any' ? [...value.values()] : []
  if (!isExactList(value)) return []
  return token.kind === 'index' ? value.slice(token.index, token.index + 1) : value
}
