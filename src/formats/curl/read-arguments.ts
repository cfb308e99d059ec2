import type { GivenOption } from '../../curl/given-options.ts'
import { optionOfLetter, optionOfName, type CurlOptionKind } from '../../curl/known-options.ts'

/** One transfer of a command: what stands between two `--next`. */
export interface CurlCall {
  readonly urls: readonly string[]
  readonly options: readonly GivenOption[]
  /** Options that say nothing of the request. */
  readonly idle: readonly string[]
  /** Options that say how it travels in a way suites cannot. */
  readonly lost: readonly string[]
  /** Why nothing can be made of it. */
  readonly refused: readonly string[]
}

interface OpenCall {
  urls: string[]
  options: GivenOption[]
  idle: string[]
  lost: string[]
  refused: string[]
}

/** Reads the arguments of a curl command, by the rules of curl. */
export function readArguments(words: readonly string[]): readonly CurlCall[] {
  const calls: OpenCall[] = [emptyCall()]
  const left = [...words]
  let onlyUrls = false
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const call = calls.at(-1) ?? emptyCall()
    if (!onlyUrls && word === '--') onlyUrls = true
    else if (!onlyUrls && (word === '--next' || word === '-:')) calls.push(emptyCall())
    else if (!onlyUrls && word.startsWith('--')) addLong(call, word, left)
    else if (!onlyUrls && word.startsWith('-') && word !== '-') addLetters(call, word, left)
    else call.urls.push(word)
  }
  return calls
}

function emptyCall(): OpenCall {
  return { urls: [], options: [], idle: [], lost: [], refused: [] }
}

function addLong(call: OpenCall, word: string, left: string[]): void {
  const [, name = '', joined] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
  const kind = optionOfName(name)
  const denied = kind === undefined && name.startsWith('no-') ? optionOfName(name.slice(3)) : undefined
  if (kind !== undefined) add(call, kind, kind.takesValue ? (joined ?? left.shift()) : '')
  else if (denied?.takesValue === false) add(call, denied, '', false)
  else call.refused.push(`--${name} is no option that is known here`)
}

/** `-sXPOST` is `-s -X POST`. */
function addLetters(call: OpenCall, word: string, left: string[]): void {
  for (let at = 1; at < word.length; at++) {
    const letter = word[at] ?? ''
    const kind = optionOfLetter(letter)
    if (kind === undefined) {
      call.refused.push(`-${letter} is no option that is known here`)
      return
    }
    const behind = word.slice(at + 1)
    add(call, kind, kind.takesValue ? (behind === '' ? left.shift() : behind) : '')
    if (kind.takesValue) return
  }
}

function add(call: OpenCall, { name, effect }: CurlOptionKind, value: string | undefined, on = true): void {
  if (value === undefined) call.refused.push(`--${name} needs a value`)
  else if (effect === 'idle' || effect === 'aside') call.idle.push(`--${name}`)
  else if (effect === 'lost') call.lost.push(`--${name}`)
  else if (effect === 'refused') call.refused.push(`--${name} has no counterpart in suites`)
  else if (name === 'url') call.urls.push(value)
  else call.options.push({ name, value, on })
}
