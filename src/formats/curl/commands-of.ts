import { readArguments, type CurlCall } from './read-arguments.ts'
import { readShell, type ShellScript, variableMark, variableStart } from './shell-reader.ts'
import { readCommandPrompt, readPowerShell, shellOf } from './windows-shells.ts'

/** A command of a script that calls curl. */
export interface CurlCommand {
  readonly calls: readonly CurlCall[]
  readonly line: number
  readonly comment?: string
  readonly input?: string
  /** The construct that only a shell can evaluate. */
  readonly unknown?: string
}

/** Contents of a shell script. */
export interface CurlScript {
  readonly commands: readonly CurlCommand[]
  /** Variables that the script sets. */
  readonly variables: Readonly<Record<string, string>>
  /** Other programs that it calls, by name. */
  readonly others: readonly string[]
}

/** Words that may stand before the name of the program. */
const before = /^(\$|%|>|PS>|sudo|time|exec|command|env|nohup|if|then|else|elif|while|do|!|\{|\()$/

const curl = /(^|[/\\])curl(\.exe)?$/i

/** Reads the calls of curl in a script, whichever shell it was written for. */
export function commandsOf(text: string): CurlScript {
  const { commands: all, defaults } = readScript(text.replace(/^\ufeff/, ''))
  const commands: CurlCommand[] = []
  const variables = new Map(defaults)
  const others: string[] = []
  for (const { words, ...rest } of all) {
    const { assigned, left } = withoutAssignments(words)
    for (const [name, value] of assigned) if (value !== variableMark(name)) variables.set(name, value)
    const start = left.findIndex(word => !before.test(word))
    const name = left[start]
    if (name === undefined || setsDefault(left)) continue
    if (curl.test(name)) commands.push({ calls: readArguments(left.slice(start + 1)), ...rest })
    else others.push(name.slice(0, 40))
  }
  return { commands, variables: Object.fromEntries(variables), others }
}

function readScript(text: string): ShellScript {
  const shell = shellOf(text)
  if (shell === 'bash') return readShell(text)
  return { commands: shell === 'cmd' ? readCommandPrompt(text) : readPowerShell(text), defaults: new Map() }
}

/** `NAME=value` in front of a command, alone, or behind `export`. */
function withoutAssignments(words: readonly string[]): {
  readonly assigned: readonly (readonly [string, string])[]
  readonly left: readonly string[]
} {
  const from = words[0] === 'export' ? 1 : 0
  const end = words.findIndex((word, index) => index >= from && !/^[A-Za-z_]\w*=/.test(word))
  const pairs = words.slice(from, end < 0 ? undefined : end)
  return {
    assigned: pairs.map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
    left: end < 0 ? [] : words.slice(end),
  }
}

/** `: "${NAME:=value}"` gives a variable a value unless it has one. */
function setsDefault(words: readonly string[]): boolean {
  return words[0] === ':' && words.slice(1).every(word => word.startsWith(variableStart))
}
