import path from 'node:path'
import type { Hover } from 'vscode-languageserver'
import { functionTexts } from '../generated/function-texts.ts'
import { text } from '../util/read-values.ts'
import { isMade } from '../template/built-ins/index.ts'
import { meantBy, pointedAt } from './pointed.ts'
import { type SetVariable, variablesAt } from './variables.ts'
import type { Asked } from './place.ts'

/** The facts on the word at a cursor: what a key means, who sets a variable and to what, what a function does. */
export function hoverAt({ cursor, analysis, guide }: Omit<Asked, 'hasSnippets'>): Hover | undefined {
  const pointed = pointedAt(cursor)
  if (pointed === undefined) return undefined
  const { placeholder, start, end, around } = pointed
  const value =
    placeholder === undefined
      ? explanation(guide.at(pointed.path, around))
      : aboutWord(placeholder.word, variablesAt(analysis, pointed.path))
  if (value === undefined) return undefined
  const { line } = cursor
  return {
    contents: { kind: 'markdown', value },
    range: { start: { line, character: start }, end: { line, character: end } },
  }
}

function explanation(parts: readonly object[]): string | undefined {
  const texts = parts.flatMap(part => text((part as { readonly description?: unknown }).description) ?? [])
  return texts[0]
}

/** A word behind a bar is a function, unless a variable is called so. */
function aboutWord(word: string, variables: readonly SetVariable[]): string | undefined {
  const setters = meantBy(word, variables)
  const [first] = setters
  if (first !== undefined) return [`**${first.name}**`, '', ...setters.map(lineOf)].join('\n')
  if (isMade(word)) return `**${word}** is made anew for each use.`
  if (word.startsWith('env.')) return `**${word}** comes from the process environment. Its value is a secret.`
  const told = functionTexts.get(word)
  return told === undefined ? undefined : `**${word}**: ${told}`
}

function lineOf({ by, value, span }: SetVariable): string {
  const place = span === undefined ? '' : ` (${path.basename(span.file)}:${span.start.line})`
  return value === undefined
    ? `- set by ${by}${place}`
    : `- \`${value.replaceAll('`', "'")}\`, set by ${by}${place}`
}
