import type { StoredCounts } from '../../operations/convert/save-collection.ts'
import { oneLine } from '../../report/text/printable.ts'
import { cutText } from '../../util/cut-text.ts'
import { plural } from '../../util/quantity.ts'
import { outputPalette } from '../print-result.ts'

/** Folders that are shown, a line each, and characters of such a line: everything is in `apitest collections show`. */
const shownFolders = 20
const longestLine = 100

/** The requests of a collection that are new, by folder, and how many were there before; `done` is what became of the new ones. */
export function storedLines(
  collection: string,
  { added, present, replaced, made }: StoredCounts,
  done: 'imported' | 'saved',
): readonly string[] {
  const { bold, dim } = outputPalette()
  const instead = replaced === 0 ? '' : `, in the place of ${plural(replaced, 'request')}`
  const more = made.length - shownFolders
  return [
    `${bold(oneLine(collection))}  ${plural(added, 'request')} ${done}${instead}`,
    ...made.slice(0, shownFolders).map(({ folder, requests }) => {
      const name = folder === '' ? '' : `${oneLine(folder)}/  `
      return `  ${name}${dim(namesOf(requests, longestLine - name.length))}`
    }),
    ...(more > 0 ? [`  ${plural(more, 'folder')} more`] : []),
    ...(present === 0 ? [] : [`${plural(present, 'request')} there before, left as they are`]),
  ]
}

/** As many names as there is room for, at least one. */
function namesOf([first = '', ...others]: readonly string[], room: number): string {
  let text = cutText(oneLine(first), Math.max(room, 20))
  for (const [index, name] of others.entries()) {
    const longer = `${text}, ${oneLine(name)}`
    if (longer.length > room) return `${text} and ${others.length - index} more`
    text = longer
  }
  return text
}
