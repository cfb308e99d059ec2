import type { JsonObject, JsonValue } from '../../model/json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { referenced, type ArazzoDocument } from './arazzo-document.ts'

/** A step of a document whose parameters are merged. */
export interface FormerParameters {
  readonly step: JsonObject
  readonly workflow: JsonObject
  readonly document: Pick<ArazzoDocument, 'value'>
  readonly lose: (what: string, why: string) => void
}

/**
 * The parameters of a step with those that have changed; those of the path stay, as the description has the path. `before` and `now`
 * are what is written anew of the step as it was imported and as it is.
 */
export function mergedParameters(
  former: FormerParameters,
  before: JsonObject | undefined,
  now: JsonObject,
): readonly JsonValue[] {
  return new ParameterMerger(former).merge(before, now)
}

class ParameterMerger {
  readonly #own: JsonObject[]
  readonly #places: readonly string[]
  /** Places of parameters that the workflow gives to each of its steps. */
  readonly #shared: ReadonlySet<string>
  readonly #lose: FormerParameters['lose']

  constructor({ step, workflow, document, lose }: FormerParameters) {
    const placesOf = (parameters: unknown): readonly string[] =>
      list(parameters).map(one => placeOf(referenced(document, one) ?? {}))
    this.#own = list(step['parameters']).map(mapping)
    this.#places = placesOf(step['parameters'])
    this.#shared = new Set(placesOf(workflow['parameters']))
    this.#lose = lose
  }

  merge(before: JsonObject | undefined, now: JsonObject): readonly JsonValue[] {
    const [old, anew] = [this.#written(before), this.#written(now)]
    const gone = new Set<number>()
    for (const [place, one] of new Map([...old, ...anew])) {
      const value = anew.get(place)?.['value']
      if (jsonEqual(old.get(place)?.['value'] ?? null, value ?? null)) continue
      const at = this.#places.lastIndexOf(place)
      if (value === undefined) this.#remove(place, at, one, gone)
      else this.#change(at, one, old.has(place) ? place : undefined)
    }
    return this.#own.filter((_, index) => !gone.has(index))
  }

  /** Parameters by their places, the cookies of a document that has some each by itself. */
  #written(step: JsonObject | undefined): ReadonlyMap<string, JsonObject> {
    const all = list(step?.['parameters']).map(mapping)
    const hasCookies = [...this.#places, ...this.#shared].some(place => place.startsWith('cookie '))
    const single = all.flatMap(one =>
      hasCookies && placeOf(one) === 'header cookie' ? cookiesOf(valueText(one['value'] ?? '')) : [one],
    )
    return new Map(single.filter(one => one['in'] !== 'path').map(one => [placeOf(one), one]))
  }

  #change(at: number, one: JsonObject, former: string | undefined): void {
    const value = one['value'] ?? null
    const isQuery = one['in'] === 'query'
    const isWhole = [...this.#places, ...this.#shared].some(place => place.startsWith('querystring '))
    const isGiven = former === undefined || former === 'header accept' || this.#shared.has(former)
    if (at >= 0) this.#own[at] = { ...this.#own[at], value }
    else if (isGiven && !(isQuery && isWhole)) this.#own.push(one)
    else this.#lose(shown(one), 'the document makes it of another parameter')
  }

  #remove(place: string, at: number, one: JsonObject, gone: Set<number>): void {
    if (at >= 0) gone.add(at)
    if (this.#shared.has(place)) this.#lose(shown(one), 'the workflow gives it to each of its steps')
    else if (at < 0) this.#lose(shown(one), 'nothing in the document takes it away')
  }
}

/** Where a parameter belongs, and its name as far as it counts. */
function placeOf({ in: place, name }: JsonObject): string {
  const own = text(name) ?? ''
  return `${text(place) ?? ''} ${place === 'header' ? own.toLowerCase() : own}`
}

function shown({ in: place, name }: JsonObject): string {
  return `${text(place) ?? ''} ${text(name) ?? ''}`
}

function cookiesOf(header: string): readonly JsonObject[] {
  return header.split('; ').map(pair => {
    const [, name = pair, value = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? []
    return { name, in: 'cookie', value }
  })
}
