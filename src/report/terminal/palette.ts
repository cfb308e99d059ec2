import picocolors from 'picocolors'
import type { Outcome } from '../../model/outcome.ts'

/** The colours of a terminal, or functions that leave text as it is. */
export type Palette = ReturnType<typeof picocolors.createColors>

/** Colours when wanted, and none otherwise, whatever the environment says. */
export function palette(color: boolean): Palette {
  return picocolors.createColors(color)
}

/** One sign for each outcome. */
export const symbols: Readonly<Record<Outcome, string>> = {
  passed: '✓',
  failed: '✗',
  errored: '!',
  skipped: '-',
}

/** Text in the colour of an outcome. */
export function inOutcomeColor(outcome: Outcome, text: string, colors: Palette): string {
  switch (outcome) {
    case 'passed':
      return colors.green(text)
    case 'failed':
      return colors.red(text)
    case 'errored':
      return colors.magenta(text)
    case 'skipped':
      return colors.dim(text)
  }
}
