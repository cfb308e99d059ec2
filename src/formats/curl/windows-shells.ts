import type { ShellCommand } from './shell-reader.ts'

/** Which shell a command line was written for. */
export function shellOf(text: string): 'bash' | 'cmd' | 'powershell' {
  if (/\^[ \t]*\r?\n|\^"/.test(text)) return 'cmd'
  return /`[ \t]*\r?\n/.test(text) ? 'powershell' : 'bash'
}

/** Reads command lines of cmd.exe: first its carets, then the quotes as a C program reads them. */
export function readCommandPrompt(text: string): readonly ShellCommand[] {
  const lines: { text: string; line: number }[] = []
  let current = { text: '', line: 1 }
  let isQuoted = false
  let line = 1
  const source = text.replace(/\r\n?/g, '\n')
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? ''
    if (character === '\n') {
      line++
      isQuoted = false
      lines.push(current)
      current = { text: '', line }
    } else if (character === '^' && !isQuoted) {
      const isBreak = source[at + 1] === '\n'
      if (isBreak) line++
      at += isBreak ? 2 : 1
      // The character behind a continued line counts as one that was escaped; it may be a line break, then.
      if (isBreak && source[at] !== '\n') at--
      else current.text += source[at] ?? ''
    } else {
      if (character === '"') isQuoted = !isQuoted
      current.text += character
    }
  }
  lines.push(current)
  return lines
    .filter(({ text: content }) => content.trim() !== '')
    .map(({ text: content, line: at }) => ({ words: programWords(content), line: at }))
}

/** Words as the C runtime of Windows reads them: backslashes only count before a quote, and `""` in quotes is one. */
function programWords(text: string): readonly string[] {
  const words: string[] = []
  let word: string | undefined
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const [backslashes = ''] = /^\\+(?=")/.exec(text.slice(at)) ?? []
    const character = text[at] ?? ''
    if (backslashes !== '') {
      word = (word ?? '') + '\\'.repeat(backslashes.length >> 1)
      at += backslashes.length - 1
      if (backslashes.length % 2 === 1) {
        word += '"'
        at++
      }
    } else if (character === '"') {
      word ??= ''
      if (isQuoted && text[at + 1] === '"') {
        word += '"'
        at++
      } else isQuoted = !isQuoted
    } else if (/\s/.test(character) && !isQuoted) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + character
  }
  return word === undefined ? words : [...words, word]
}

/** Reads command lines of PowerShell: a backtick escapes, and two quotes in a quoted text are one. */
export function readPowerShell(text: string): readonly ShellCommand[] {
  const joined = text.replace(/\r\n?/g, '\n').replace(/`[ \t]*\n/g, ' ')
  const commands = joined
    .split('\n')
    .map((content, index) => ({ words: powerShellWords(content), line: index + 1 }))
  return commands.filter(({ words }) => words.length > 0)
}

const powerShellEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' }

function powerShellWords(text: string): readonly string[] {
  const parts = text.matchAll(/'((?:[^']|'')*)'|"((?:[^"`]|`[\s\S]|"")*)"|`([\s\S])|(\s+)|([^\s'"`]+)/g)
  const words: string[] = []
  let word: string | undefined
  for (const [, single, double, escaped, space, plain] of parts) {
    if (space === undefined) {
      word = `${word ?? ''}${single?.replaceAll("''", "'") ?? ''}${plain ?? ''}${unescaped(escaped)}`
      word += double?.replace(/`([\s\S])|""/g, (_, character?: string) => unescaped(character) || '"') ?? ''
    } else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  return word === undefined ? words : [...words, word]
}

function unescaped(character: string | undefined): string {
  return character === undefined ? '' : (powerShellEscapes[character] ?? character)
}
