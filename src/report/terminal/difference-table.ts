import { cutToWidth, displayWidth } from '../text/display-width.ts'
import type { DifferingPlace } from '../text/differences.ts'
import type { Palette } from './palette.ts'

/** Columns of a table where their number is not known. */
const usualColumns = 120

/** Columns that a value needs to say anything beside another. */
const fewestColumns = 16

const gap = 2

/** Shows the expected and the found value side by side, a line for each place; undefined without room for that. */
export function differenceTable(
  places: readonly DifferingPlace[],
  colors: Palette,
  columns = usualColumns,
): readonly string[] | undefined {
  const rows = places.map(({ place, expected = 'nothing', found = 'nothing' }) => ({
    place,
    expected,
    found,
  }))
  const heads = { place: '', expected: '- expected', found: '+ found' }
  const natural = (key: keyof typeof heads): number =>
    Math.max(...[heads, ...rows].map(row => displayWidth(row[key])))
  const placeWidth = Math.min(natural('place'), Math.floor(columns / 3))
  const room = columns - placeWidth - 2 * gap
  const [wanted, got] = [natural('expected'), natural('found')]
  // The other side may have the room that one side does not need.
  const expectedWidth = Math.min(wanted, Math.max(Math.floor(room / 2), room - got))
  const foundWidth = Math.min(got, room - expectedWidth)
  const isTight = (width: number, needed: number): boolean => width < Math.min(fewestColumns, needed)
  if (isTight(expectedWidth, wanted) || isTight(foundWidth, got)) return undefined
  const cells = (place: string, expected: string, found: string): string =>
    `${padded(place, placeWidth)}${colors.red(padded(expected, expectedWidth))}${colors.green(found)}`.trimEnd()
  return [
    cells(heads.place, heads.expected, heads.found),
    ...rows.map(({ place, expected, found }) => {
      const from = firstDifference(expected, found)
      return cells(place, window(expected, from, expectedWidth), window(found, from, foundWidth))
    }),
  ]
}

function padded(text: string, width: number): string {
  const shown = cutToWidth(text, width)
  return shown + ' '.repeat(width - displayWidth(shown) + gap)
}

/** A text in so many columns; where it is longer, with the place at which it begins to differ. */
function window(text: string, from: number, width: number): string {
  if (displayWidth(text) <= width) return text
  const characters = Array.from(text.slice(0, from))
  const before = Math.floor(width / 3)
  if (characters.length <= width - before) return cutToWidth(text, width)
  return cutToWidth(`\u2026${characters.slice(-before).join('')}${text.slice(from)}`, width)
}

function firstDifference(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  return at
}
