import { singular } from '../../../compile/singular.ts'
import type { Entry } from '../har-document.ts'
import { variableName } from '../recorded-secrets.ts'
import { type AnswerValue, type Place, valuesIn } from './values-in-answer.ts'
import { type ValueUse, type VariableFor, withVariables } from './values-in-request.ts'

/** A value that one answer gives, and later requests send. */
export interface HandedOn {
  /** The name of the variable. */
  readonly name: string
  readonly value: string
  /** Position of the entry whose answer gives it. */
  readonly entry: number
  readonly place: Place
}

/** The values that are handed on in a recording. */
export interface Correlation {
  readonly handedOn: readonly HandedOn[]
  /** The variables that an entry's request has in the place of values. */
  variablesOf(entry: number): VariableFor
}

/** One meaning of a value: every place that it was sent to, and where it may have come from. */
interface Meaning {
  readonly value: string
  readonly rule: Rule
  /** The thing that a number is the number of. */
  readonly about: string
  readonly uses: (ValueUse & { readonly entry: number })[]
  readonly sources: (AnswerValue & { readonly entry: number })[]
}

/** How sure it is that a value which an answer gave is the same that a request sends. */
type Rule = 'always' | 'one source' | 'id'

/** Characters of a text from which it is the same by no chance, and from which it is when it has one source. */
const [surely, maybe] = [16, 6] as const

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Sources of one value that are looked at. */
const mostSources = 20

/**
 * Finds the values that are handed on from an answer to a later request. Long texts and UUIDs are; texts of 6 to 15 characters when
 * there is one source; numbers only as ids. What a request has sent before an answer said it is the client's own.
 */
export function correlate(entries: readonly Entry[], taken: Iterable<string>): Correlation {
  const meanings = meaningsIn(entries)
  addSources(entries, meanings)
  const names = new Set(taken)
  const handedOn: HandedOn[] = []
  const known = new Map<string, HandedOn>()
  for (const meaning of meanings.values()) {
    const source = sourceOf(meaning, entries)
    if (source === undefined) continue
    const name = freeName(nameOf(meaning, source), names)
    const found = { name, value: meaning.value, entry: source.entry, place: source.place }
    handedOn.push(found)
    known.set(keyOf(meaning.value, meaning.rule, meaning.about), found)
  }
  return {
    handedOn,
    variablesOf: entry => (value, use) => {
      const rule = ruleOf(value, use)
      const found = rule === undefined ? undefined : known.get(keyOf(value, rule, aboutOf(use)))
      return found !== undefined && found.entry < entry ? found.name : undefined
    },
  }
}

function keyOf(value: string, rule: Rule, about: string): string {
  return rule === 'id' ? `${about} ${value}` : value
}

/** Every value of the requests that may be handed on, by its key. */
function meaningsIn(entries: readonly Entry[]): ReadonlyMap<string, Meaning> {
  const meanings = new Map<string, Meaning>()
  for (const [entry, recorded] of entries.entries())
    withVariables(recorded, (value, use) => {
      const rule = ruleOf(value, use)
      if (rule === undefined) return undefined
      const about = aboutOf(use)
      const key = keyOf(value, rule, about)
      const meaning = meanings.get(key) ?? { value, rule, about, uses: [], sources: [] }
      meaning.uses.push({ ...use, entry })
      meanings.set(key, meaning)
      return undefined
    })
  return meanings
}

function ruleOf(value: string, { kind, name }: ValueUse): Rule | undefined {
  if (uuid.test(value)) return 'always'
  if (/^\d{1,15}$/.test(value)) return kind === 'path' || /id$/i.test(name) ? 'id' : undefined
  if (/\s/.test(value)) return undefined
  if (value.length >= surely) return 'always'
  return kind !== 'text' && value.length >= maybe ? 'one source' : undefined
}

/** The thing that a number is the number of: `order` in `/orders/17` and under `orderId`; empty under `id`. */
function aboutOf({ kind, name }: Pick<ValueUse, 'kind' | 'name'>): string {
  const words = kind === 'path' ? name : name.replace(/[-_]?ids?$/i, '')
  return singular(words.toLowerCase().replace(/[^a-z]/g, ''))
}

function addSources(entries: readonly Entry[], meanings: ReadonlyMap<string, Meaning>): void {
  const byValue = new Map<string, Meaning[]>()
  for (const meaning of meanings.values())
    byValue.set(meaning.value, [...(byValue.get(meaning.value) ?? []), meaning])
  const words = [...byValue.keys()].filter(value => value.length >= maybe && !/^\d+$/.test(value))
  const wanted = { has: (value: string) => byValue.has(value), words }
  for (const [entry, { answer }] of entries.entries()) {
    if (answer === undefined) continue
    for (const found of valuesIn(answer, wanted))
      for (const { uses, sources } of byValue.get(found.value) ?? []) {
        const [first] = uses
        if (first !== undefined && first.entry > entry && sources.length < mostSources)
          sources.push({ ...found, entry })
      }
  }
}

/** The place that a value is taken from; undefined where that is not sure enough. */
function sourceOf(meaning: Meaning, entries: readonly Entry[]): Meaning['sources'][number] | undefined {
  const { rule, uses } = meaning
  // A number of JSON stays one, and a text does.
  const sources = meaning.sources.filter(
    ({ isNumber }) => !uses.some(use => use.kind === 'field' && use.isNumber !== isNumber),
  )
  if (rule === 'always') return sources.find(({ place }) => !isListed(place)) ?? sources[0]
  if (rule === 'one source')
    return sources.length === 1 && meaning.sources.length === 1 ? sources[0] : undefined
  const ids = sources.filter(isIdOf(meaning, entries))
  const made = ids.filter(({ entry, place }) => isMade(entries[entry], place))
  return made.at(-1) ?? ids.find(({ place }) => place.from === 'header location') ?? only(sources)
}

function only(sources: Meaning['sources']): Meaning['sources'][number] | undefined {
  const [first] = sources
  return sources.length === 1 && first !== undefined && /id$/i.test(first.name) ? first : undefined
}

/** True for what was made by the request that it answers, and is not one of many. */
function isMade(entry: Entry | undefined, place: Place): boolean {
  return entry?.method === 'POST' && !isListed(place)
}

function isListed({ path = [] }: Place): boolean {
  return path.some(part => typeof part === 'number')
}

/** True where the name of a value, or what its answer is about, says that it is the id of the same thing. */
function isIdOf(
  { about }: Meaning,
  entries: readonly Entry[],
): (source: Meaning['sources'][number]) => boolean {
  return ({ name, place, entry }) => {
    if (place.regex !== undefined) return about === '' || aboutOf({ kind: 'path', name }) === about
    if (!/id$/i.test(name)) return false
    const own = aboutOf({ kind: 'field', name })
    if (own !== '') return own === about
    const { path = [] } = place
    const around = [...path.slice(0, -1).map(String), ...(entries[entry]?.url.split(/[/?#]/) ?? [])]
    return about === '' || around.some(word => aboutOf({ kind: 'path', name: word }) === about)
  }
}

/** Names that say nothing of what they are the name of. */
const vague = /^(_?id|_?key|value|uuid|guid|code|self|href|url|link|location|name|text)$/i

/** The name of a variable: as it is called where it is sent, or where it comes from. */
function nameOf({ uses }: Meaning, source: AnswerValue): string {
  const [first] = uses
  const field = uses.find(
    ({ kind, name }) => kind !== 'path' && kind !== 'text' && name !== '' && !vague.test(name),
  )
  if (field !== undefined) return /^authorization$/i.test(field.name) ? 'token' : variableName(field.name)
  if (!vague.test(source.name) && source.place.regex === undefined) return variableName(source.name)
  const path = first?.kind === 'path' ? aboutOf(first) : ''
  const about = path === '' ? singular(variableName(source.name)) : path
  return vague.test(about) ? variableName(about) : `${about}Id`
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`
  taken.add(name)
  return name
}
