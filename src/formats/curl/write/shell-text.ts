import { shellQuote } from '../../../report/curl/shell-quote.ts'
import { parseTemplate } from '../../../template/template.ts'
import type { ShellVariables } from './shell-variables.ts'

/** A template as one word of a shell: variables are expanded, and nothing else in it means anything. */
export function shellText(template: string, variables: ShellVariables): string {
  const { parts } = parseTemplate(template)
  if (parts.every(part => typeof part === 'string')) return shellQuote(parts.join(''))
  const written = parts.map(part =>
    typeof part === 'string' ? escaped(part) : variables.reference(part.name),
  )
  return `"${written.join('')}"`
}

/** A literal text inside double quotes (XCU 2.2.3). */
function escaped(text: string): string {
  return text.replace(/[\\"$`]/g, character => `\\${character}`)
}
