import type { AnyNode, Literal } from 'acorn'
import type { JsonValue } from '../model/json.ts'
import { ExactNumber } from '../util/exact-number.ts'
import { isCollection, isList, isObject } from '../util/is-json.ts'
import { jsonEqual } from '../util/json-equal.ts'
import { pathOf, rewriteScript } from './rewrite-script.ts'

/** A constant, and the one that is wanted in its place. */
interface Difference {
  readonly found: JsonValue
  readonly wanted: JsonValue
}

/**
 * A script with other constants, so that it says what is wanted as far as constants alone can. Each change is proven by reading the
 * script again with `says`; all else of the script stays as people wrote it.
 */
export function amendedScript(
  source: string,
  says: (source: string) => JsonValue | undefined,
  wanted: JsonValue,
): string {
  const distance = (candidate: string): readonly Difference[] | undefined => {
    const said = says(candidate)
    return said === undefined ? undefined : differingConstants(said, wanted)
  }
  let amended = source
  let left = distance(amended)
  for (const difference of left ?? []) {
    for (let position = 0; ; position++) {
      const candidate = withConstant(amended, position, difference)
      if (candidate === undefined) break
      const now = distance(candidate)
      if (now === undefined || now.length >= (left?.length ?? 0)) continue
      amended = candidate
      left = now
      break
    }
  }
  return amended
}

/** The constants in which a value differs from another; undefined where they differ in more than those. */
export function differingConstants(found: JsonValue, wanted: JsonValue): readonly Difference[] | undefined {
  if (jsonEqual(found, wanted)) return []
  if (!isCollection(found) && !isCollection(wanted)) return [{ found, wanted }]
  if (isList(found) && isList(wanted) && found.length === wanted.length)
    return together(found.map((item, index) => differingConstants(item, wanted[index] ?? null)))
  if (!isObject(found) || !isObject(wanted)) return undefined
  const keys = Object.keys(found)
  const isSameShape =
    keys.length === Object.keys(wanted).length && keys.every(key => Object.hasOwn(wanted, key))
  return isSameShape
    ? together(keys.map(key => differingConstants(found[key] ?? null, wanted[key] ?? null)))
    : undefined
}

function together(parts: readonly (readonly Difference[] | undefined)[]): readonly Difference[] | undefined {
  return parts.includes(undefined) ? undefined : parts.flatMap(part => part ?? [])
}

/** The script with the constant that is wanted in the place of this one of those found; undefined where there are fewer. */
function withConstant(source: string, position: number, { found, wanted }: Difference): string | undefined {
  let count = 0
  const written = rewriteScript(source, (node, around) => {
    const isPart = around?.type === 'UnaryExpression' && constantOf(around) !== undefined
    if (isPart || constantOf(node) !== found || count++ !== position) return undefined
    return literal(wanted, source.charAt(node.start))
  })
  return count > position ? written : undefined
}

/** The value that is written out in a node: a literal, a negative number, or a template without expressions. */
function constantOf(node: AnyNode): unknown {
  if (node.type === 'Literal') return node.value
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked
  const isNegative =
    node.type === 'UnaryExpression' &&
    node.operator === '-' &&
    node.argument.type === 'Literal' &&
    typeof node.argument.value === 'number'
  return isNegative ? -Number((node.argument as Literal).value) : undefined
}

/** A constant of JavaScript, in quotes like the former ones. */
function literal(value: JsonValue, quote: string): string {
  if (value instanceof ExactNumber) return value.json
  const written = JSON.stringify(value)
  if (typeof value !== 'string' || !/['`]/.test(quote)) return written
  const inside = written
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll(quote, `\\${quote}`)
  return quote + (quote === '`' ? inside.replaceAll('${', String.raw`\${`) : inside) + quote
}

/** The things that a script says, and the part of it that says none. */
interface Things {
  readonly things: readonly JsonValue[]
  readonly rest: JsonValue
}

/**
 * A script without the statements that say what nobody wants any more. That nothing else goes with them is proven by reading the
 * script again with `says`.
 */
export function withoutStatements(
  source: string,
  says: (source: string) => Things | undefined,
  isWanted: (thing: JsonValue) => boolean,
): string {
  const counts = (said: Things): readonly [wanted: number, others: number] => {
    const wanted = said.things.filter(isWanted).length
    return [wanted, said.things.length - wanted]
  }
  let shorter = source
  let said = says(source)
  for (let position = 0; said !== undefined && counts(said)[1] > 0;) {
    const statement = statementsOf(shorter)[position]
    if (statement === undefined) break
    const candidate = withoutLines(shorter, statement)
    const now = says(candidate)
    const [[wanted, others], next] = [counts(said), now && counts(now)]
    const isFit = next !== undefined && next[0] === wanted && next[1] < others
    if (!isFit || !jsonEqual(now?.rest ?? null, said.rest)) position++
    else [shorter, said] = [candidate, now]
  }
  return shorter
}

/** The statements of a script, outer ones before those in them. */
function statementsOf(source: string): readonly AnyNode[] {
  const found: AnyNode[] = []
  rewriteScript(source, node => {
    if (node.type === 'ExpressionStatement') found.push(node)
    return undefined
  })
  return found.toSorted((one, other) => one.start - other.start || other.end - one.end)
}

/** The source without a statement, and without its lines where nothing else stands in them. */
function withoutLines(source: string, { start, end }: AnyNode): string {
  const line = source.lastIndexOf('\n', start - 1) + 1
  const [behind] = /^[^\S\n]*(?:\/\/[^\n]*)?(?:\n|$)/.exec(source.slice(end)) ?? []
  const isAlone = behind !== undefined && source.slice(line, start).trim() === ''
  if (!isAlone) return source.slice(0, start) + source.slice(end)
  const rest = source.slice(end + behind.length)
  return rest === '' ? source.slice(0, line).trimEnd() : source.slice(0, line) + rest
}

/** True where comments of a script, or what it logs, are not in the one that takes its place. */
export function losesRemarks(source: string, written: string): boolean {
  const remarks: string[] = []
  rewriteScript(
    source,
    node => {
      const path = node.type === 'CallExpression' ? (pathOf(node.callee) ?? '') : ''
      if (/^(?:console|client)\.(?:log|info|warn|error|debug)$/.test(path))
        remarks.push(source.slice(node.start, node.end))
      return undefined
    },
    remark => remarks.push(remark),
  )
  return remarks.some(remark => !written.includes(remark.trim()))
}

/** The reason that is told where that is so. */
export const withoutRemarks = 'it is written anew, without its comments and what it logs'
