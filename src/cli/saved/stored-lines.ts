import { oneLine } from '../../report/text/printable.ts'
import { plural } from '../../util/quantity.ts'
import { outputPalette } from './tell.ts'

/** How many requests of a collection are new, and how many were there before; `done` is what became of the new ones. */
export function storedLines(
  collection: string,
  { added, present }: { readonly added: number; readonly present: number },
  done: 'imported' | 'saved',
): readonly string[] {
  return [
    `${outputPalette().bold(oneLine(collection))}  ${plural(added, 'request')} ${done}`,
    ...(present === 0 ? [] : [`${plural(present, 'request')} there before, left as they are`]),
  ]
}
