import type { CodeAction, Diagnostic, TextEdit } from 'vscode-languageserver'

/** What mends a mistake of which the hint has one right answer: the word that was meant, or the line as it is to be written. */
export function quickFixes(
  lines: readonly string[],
  uri: string,
  diagnostics: readonly Diagnostic[],
): readonly CodeAction[] {
  return diagnostics.flatMap(diagnostic => {
    const { message = '', hint = '' } = (diagnostic.data ?? {}) as {
      readonly message?: string
      readonly hint?: string
    }
    const edit = meantWord(lines, diagnostic, message, hint) ?? writtenLine(lines, diagnostic, hint)
    if (edit === undefined) return []
    const title = `Write ${edit.newText.trim()}`
    return [
      {
        title,
        kind: 'quickfix',
        diagnostics: [diagnostic],
        isPreferred: true,
        edit: { changes: { [uri]: [edit] } },
      },
    ]
  })
}

/** `Did you mean "status"?`: the wrong word is the one that the message has in quotes, and stands at the place once. */
function meantWord(
  lines: readonly string[],
  { range }: Diagnostic,
  message: string,
  hint: string,
): TextEdit | undefined {
  const [, quoted, placeholder] = /^Did you mean (?:"([^"]+)"|(\{\{[^}]+\}\}))\?/.exec(hint) ?? []
  const meant = quoted ?? placeholder?.slice(2, -2)
  const { start, end } = range
  if (meant === undefined || start.line !== end.line) return undefined
  const written = (lines[start.line] ?? '').slice(start.character, end.character)
  const wrong = /"([^"]+)"|\{\{([^}]+)\}\}/.exec(message)
  const word = wrong?.[1] ?? wrong?.[2] ?? bareWord(written)
  const at = word === undefined ? [] : placesOf(word, written)
  if (word === undefined || at.length !== 1) return undefined
  const character = start.character + (at[0] ?? 0)
  return {
    range: {
      start: { line: start.line, character },
      end: { line: start.line, character: character + word.length },
    },
    newText: meant,
  }
}

/** A text that is one word, perhaps in quotes. */
function bareWord(text: string): string | undefined {
  return /^(["']?)([\w-]+)\1$/.exec(text)?.[2]
}

/** Where a word stands by itself in a text. */
function placesOf(word: string, text: string): readonly number[] {
  const isPart = (sign: string | undefined): boolean => sign !== undefined && /[\w-]/.test(sign)
  const places: number[] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) places.push(at)
  return places
}

/** Of a mistake in the YAML the hint ends with the line as it is to be written. What is masked in it is not written over. */
function writtenLine(
  lines: readonly string[],
  { code, range }: Diagnostic,
  hint: string,
): TextEdit | undefined {
  const [, written = ''] = /:\n([^\n]+)$/.exec(hint) ?? []
  const line = lines[range.start.line]
  const isOfYaml = ['yaml-syntax', 'yaml-alias', 'unquoted-template'].includes(String(code))
  if (!isOfYaml || line === undefined || written.trim() === '' || written.includes('***')) return undefined
  const { line: number } = range.start
  return {
    range: { start: { line: number, character: 0 }, end: { line: number, character: line.length } },
    newText: written,
  }
}
