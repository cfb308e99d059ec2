import { factsOf } from '../../actions/index.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import type { DataRow, Step } from '../../model/suite.ts'
import { parseTemplate } from '../../template/template.ts'
import { mapping, texts, valueAt } from '../../util/read-values.ts'
import { allSteps, type CheckedSuite, type Facts, problemAt, type Rule } from '../rule.ts'

/** URLs are sent as they are written: nothing is cut off them, and no other path made of theirs. */
export const sentUrls: Rule = (checked, facts) => {
  const problems: Problem[] = []
  allSteps(checked).forEach(step => {
    const { action, input } = step
    if (factsOf(action).addressed?.includes(action) !== true) return
    const urls = input[action]
    if (typeof urls === 'string') problems.push(...ofUrl(urls, step, checked, facts))
    else for (const url of texts(urls)) problems.push(...ofUrl(url, step, checked, facts))
  })
  return problems
}

const none: readonly Problem[] = []

function ofUrl(url: string, step: Step, checked: CheckedSuite, facts: Facts): readonly Problem[] {
  const script = url.includes('${') ? /\$\{[^{}]*\}/.exec(url)?.[0] : undefined
  if (script !== undefined) {
    const message = `${script} would be sent as it is: a variable is written {${script.slice(1)}}`
    return [problemAt(checked.source, placeOf(step), 'bad-value', message)]
  }
  const told = unsent(url, step, checked, facts)
  if (told === undefined) return none
  const [message, hint] = told
  return [problemAt(checked.source, placeOf(step), 'bad-value', message, { severity: 'warning', hint })]
}

/** The part of a URL, or of a value in one, that is not sent as it is. */
const unusual = /#|\\|(?:\.|%2e)(?:[/\\?#]|$)/i

/** The same, or what may become so beside a value. */
const nearlyUnusual = /#|\\|(?:\.|%2e)(?:[/\\?#{]|$)|\}\}(?:\.|%2e)/i

type Told = readonly [message: string, hint: string]

function placeOf({ path, action }: Step): DocumentPath {
  return [...path, action]
}

function unsent(url: string, step: Step, checked: CheckedSuite, facts: Facts): Told | undefined {
  const isTemplate = url.includes('{{')
  if (!isTemplate) return unusual.test(url) ? unsentOf(url, () => keepsPath(step, checked, facts)) : undefined
  const { variables } = checked.suite
  const given = facts.stepRows?.get(step) ?? facts.rows
  const rows = given === undefined ? noRows : given.filter(({ values }) => isUnusual(values))
  const isPlain = rows.length === 0 && !nearlyUnusual.test(url)
  if (isPlain && !isUnusual(variables) && !isUnusual(step.variables)) return undefined
  const own = { ...variables, ...step.variables }
  for (const row of [{}, ...rows.map(({ values }) => values)]) {
    const filled = filledIn(url, { ...own, ...row })
    const told = unusual.test(filled) ? unsentOf(filled, () => keepsPath(step, checked, facts)) : undefined
    if (told !== undefined) return told
  }
  return undefined
}

const noRows: readonly DataRow[] = []

function isUnusual(values: JsonObject | undefined): boolean {
  for (const name in values) {
    const value = values[name]
    if (typeof value === 'string' && unusual.test(value)) return true
  }
  return false
}

/** A URL with what is known of the values in it; at its beginning a value is as much of a URL as what is written. */
function filledIn(url: string, values: JsonObject, depth = 0): string {
  let filled = ''
  for (const part of parseTemplate(url).parts) {
    if (typeof part === 'string') {
      filled += part
      continue
    }
    const value = Object.hasOwn(values, part.name) ? values[part.name] : undefined
    const isInside = filled.includes('://')
    const unknown = isInside || depth > 0 ? '…' : 'http://…'
    const text = typeof value === 'string' && depth < deepest ? filledIn(value, values, depth + 1) : unknown
    filled += isInside ? text.replace(/[#?\\]/g, '…') : text
  }
  return filled
}

/** Variables in variables that are followed. */
const deepest = 5

function unsentOf(filled: string, keeps: () => boolean): Told | undefined {
  const [, path = '', fragment] = /:\/\/[^/?#\\]*([^?#]*)[^#]*(#.*)?$/s.exec(filled) ?? []
  if (fragment !== undefined)
    return [
      `what follows the # of the URL is not sent: ${JSON.stringify(fragment)}`,
      'A # begins a fragment, which no request carries. Write `%23` for one that is to be sent.',
    ]
  const isBackslash = path.includes('\\')
  if (!isBackslash && !path.split('/').some(segment => dots.test(segment))) return undefined
  if (keeps()) return undefined
  return [
    isBackslash
      ? 'the path is not sent as it is written: "\\" becomes "/"'
      : 'the path is not sent as it is written: dot segments are taken out of it, as the URL standard says',
    'Say `path-as-is: true`, or `--path-as-is`, and it is sent as it is written.',
  ]
}

const dots = /^(?:\.|%2e){1,2}$/i

function keepsPath({ transport }: Step, { suite }: CheckedSuite, { configuration }: Facts): boolean {
  const shared: JsonValue =
    configuration === undefined ? null : (valueAt(configuration.value, ['settings', 'path-as-is']) ?? null)
  const own = transport?.['path-as-is'] ?? mapping(suite.settings.transport ?? null)['path-as-is'] ?? shared
  return own === true
}
