import type { SkipList } from '../skip-list.ts'
import { placeOf } from '../text/place.ts'
import { oneLine } from '../text/printable.ts'
import type { Palette } from './palette.ts'

/** Lists the steps that `skip` left out, each with its reason, under a heading; nothing where there is none. */
export function skipLines({ items, more }: SkipList, colors: Palette, workingFolder: string): string[] {
  if (items.length === 0) return []
  return [
    colors.bold('Skipped'),
    ...items.map(
      ({ title, reason, span }) =>
        `  ${oneLine(title)}: ${oneLine(reason)}  ${colors.dim(placeOf(span, workingFolder))}`,
    ),
    ...(more > 0 ? [colors.dim(`  and ${more} more`)] : []),
    '',
  ]
}
