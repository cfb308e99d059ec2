import { printable } from '../text/printable.ts'

/** Text that is HTML already. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The values that may stand in a `markup` template: text is escaped, markup stays, nothing leaves nothing. */
export type Content = string | number | undefined | Markup | readonly Content[]

/** A template that escapes every text put into it, so that nothing from outside can become HTML. */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  let text = parts[0] ?? ''
  contents.forEach((content, index) => {
    text += htmlOf(content) + (parts[index + 1] ?? '')
  })
  return new Markup(text)
}

function htmlOf(content: Content): string {
  if (content === undefined) return ''
  if (content instanceof Markup) return content.text
  if (isList(content)) return content.map(htmlOf).join('')
  return printable(String(content)).replace(/[&<>"']/g, character => entities[character] ?? character)
}

function isList(content: Content): content is readonly Content[] {
  return Array.isArray(content)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
