import type { CompletionItem, CompletionItemKind, TextEdit } from 'vscode-languageserver'
import { functionFacts } from '../generated/functions.ts'
import { functionTexts } from '../generated/function-texts.ts'
import type { DocumentPath } from '../model/span.ts'
import { builtInNames } from '../template/built-ins/index.ts'
import { rangeUsages } from '../template/built-ins/ranges.ts'
import { itemAt } from './item-at.ts'
import { type Cursor, placeAt, type Asked } from './place.ts'
import { type SetVariable, variablesAt } from './variables.ts'

const kinds = { variable: 6, function: 3, word: 12 } as const satisfies Record<string, CompletionItemKind>

/** The completions for the placeholder that a cursor is in; undefined where it is in none. */
export function completePlaceholder({ cursor, analysis }: Asked): readonly CompletionItem[] | undefined {
  const { lines, line, column } = cursor
  const before = (lines[line] ?? '').slice(0, column)
  const opening = before.lastIndexOf('{{')
  if (opening === -1 || before.includes('}}', opening)) return undefined
  const inside = before.slice(opening + 2)
  const piped = /\s\|\s*([^|]*)$/.exec(inside)
  const place = placeAt({ lines, line, column: opening })
  const variables = (): readonly SetVariable[] =>
    variablesAt(analysis, place.path).filter(one => !isOwn(one, place.path))
  if (piped === null) {
    const typed = { column: column - inside.trimStart().length }
    return closedBy(cursor, opening, nameItems(cursor, typed, variables(), analysis.environmentNames))
  }
  const words = (piped[1] ?? '').split(/\s+/)
  const typed = { column: column - (words.at(-1) ?? '').length }
  const [called = ''] = words
  const items =
    words.length === 1
      ? functionItems(cursor, typed)
      : argumentItems(cursor, typed, called, words.length - 2, variables)
  return closedBy(cursor, opening, items)
}

/** True where a variable of the suite is the one whose value the placeholder stands in. */
function isOwn({ name, by }: SetVariable, [key, own, ...rest]: DocumentPath): boolean {
  return by === 'the suite' && key === 'variables' && own === name && rest.length === 0
}

type Typed = Parameters<typeof itemAt>[1]

function nameItems(
  cursor: Cursor,
  typed: Typed,
  variables: readonly SetVariable[],
  environment: readonly string[],
): readonly CompletionItem[] {
  const setters = new Map<string, SetVariable[]>()
  for (const one of variables) setters.set(one.name, [...(setters.get(one.name) ?? []), one])
  const others = [
    ...environment.map(name => ({ name: `env.${name}`, by: 'the process environment' })),
    ...[...builtInNames(), ...rangeUsages()].map(name => ({ name, by: 'made anew for each use' })),
  ]
  return [
    ...[...setters].map(([name, by]) => variableItem(cursor, typed, name, by)),
    ...others
      .filter(({ name }) => !setters.has(name))
      .map(one => variableItem(cursor, typed, one.name, [one])),
  ].map((item, index) => ({ ...item, sortText: String(index).padStart(4, '0') }))
}

/** Setters beyond these are only counted. */
const shownSetters = 3

function variableItem(
  cursor: Cursor,
  typed: Typed,
  name: string,
  setters: readonly SetVariable[],
): CompletionItem {
  const [first] = setters
  const more = setters.length - shownSetters
  const by = setters
    .slice(0, shownSetters)
    .map(one => one.by)
    .join(', ')
  return {
    ...itemAt(cursor, typed, name, name),
    kind: kinds.variable,
    detail: more > 0 ? `${by}, and ${more} more` : by,
    ...(first?.value === undefined ? {} : { documentation: first.value }),
  }
}

function functionItems(cursor: Cursor, typed: Typed): readonly CompletionItem[] {
  return [...functionFacts].map(([name, facts]) => ({
    ...itemAt(cursor, typed, name, name),
    kind: kinds.function,
    detail: [name, ...facts.arguments.map(one => (one.optional === true ? `[${one.name}]` : one.name))].join(
      ' ',
    ),
    ...(functionTexts.has(name) ? { documentation: functionTexts.get(name) ?? '' } : {}),
  }))
}

/** The variables that hold a key, the words that an argument may be, or what the documentation has there. */
function argumentItems(
  cursor: Cursor,
  typed: Typed,
  called: string,
  index: number,
  variables: () => readonly SetVariable[],
): readonly CompletionItem[] {
  const { type, name = '' } = functionFacts.get(called)?.arguments[index] ?? {}
  if (type === undefined) return []
  if (type === 'key') return nameItems(cursor, typed, variables(), [])
  const [, example = ''] = / \| \S+ (.*?) ?gives /.exec(functionTexts.get(called) ?? '') ?? []
  const words = type === 'encoding' ? name.split('|') : [example.match(/'[^']*'|\S+/g)?.[index] ?? []].flat()
  return words.map(word => ({
    ...itemAt(cursor, typed, word, word),
    kind: kinds.word,
    ...(type === 'encoding' ? {} : { detail: name }),
  }))
}

/** With the closing braces where they are missing, and quotes where YAML would read the braces as its own. */
function closedBy(
  cursor: Cursor,
  opening: number,
  items: readonly CompletionItem[],
): readonly CompletionItem[] {
  const { lines, line, column } = cursor
  const rest = (lines[line] ?? '').slice(column)
  const [, closing] = /^([^{}]*\}\})/.exec(rest) ?? []
  const quoteAt = needsQuote({ lines, line, column: opening })
  const edits: TextEdit[] = []
  const insert = (character: number): TextEdit => ({
    range: { start: { line, character }, end: { line, character } },
    newText: '"',
  })
  if (quoteAt !== undefined) edits.push(insert(quoteAt))
  if (quoteAt !== undefined && closing !== undefined) edits.push(insert(column + closing.length))
  const end = `${closing === undefined ? '}}' : ''}${quoteAt !== undefined && closing === undefined ? '"' : ''}`
  return items.map(item => ({
    ...item,
    ...(item.textEdit === undefined
      ? {}
      : { textEdit: { ...item.textEdit, newText: item.textEdit.newText + end } }),
    ...(edits.length === 0 ? {} : { additionalTextEdits: edits }),
  }))
}

/** Where a quote is missing: before a value that begins with braces, and before any that stands between braces itself. */
function needsQuote(cursor: Cursor): number | undefined {
  const { kind, isFlow, quote, typed, column } = placeAt(cursor)
  if (kind === 'none' || quote !== undefined) return undefined
  return isFlow || typed === '' ? column : undefined
}
