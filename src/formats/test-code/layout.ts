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

/** Code on one line. */
export function flat(doc: Doc): string {
  return typeof doc === 'string' ? doc : printLayout(doc, { width: 1e6, indentation: 2 })
}

/** Members with an empty line between them. */
export function separated(docs: readonly Doc[]): readonly Doc[] {
  return docs.flatMap((one, index) => (index === 0 ? [one] : ['', one]))
}

/** Statements without those that say again what the one before says. */
export function withoutRepeats(docs: readonly Doc[]): readonly Doc[] {
  return docs.filter((one, index) => index === 0 || JSON.stringify(one) !== JSON.stringify(docs[index - 1]))
}
