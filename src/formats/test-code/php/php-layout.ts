import type { JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import {
  conditionalGroup,
  type Doc,
  group,
  hardline,
  ifBreak,
  indent,
  join,
  line,
  softline,
} from '../layout.ts'
import { writeJson } from '../../../util/exact-number.ts'

/** How wide lines of PHP are, and how far a block is indented (PSR-12). */
export const phpLayout = { width: 120, indentation: 4 } as const

/** A JSON value as an expression. What PHP would take for a list is said to be an object. */
export function literal(value: JsonValue, objects: 'arrays' | 'objects' = 'arrays'): Doc {
  if (typeof value === 'string') return text(value)
  if (isList(value)) return array(value.map(item => literal(item, objects)))
  if (!isObject(value)) return writeJson(value)
  const members = Object.entries(value).map(([key, inner]): Doc => [
    text(key),
    ' => ',
    literal(inner, objects),
  ])
  const isPlain = objects === 'arrays' && !Object.keys(value).every(key => /^\d+$/.test(key))
  return isPlain ? array(members) : ['(object) ', array(members)]
}

/** True where an object is somewhere in a value. */
export function hasObject(value: JsonValue): boolean {
  return isObject(value) || (isList(value) && value.some(hasObject))
}

/** A text in single quotes, or in double ones where it has what cannot be seen; in pieces where a line is too short for it. */
export function text(value: string): Doc {
  const whole = quoted(value)
  const pieces = value.match(/.{1,70}(?:\s|$)|.{1,70}/gsu) ?? []
  if (pieces.length < 2) return whole
  return group(indent(ifBreak(join([line, '. '], pieces.map(quoted)), whole)))
}

function quoted(value: string): string {
  if (!unseen.test(value)) return `'${value.replace(/\\(?=[\\']|$)|'/g, String.raw`\$&`)}'`
  const escaped = value
    .replace(/[\\"$]/g, String.raw`\$&`)
    .replace(new RegExp(unseen, 'gu'), one => named[one] ?? `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)
  return `"${escaped}"`
}

const unseen = /[\p{C}\p{Zl}\p{Zp}]|[^\P{Zs} ]/u

const named: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
}

/** An array, on one line where it fits. */
export function array(items: readonly Doc[]): Doc {
  if (items.length === 0) return '[]'
  return group(['[', indent([softline, join([',', line], [...items])]), ifBreak(','), softline, ']'])
}

/** A call; a list that comes last is broken before the other arguments are. */
export function call(name: Doc, ...args: readonly Doc[]): Doc {
  const last = args.at(-1)
  if (last === undefined) return [name, '()']
  const whole = group([name, '(', indent([softline, join([',', line], [...args])]), softline, ')'])
  if (!isArray(last)) return whole
  const before = args.slice(0, -1).flatMap((arg): readonly Doc[] => [arg, ', '])
  const broken = group(last.contents, { shouldBreak: true })
  return conditionalGroup([[name, '(', ...before, last, ')'], [name, '(', ...before, broken, ')'], whole])
}

function isArray(doc: Doc): doc is Extract<Doc, { type: 'group' }> {
  return (
    typeof doc === 'object' &&
    'type' in doc &&
    doc.type === 'group' &&
    Array.isArray(doc.contents) &&
    doc.contents[0] === '['
  )
}

/** Texts behind each other. */
export function concatenated(parts: readonly Doc[]): Doc {
  return parts.length === 1 ? (parts[0] ?? '') : group(indent(join([line, '. '], [...parts])))
}

/** Statements, each on lines of its own. */
export function lines(statements: readonly Doc[]): Doc {
  return join(hardline, [...statements])
}

/** A block with statements behind its head: `if ($x) {`. */
export function block(head: Doc, statements: readonly Doc[]): Doc {
  return [head, ' {', indent([hardline, lines(statements)]), hardline, '}']
}

/** A condition in parentheses, as `if` has it. */
export function ifBlock(condition: Doc, statements: readonly Doc[]): Doc {
  return block(group(['if (', indent([softline, condition]), softline, ')']), statements)
}

/** Comments of methods and classes; none where there are no words. */
export function comment(words: readonly string[]): readonly Doc[] {
  const shown = words.map(one =>
    one
      .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
      .replaceAll('*/', '* /')
      .trim(),
  )
  const wrapped = shown.flatMap(one => one.match(/\S.{0,108}(?=\s|$)|\S{109}/gu) ?? [])
  if (wrapped.length === 0) return []
  return ['/**', ...wrapped.map(one => ` * ${one}`), ' */']
}
