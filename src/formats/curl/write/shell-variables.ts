import { environmentName } from '../../../compile/environment-names.ts'
import { dependentNames } from '../../../compile/written-variables.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { shellQuote } from '../../../util/shell-quote.ts'
import { unprintable } from '../../../report/text/printable.ts'
import { generateBuiltIn, isMade } from '../../../template/built-ins/index.ts'
import { parseTemplate } from '../../../template/template.ts'
import { isNumber, writeJson } from '../../../util/exact-number.ts'
import { valueText } from '../../../util/value-text.ts'

/** Values that a shell can make up as a run does. */
const commands: Readonly<Record<string, string>> = {
  $timestamp: '$(date +%s)',
  $isoTimestamp: '$(date -u +%Y-%m-%dT%H:%M:%S.000Z)',
  $randomInt: '$((RANDOM % 1001))',
  $uuid: '$(uuidgen)',
  $guid: '$(uuidgen)',
  $randomUUID: '$(uuidgen)',
}

/** The variables of a script: what each name of a collection is called there, and how it begins. */
export class ShellVariables {
  readonly #names = new Map<string, string>()
  readonly #values: JsonObject
  readonly #dependent: ReadonlySet<string>
  /** Names of built-ins that a script cannot make up. */
  readonly fixed = new Set<string>()
  /** Names that nothing sets. */
  readonly unset = new Set<string>()
  /** True where the script encodes values in URLs. */
  encodes = false
  /** True where it escapes values in JSON. */
  escapes = false

  constructor(values: JsonObject, set: ReadonlySet<string>) {
    this.#values = values
    this.#dependent = dependentNames(values, set)
    for (const [name, value] of Object.entries(values)) this.#names.set(name, this.#nameFor(name, value))
    for (const name of set)
      if (!this.#names.has(name)) this.#names.set(name, this.#free(environmentName(name)))
  }

  /** The form of a placeholder inside double quotes. */
  reference(placeholder: string): string {
    const command = commands[placeholder]
    if (command !== undefined) return command
    if (isMade(placeholder)) {
      this.fixed.add(placeholder)
      return valueText(generateBuiltIn(placeholder) ?? '').replace(/[\\"$`]/g, character => `\\${character}`)
    }
    if (!this.#dependent.has(placeholder)) return `\${${this.nameOf(placeholder)}}`
    const text = shellText(valueText(this.#values[placeholder] ?? ''), this)
    return text.startsWith('"') ? text.slice(1, -1) : text
  }

  /** The form of a placeholder in a URL behind this text: a value that a request line cannot carry there is encoded. */
  referenceInUrl(placeholder: string, before: string): string {
    const reference = this.reference(placeholder)
    const value = Object.hasOwn(this.#values, placeholder) ? this.#values[placeholder] : undefined
    if (typeof value !== 'string' || before === '') return reference
    const isOdd = before.includes('?') ? /[^\w.~!$'()*+,;=:@/?%-]/ : /[^\w.~!$&'()*+,;=:@/?%-]/
    if (!isOdd.test(value) || this.#dependent.has(placeholder)) return reference
    this.encodes = true
    return `$(encoded "${reference}")`
  }

  /** The form of a placeholder within a text of JSON: a value that would end the text, or may not stand in it, is escaped. */
  referenceInJson(placeholder: string): string {
    const reference = this.reference(placeholder)
    const value = Object.hasOwn(this.#values, placeholder) ? this.#values[placeholder] : undefined
    if (typeof value !== 'string' || JSON.stringify(value) === `"${value}"`) return reference
    this.escapes = true
    return `$(in_json "${reference}")`
  }

  /** The number that a variable is, where its spelling is none of JSON: `01234`, `.5`, `0x1F`. */
  numberInJson(name: string): string | undefined {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined
    if (!isNumber(value)) return undefined
    const json = writeJson(value)
    return json === valueText(value) ? undefined : json
  }

  /** The shell's name of a variable. */
  nameOf(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const [, environment] = /^env\.(\w+)$/.exec(name) ?? []
    if (environment !== undefined) return environment
    this.unset.add(name)
    const chosen = this.#free(environmentName(name))
    this.#names.set(name, chosen)
    return chosen
  }

  /** The type that a variable begins with; undefined for one that is only set on the way. */
  typeOf(name: string): string | undefined {
    return Object.hasOwn(this.#values, name) ? typeof this.#values[name] : undefined
  }

  /** Lines that give each of these variables its value unless the environment does. */
  declarations(names: Iterable<string>): readonly string[] {
    const own = [...names].filter(name => !this.#dependent.has(name))
    return this.#inOrder(own).map(name => {
      const value = this.#values[name] ?? null
      const called = this.nameOf(name)
      if (aliasOf(value) !== undefined) return `: "\${${called}:?must be set}"`
      return `${called}=\${${called}:-${shellText(valueText(value), this)}}`
    })
  }

  /** A variable after those that its value is made of. */
  #inOrder(names: readonly string[]): readonly string[] {
    const ordered = new Set<string>()
    const visit = (name: string, above: readonly string[]): void => {
      if (above.includes(name) || !names.includes(name)) return
      for (const part of parseTemplate(valueText(this.#values[name] ?? '')).parts)
        if (typeof part !== 'string') visit(part.name, [...above, name])
      ordered.add(name)
    }
    for (const name of names) visit(name, [])
    return [...ordered]
  }

  /** A variable that is another name for one of the environment keeps that one's. */
  #nameFor(name: string, value: JsonValue): string {
    const alias = aliasOf(value)
    return alias ?? this.#free(environmentName(name))
  }

  #free(wanted: string): string {
    const taken = new Set(this.#names.values())
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
    return name
  }
}

function aliasOf(value: JsonValue): string | undefined {
  return typeof value === 'string' ? /^\{\{env\.([A-Za-z_]\w*)\}\}$/.exec(value)?.[1] : undefined
}

/**
 * A template as one word of bash: variables are expanded, and nothing else in it means anything. Control characters are
 * escaped, so that no screen and no copy changes them.
 */
export function shellText(template: string, variables: ShellVariables): string {
  return shellWord(template, placeholder => variables.reference(placeholder))
}

/** The same of JSON. */
export function shellJson(template: string, variables: ShellVariables): string {
  return shellWord(template, placeholder => variables.referenceInJson(placeholder))
}

/** The same of a URL. */
export function shellUrl(template: string, variables: ShellVariables): string {
  return shellWord(template, (placeholder, before) => variables.referenceInUrl(placeholder, before))
}

function shellWord(template: string, reference: (placeholder: string, before: string) => string): string {
  const { parts } = parseTemplate(template)
  if (parts.every(part => typeof part === 'string')) return quotedLiteral(parts.join(''))
  let word = ''
  for (const part of parts) word += typeof part === 'string' ? escaped(part) : reference(part.name, word)
  return `"${word}"`
}

/** Runs of characters that a screen would not show, and a script that is printed would lose. */
const unseen = new RegExp(`(?:${unprintable.source})+`, 'gu')

function quotedLiteral(text: string): string {
  const runs = text.match(unseen) ?? []
  if (runs.length === 0) return shellQuote(text)
  return text
    .split(unseen)
    .map((seen, index) => (seen === '' ? '' : shellQuote(seen)) + ansiQuoted(runs[index] ?? ''))
    .join('')
}

/** A literal text inside double quotes (XCU 2.2.3). */
function escaped(text: string): string {
  return text
    .replace(/[\\"$`]/g, character => `\\${character}`)
    .replace(unseen, run => `"${ansiQuoted(run)}"`)
}

/** `$'\\r'`, as bash reads it. */
function ansiQuoted(text: string): string {
  if (text === '') return ''
  const codes = Array.from(text, character => {
    const code = character.codePointAt(0) ?? 0
    if (character === '\r') return String.raw`\r`
    return code < 0x80
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`
  })
  return `$'${codes.join('')}'`
}
