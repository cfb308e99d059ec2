import { type ExactObject, type ExactValue, isExactObject } from '../exact-json.ts'
import { type MatchingRules, noRules, type PathToken, type RulesAt } from '../matching-rule.ts'
import { readRule, readRuleList, readRulesByPath } from './read-rule.ts'
import { parseRulePath } from './rule-path.ts'

type Category = keyof MatchingRules

/**
 * Reads the matching rules of a request or response: keyed by paths from the whole of it in version 2 (`$.body.id`,
 * `$.headers.Accept`), by category and then by place in later versions.
 */
export function readRules(json: ExactValue | undefined): MatchingRules {
  if (!isExactObject(json)) return noRules
  const isByPath = [...json.keys()].some(key => key.startsWith('$'))
  return isByPath ? readByPath(json) : readByCategory(json)
}

function readByPath(json: ExactObject): MatchingRules {
  const found: Record<Category, RulesAt[]> = { path: [], status: [], header: [], query: [], body: [] }
  for (const [key, value] of json) {
    const tokens = parseRulePath(key)
    const category = tokens === undefined ? undefined : categoryOf(tokens[1])
    if (tokens === undefined || category === undefined) {
      const reason = `the path ${key} of a matching rule`
      found.body.push({ path: [], rules: [{ match: 'unknown', reason }], combine: 'AND' })
      continue
    }
    const path = category === 'body' ? withoutSecond(tokens) : nameOnly(tokens)
    found[category].push({ path, rules: [readRule(value)], combine: 'AND' })
  }
  return found
}

function categoryOf(token: PathToken | undefined): Category | undefined {
  return token?.kind === 'name' ? categories.get(token.name.toLowerCase()) : undefined
}

const categories: ReadonlyMap<string, Category> = new Map([
  ['body', 'body'],
  ['contents', 'body'],
  ['content', 'body'],
  ['header', 'header'],
  ['headers', 'header'],
  ['query', 'query'],
  ['path', 'path'],
  ['status', 'status'],
])

function withoutSecond([root, , ...rest]: readonly PathToken[]): readonly PathToken[] {
  return root === undefined ? [] : [root, ...rest]
}

/** A header or a parameter has rules as a whole: an index behind its name means nothing. */
function nameOnly(tokens: readonly PathToken[]): readonly PathToken[] {
  return [tokens[0], tokens[2]].filter(token => token !== undefined)
}

function readByCategory(json: ExactObject): MatchingRules {
  const found: Record<Category, readonly RulesAt[]> = { ...noRules }
  for (const [key, value] of json) {
    const category = categories.get(key.toLowerCase())
    if (category === undefined || !isExactObject(value)) continue
    found[category] = isNamed(category) ? readByName(value) : readRulesByPath(value)
  }
  return found
}

function isNamed(category: Category): boolean {
  return category === 'header' || category === 'query'
}

function readByName(json: ExactObject): readonly RulesAt[] {
  return [...json].map(([name, list]) => {
    const path = /^\$[.[]/.test(name) ? parseRulePath(name) : undefined
    return readRuleList(list, path ?? [{ kind: 'root' }, { kind: 'name', name }])
  })
}
