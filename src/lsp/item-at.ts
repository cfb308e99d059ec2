import type { CompletionItem } from 'vscode-languageserver'
import type { Cursor, Place } from './place.ts'

/** Something that may be written in the place of what is typed, with its indentation as it is; `behind` are characters more. */
export function itemAt(
  { line, column }: Cursor,
  place: Pick<Place, 'column'>,
  label: string,
  newText: string,
  behind = 0,
): CompletionItem {
  const range = { start: { line, character: place.column }, end: { line, character: column + behind } }
  return { label, filterText: label, textEdit: { range, newText }, insertTextMode: 1 }
}
