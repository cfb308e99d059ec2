import type { JsonValue } from '../../model/json.ts'
import { functionFacts } from '../../generated/functions.ts'
import { BoundedCache } from '../../util/bounded-cache.ts'
import { nearMiss, suggesting } from '../../util/did-you-mean.ts'
import { Misuse } from './misuse.ts'
import { numberOf } from '../../util/exact-number.ts'

/** The content of a placeholder: the name of a variable, and the functions for its value. */
export interface Pipeline {
  readonly subject: string
  readonly calls: readonly FunctionCall[]
}

/** A function, and what stands behind it. */
export interface FunctionCall {
  readonly name: string
  readonly arguments: readonly Argument[]
}

/** An argument as it is written, and what YAML reads there. */
export interface Argument {
  readonly text: string
  readonly value: JsonValue
  readonly isQuoted: boolean
}

const pipelines = new BoundedCache<Pipeline | Misuse>(500)

/** Reads the functions of a placeholder, where it has ` | ` in it; mistakes in them are told without a look at any value. */
export function pipelineOf(placeholder: string): Pipeline | Misuse | undefined {
  return hasFunctions(placeholder) ? pipelines.get(placeholder, readPipeline) : undefined
}

/** True where a placeholder may have functions; a variable of exactly this name wins. */
export function hasFunctions(placeholder: string): boolean {
  return placeholder.includes('|') && bar.test(placeholder)
}

const bar = /\s\|\s/

function readPipeline(placeholder: string): Pipeline | Misuse {
  const [subject = ''] = placeholder.split(bar, 1)
  const calls: FunctionCall[] = []
  let words: Argument[] = []
  const end = (): Misuse | undefined => {
    const [first, ...rest] = words
    if (first === undefined) return new Misuse('there is no function behind "|"')
    words = []
    calls.push({ name: first.text, arguments: rest })
    return first.isQuoted || !functionFacts.has(first.text) ? unknownFunction(first.text) : undefined
  }
  for (const word of wordsOf(placeholder.slice(subject.length).replace(/^\s+\|\s+/, ''))) {
    if (word instanceof Misuse) return word
    if (word.text !== '|' || word.isQuoted) words.push(word)
    else {
      const wrong = end()
      if (wrong !== undefined) return wrong
    }
  }
  return end() ?? { subject: subject.trim(), calls }
}

/** Our functions by what other tools call them. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ...['uppercase', 'toUpperCase', 'upcase'].map(name => [name, 'upper'] as const),
  ...['lowercase', 'toLowerCase', 'downcase'].map(name => [name, 'lower'] as const),
])

function unknownFunction(name: string): Misuse {
  const all = 'All functions are listed in docs/language-reference.md.'
  const other = nearMiss(name, otherNames.keys()) ?? ''
  const isOurs = nearMiss(name, functionFacts.keys()) !== undefined
  const hint = suggesting(isOurs ? name : (otherNames.get(other) ?? name), functionFacts.keys(), all)
  return new Misuse(`"${name}" is no function`, hint, name)
}

/** The words of a text: between spaces, or between single quotes, in which two stand for one. */
export function* wordsOf(text: string): Generator<Argument | Misuse> {
  const word = /\s*(?:'((?:[^']|'')*)'(?=\s|$)|([^\s']\S*))/y
  for (const whole = text.trimEnd(); word.lastIndex < whole.length;) {
    const [, quoted, bare] = word.exec(whole) ?? []
    if (quoted !== undefined) {
      const inside = quoted.replaceAll("''", "'")
      yield { text: inside, value: inside, isQuoted: true }
    } else if (bare !== undefined) yield { text: bare, value: readBare(bare), isQuoted: false }
    else {
      yield new Misuse(
        'a quote is not closed',
        "An argument with spaces stands in '…'; '' in it is one quote.",
      )
      return
    }
  }
}

/** Reads a value as YAML does: a number, true, false, null, or else text. */
function readBare(text: string): JsonValue {
  if (text === 'null') return null
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? numberOf(text) : text
}

/** The variables that a placeholder with functions is filled in from: what it begins with, and keys. */
export function namesInPipeline({ subject, calls }: Pipeline): readonly string[] {
  return [subject, ...calls.flatMap(keysOf)]
}

/** The names of the variables that hold the keys of a function. */
export function keysOf({ name, arguments: given }: FunctionCall): readonly string[] {
  const { arguments: known = [] } = functionFacts.get(name) ?? {}
  return given.flatMap(({ text, isQuoted }, index) =>
    known[index]?.type === 'key' && !isQuoted ? [text] : [],
  )
}

/** True where a placeholder has a value even where its variable has none. */
export function hasDefault({ calls }: Pipeline): boolean {
  return calls[0]?.name === 'default'
}

/** How what was perhaps meant as a function is written: `id:-7`, `base64(id)`, `id|upper`. */
export function meantPlaceholder(name: string): string | undefined {
  const [, variable = '', standIn = ''] = /^([^:]+):-(.*)$/s.exec(name) ?? []
  if (variable !== '')
    return `{{${variable.trim()} | default ${standIn.trim() === '' ? "''" : standIn.trim()}}}`
  const [, called = '', inside = ''] = /^([\w-]+)\((.+)\)$/s.exec(name) ?? []
  if (functionFacts.has(called)) return `{{${inside.trim()} | ${called}}}`
  const [, environment] =
    /^(?:env\s*[:/]|process\.env\.|os\.environ\.|ENV\.|\$env[:.])\s*(\w+)$/i.exec(name) ?? []
  if (environment !== undefined) return `{{env.${environment}}}`
  const [first = '', ...rest] = name.split('|').map(part => part.trim())
  const isPiped =
    rest.length > 0 && first !== '' && rest.every(part => functionFacts.has(part.split(/[\s(]/, 1)[0] ?? ''))
  return isPiped ? `{{${[first, ...rest].join(' | ')}}}` : undefined
}
