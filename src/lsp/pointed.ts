import type { DocumentPath } from '../model/span.ts'
import { possibleVariables } from '../template/member-path.ts'
import { parseTemplate } from '../template/template.ts'
import { type Cursor, keyAt, type Place, placeAt } from './place.ts'

/** Target of a cursor: a key, or a value, and in it perhaps a word of a placeholder. */
export interface Pointed {
  /** To the key or the value. */
  readonly path: DocumentPath
  readonly around: Place['around']
  readonly isKey: boolean
  /** The value as it stands on its line, without quotes. */
  readonly value: string
  /** The placeholder, and the word of it. */
  readonly placeholder?: { readonly name: string; readonly word: string }
  readonly start: number
  readonly end: number
}

/** The key or value under a cursor; undefined where that is nothing. */
export function pointedAt({ lines, line, column }: Cursor): Pointed | undefined {
  const text = lines[line] ?? ''
  const inBraces = parseTemplate(text).parts.find(
    part => typeof part === 'object' && part.offset <= column && column < part.end,
  )
  if (typeof inBraces === 'object') {
    const { name, offset, end } = inBraces
    const { path, around } = placeAt({ lines, line, column: offset })
    const word = wordAt(text, column, offset + 2, end - 2)
    return { path, around, isKey: false, value: name, placeholder: { name, word }, start: offset, end }
  }
  const key = keyAt(text, column)
  if (key !== undefined) {
    const { path, around } = placeAt({ lines, line, column: key.column })
    const end = key.column + key.key.length
    return { path: [...path, key.key], around, isKey: true, value: key.key, start: key.column, end }
  }
  const [behind = ''] = /^[^\s,{}[\]"']*/.exec(text.slice(column)) ?? []
  const end = column + behind.replace(/:$/, '').length
  const place = placeAt({ lines, line, column: end })
  if (place.kind === 'none' || (place.typed === '' && behind === '')) return undefined
  const value = place.typed.replace(/^["']|["']$/g, '')
  const isKey = place.kind === 'key' && place.isFlow
  return {
    path: isKey ? [...place.path, value] : place.path,
    around: place.around,
    isKey,
    value,
    start: place.column,
    end,
  }
}

/** The word of a placeholder at a column: between spaces and bars. */
function wordAt(text: string, column: number, from: number, to: number): string {
  const before = /[^\s|]*$/.exec(text.slice(from, Math.min(column, to)))?.[0] ?? ''
  const after = /^[^\s|]*/.exec(text.slice(Math.max(column, from), to))?.[0] ?? ''
  return before + after
}

/** Of variables those that a word of a placeholder may stand for, or for a member of. */
export function meantBy<One extends { readonly name: string }>(
  word: string,
  variables: readonly One[],
): readonly One[] {
  const name = possibleVariables(word).find(possible => variables.some(one => one.name === possible))
  return variables.filter(one => one.name === name)
}
