import type { Doc } from 'prettier'
import { builders, printer } from 'prettier/doc'

export type { Doc }

/**
 * The words for code whose lines are broken where they must: `group` stays on one line where it fits, else each `line` and
 * `softline` in it becomes a new line, `indent` further right (Wadler, A prettier printer).
 */
export const {
  align,
  breakParent,
  conditionalGroup,
  fill,
  group,
  hardline,
  ifBreak,
  indent,
  join,
  line,
  softline,
} = builders

/** How wide lines may be, and what they are indented with. */
export interface LayoutOptions {
  readonly width: number
  readonly indentation: number
  readonly tabs?: boolean
}

/** The text of a layout. */
export function printLayout(doc: Doc, { width, indentation, tabs = false }: LayoutOptions): string {
  const options = { printWidth: width, tabWidth: indentation, useTabs: tabs }
  return printer.printDocToString(doc, { ...options, parentParser: null, embeddedInHtml: false } as never)
    .formatted
}
