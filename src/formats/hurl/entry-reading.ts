import { literalText } from '../../compile/literal-text.ts'
import { groupedPairs } from '../../compile/named-values.ts'
import { encodeAround } from '../../curl/read-data.ts'
import type { BodyLayout } from '../body-layout.ts'
import type { Tell } from '../told.ts'
import type { HurlField, HurlFile, HurlMessage, HurlQuery, SectionName, Template } from './hurl-file.ts'
import { property } from '../../util/read-values.ts'

/** The means of making a step of an entry. */
export interface EntryReading {
  readonly tell: Tell
  /** The account of one of its lines. */
  readonly tellAt: (line: number) => Tell
  readonly names: EntryNames
  readonly layout: BodyLayout
}

/** A name and its value as a suite writes them. */
export type Pair = readonly [name: string, value: string]

/** Values that Hurl makes up. */
const generated: Readonly<Record<string, string>> = { newUuid: '$uuid', newDate: '$isoTimestamp' }

/** The variables of a file: which are set in it, and which of those only ever hold text. */
export class EntryNames {
  readonly #texts = new Set<string>()
  readonly #others = new Set<string>()
  /** Texts that Hurl has read a number out of. */
  readonly #numbers = new Set<string>()
  /** Names that stand in the file, without those that Hurl makes up. */
  readonly used = new Set<string>()
  /** The names that it makes up, with those that stand in their place. */
  readonly made = new Map<string, string>()

  constructor(file: HurlFile) {
    for (const { request, response } of file.entries) {
      for (const section of [...request.sections, ...(response?.sections ?? [])]) {
        for (const { name, query } of section.captures) {
          const last = query.filters.at(-1)?.name
          if (last === 'toInt' || last === 'toFloat') this.#numbers.add(plainText(name))
          ;(isTextual(query) ? this.#texts : this.#others).add(plainText(name))
        }
        for (const { name, value } of section.name === 'Options' ? section.fields : []) {
          const [, variable, written = ''] = /^([^=\s]+)\s*=\s*(.*)$/s.exec(plainText(value)) ?? []
          if (plainText(name) !== 'variable' || variable === undefined) continue
          ;(/^(?:null|true|false|-?\d[\d.]*)$/.test(written) ? this.#others : this.#texts).add(variable)
        }
      }
    }
  }

  /** A name for what stands between an answer and a variable or an assert: none that the file has. */
  between(name: string): string {
    return this.isSet(name) ? this.between(`${name}-found`) : name
  }

  /** A text as a suite writes it. */
  text(template: Template): string {
    return template
      .map(piece => (typeof piece === 'string' ? literalText(piece) : this.placeholder(piece.name)))
      .join('')
  }

  placeholder(name: string): string {
    const own = property(generated, name)
    if (own === undefined) this.used.add(name)
    else this.made.set(name, own)
    return `{{${own ?? name}}}`
  }

  /** True where a value is sure to be text: what a run is given is, too. */
  isText(name: string): boolean {
    return !this.#others.has(name)
  }

  /** True where a variable is the text of what is a number in Hurl. */
  isNumberText(name: string): boolean {
    return this.#numbers.has(name)
  }

  /** True where an entry sets the variable, so that its type is that of the answer. */
  isSet(name: string): boolean {
    return this.#texts.has(name) || this.#others.has(name)
  }
}

/** A text without its placeholders' meaning: for names, which have none. */
export function plainText(template: Template): string {
  return template.map(piece => (typeof piece === 'string' ? piece : `{{${piece.name}}}`)).join('')
}

/** True for a query whose values are texts as soon as they are variables. */
function isTextual({ kind, filters }: HurlQuery): boolean {
  const [last] = filters.slice(-1)
  if (last !== undefined) return /^(?:base64|url|regex|replace|format|toInt|toFloat|toString)/.test(last.name)
  return /^(?:url|header|cookie|body|regex|sha256|version)$/.test(kind)
}

/** The fields of a section; none where there is no such section. */
export function fieldsOf({ sections }: HurlMessage, name: SectionName): readonly HurlField[] {
  return sections.find(section => section.name === name)?.fields ?? []
}

/** Names and values as a suite writes them. */
export function pairsOf(fields: readonly HurlField[], names: EntryNames): readonly Pair[] {
  return fields.map(({ name, value }) => [names.text(name), names.text(value)])
}

/** True where a mapping of names and values has them in the same order. */
export function keepsOrder(pairs: readonly Pair[]): boolean {
  const all = pairs.map(([name, value]): [string, string] => [name, value])
  const isSame = groupedPairs(all).every((pair, index) => all[index] === pair)
  return isSame && !pairs.some(([name]) => /^\d+$/.test(name))
}

/** Names and values as they stand in a URL, placeholders as they are. */
export function encodedPairs(pairs: readonly Pair[]): string {
  const encoded = (text: string): string => encodeAround(text, /(\{\{[^{}]*\}\})/)
  return pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
}
