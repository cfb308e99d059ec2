import { parseTemplate } from './template.ts'

/** A text in which no placeholders are filled in, with its escaped braces as such: `\{{x}}` is `{{x}}`. */
export function plainText(text: string): string {
  if (!text.includes('{{')) return text
  return parseTemplate(text)
    .parts.map(part => (typeof part === 'string' ? part : text.slice(part.offset, part.end)))
    .join('')
}
