import { type ExactObject, type ExactValue, exactText, isExactList, isExactObject } from '../exact-json.ts'
import { type MatchingRule, type RulesAt, type StatusClass, statusClasses } from '../matching-rule.ts'
import { parseRulePath } from './rule-path.ts'
import { defined } from '../../util/defined.ts'
import { ExactNumber } from '../../util/exact-number.ts'

/** Reads one matching rule, in the spellings that the versions and their makers have for it. */
export function readRule(json: ExactValue): MatchingRule {
  if (!isExactObject(json)) return incomplete('a matching rule that is no object')
  const match = json.get('match')
  return match === undefined ? guessedRule(json) : namedRule(textOf(match), json)
}

/** Old files leave the name out: `{ min: 1 }`, `{ regex: ... }`. */
function guessedRule(json: ExactObject): MatchingRule {
  if (json.has('regex')) return { match: 'regex', regex: textOf(json.get('regex')) }
  if (json.has('min') || json.has('max')) return typeRule(json)
  if (json.has('timestamp')) return { match: 'datetime', format: textOf(json.get('timestamp')) }
  for (const name of ['date', 'time'] as const)
    if (json.has(name)) return { match: name, format: textOf(json.get(name)) }
  return incomplete(`the matching rule ${exactText(json)}, which has no name`)
}

function namedRule(name: string, json: ExactObject): MatchingRule {
  switch (name) {
    case 'equality':
    case 'number':
    case 'integer':
    case 'decimal':
    case 'null':
    case 'boolean':
    case 'values':
    case 'notEmpty':
    case 'semver':
      return { match: name }
    case 'real':
      return { match: 'decimal' }
    case 'not-empty':
      return { match: 'notEmpty' }
    case 'type':
    case 'min':
    case 'max':
    case 'min-type':
    case 'max-type':
      return typeRule(json)
    case 'date':
    case 'time':
      return { match: name, format: textOf(json.get('format') ?? json.get(name)) }
    case 'datetime':
    case 'timestamp':
      return { match: 'datetime', format: textOf(json.get('format') ?? json.get(name)) }
    default:
      return furtherRule(name, json)
  }
}

/** Rules that are nothing without what they are given. */
function furtherRule(name: string, json: ExactObject): MatchingRule {
  const value = json.get('value')
  switch (name) {
    case 'regex':
      return json.has('regex')
        ? { match: 'regex', regex: textOf(json.get('regex')) }
        : incomplete('a regex rule without its regex')
    case 'include':
      return value === undefined
        ? incomplete('an include rule without its value')
        : { match: 'include', value: textOf(value) }
    case 'contentType':
    case 'content-type':
      return value === undefined
        ? incomplete('a contentType rule without its value')
        : { match: 'contentType', value: textOf(value) }
    case 'statusCode':
    case 'status-code':
      return statusRule(json.get('status'))
    case 'eachKey':
    case 'each-key':
      return { match: 'eachKey', rules: listOf(json.get('rules')).map(readRule) }
    case 'eachValue':
    case 'each-value':
      return { match: 'eachValue', rules: listOf(json.get('rules')).map(readRule) }
    case 'arrayContains':
    case 'array-contains':
      return variantsRule(json.get('variants'))
    default:
      return incomplete(`the matching rule ${name}, which would need a plugin`)
  }
}

function incomplete(reason: string): MatchingRule {
  return { match: 'unknown', reason }
}

function typeRule(json: ExactObject): MatchingRule {
  const [min, max] = [sizeOf(json.get('min')), sizeOf(json.get('max'))]
  return defined({ match: 'type', min, max })
}

function sizeOf(value: ExactValue | undefined): number | undefined {
  const size = value instanceof ExactNumber || typeof value === 'string' ? Number(textOf(value)) : undefined
  return size === undefined || !Number.isInteger(size) || size < 0 ? undefined : size
}

function statusRule(status: ExactValue | undefined): MatchingRule {
  if (status === undefined) return { match: 'statusCode', status: 'success' }
  if (isExactList(status)) return { match: 'statusCode', status: status.map(code => Number(textOf(code))) }
  const name = statusClasses.find((known): known is StatusClass => known === status)
  return name === undefined
    ? incomplete(`the status ${exactText(status)} of a statusCode rule`)
    : { match: 'statusCode', status: name }
}

function variantsRule(variants: ExactValue | undefined): MatchingRule {
  return {
    match: 'arrayContains',
    variants: listOf(variants).flatMap(variant => {
      if (!isExactObject(variant)) return []
      const rules = variant.get('rules')
      return [
        {
          index: sizeOf(variant.get('index')) ?? 0,
          rules: isExactObject(rules) ? readRulesByPath(rules) : [],
        },
      ]
    }),
  }
}

/** Reads rules that are given by paths, `{ "$.id": { combine, matchers } }`. */
export function readRulesByPath(json: ExactObject): readonly RulesAt[] {
  if (json.has('matchers')) return [readRuleList(json, [])]
  return [...json].map(([path, list]) => {
    const tokens = parseRulePath(path)
    return tokens === undefined
      ? { path: [], rules: [incomplete(`the path ${path} of a matching rule`)], combine: 'AND' }
      : readRuleList(list, tokens)
  })
}

/** Reads `{ combine, matchers }`. */
export function readRuleList(json: ExactValue, path: RulesAt['path']): RulesAt {
  const list = isExactObject(json) ? json : new Map<string, ExactValue>()
  return {
    path,
    rules: listOf(list.get('matchers')).map(readRule),
    combine: textOf(list.get('combine')).toUpperCase() === 'OR' ? 'OR' : 'AND',
  }
}

function listOf(value: ExactValue | undefined): readonly ExactValue[] {
  return isExactList(value) ? value : []
}

function textOf(value: ExactValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : exactText(value)
}
