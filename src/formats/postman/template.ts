import { isBuiltIn } from '../../template/built-ins/index.ts'
import { parseTemplate } from '../../template/template.ts'

/**
 * A text of Postman as a suite writes it. `{{name}}` is a variable in both; braces that are none, which Postman sends as
 * they are, get a backslash.
 */
export function templateOf(text: string): string {
  if (!text.includes('{{')) return text
  return text.replace(
    /(\\*)(\{{2,})([^{}]*)(\}\})?/g,
    (_, slashes: string, braces: string, name: string, close?: string) =>
      close !== undefined && isName(name.trim())
        ? slashesBefore(slashes, 0) + braces + name + close
        : slashesBefore(slashes, 1) +
          braces.replaceAll('{{', String.raw`\{{`).replace(/^\\/, '') +
          name +
          (close ?? ''),
  )
}

/** A text of a suite as Postman writes it. */
export function postmanText(text: string): string {
  if (!text.includes('{{')) return text
  return parseTemplate(text)
    .parts.map(part => {
      if (typeof part === 'string') return part
      return part.name === '$uuid' ? '{{$guid}}' : text.slice(part.offset, part.end)
    })
    .join('')
}

/** The way back from a text in which braces are meant as such. */
export function plainText(text: string): string {
  return text.replaceAll(String.raw`\{{`, '{{')
}

/** Postman sends names that it does not know as they are; `{{"a": 1}}` in compact JSON is no name at all. */
function isName(name: string): boolean {
  return name !== '' && !/["\p{Cc}]/u.test(name) && (!name.startsWith('$') || isBuiltIn(name))
}

/**
 * Backslashes in front of braces. In a suite an odd number of them makes the braces literal, and one of them is taken
 * away: `extra` is 1 for literal braces and 0 for a placeholder.
 */
function slashesBefore(slashes: string, extra: 0 | 1): string {
  if (slashes === '' && extra === 0) return ''
  const count = slashes.length + 1
  return '\\'.repeat(count % 2 === extra ? count : count + 1)
}
