import { namesUsed } from '../../compile/variable-flow.ts'
import type { Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'

interface Reference {
  /** `{{login.response.body.$.token}}` */
  readonly value: string
  readonly where: string
  /** True where the file has no line for it yet. */
  readonly isNew: boolean
}

/** A request that others refer to. */
interface Referred {
  readonly id: string
  readonly where: string
  /** True where its extracts are not those that it was read with. */
  readonly isChanged: boolean
}

/** The references to answers that stand for extracts: each is a variable in front of the first request that needs it. */
export class References {
  readonly #losses: Loss[]
  readonly #waiting = new Map<string, Reference>()
  /** The extracts of requests that have changed, by their ids. */
  readonly #changed = new Map<string, JsonObject>()

  /** Puts what is lost with the others. */
  constructor(losses: Loss[]) {
    this.#losses = losses
  }

  /** Notes the references that stand for the extracts of a step, but for those that its own handlers set. */
  add(step: JsonObject, { id, where, isChanged }: Referred, isSet: (name: string) => boolean): void {
    const extracts = mapping(step['extracts'])
    if (isChanged) this.#changed.set(id, extracts)
    for (const [name, from] of Object.entries(extracts)) {
      if (isSet(name)) continue
      const isPlain = isObject(from) && Object.keys(from).every(key => /^(?:from|optional|secret)$/.test(key))
      const way = wayTo(isPlain ? (from['from'] ?? null) : from)
      if (way === undefined)
        this.#losses.push({ where, what: `extract ${name}`, why: 'the clients have no such reference' })
      else this.#waiting.set(name, { value: `{{${id}.response.${way}}}`, where, isNew: isChanged })
    }
  }

  /** The lines of references that a step needs, but for those that the file has above it, and names that are known where it stands. */
  needed(step: JsonObject, above: string, known: string): readonly string[] {
    return [...namesUsed(step)]
      .filter(name => !known.includes(`{{${name}}}`))
      .flatMap(name => {
        const found = this.#waiting.get(name)
        this.#waiting.delete(name)
        const line = `@${name} = ${found?.value ?? ''}`
        return found === undefined || above.includes(line) ? [] : [line]
      })
  }

  /** The text of a request whose references are to what those that have changed extract now. */
  renewed(text: string): string {
    this.#tellOfBare(text)
    return text.replace(
      /^(@(\S+)\s*=\s*)\{\{([\w-]+)\.response\.[^{}\n]*\}\}/gm,
      (line, start: string, name: string, id: string) => {
        const extracts = this.#changed.get(id)
        const found = this.#waiting.get(name)
        if (extracts === undefined || found?.value.startsWith(`{{${id}.`) === false) return line
        if (found === undefined)
          this.#losses.push({
            where: id,
            what: `@${name}`,
            why: `it is no extract of ${id} any more, and stays`,
          })
        this.#waiting.delete(name)
        return found === undefined ? line : start + found.value
      },
    )
  }

  /** Tells of references within a request, which have no variable: those to what is extracted no more stay. */
  #tellOfBare(text: string): void {
    for (const [reference, id = '', way = ''] of text.matchAll(
      /(?<!^@.*)\{\{([\w-]+)\.response\.([^{}\n]*)\}\}/gm,
    )) {
      const extracts = this.#changed.get(id)
      const [name] =
        Object.entries(extracts ?? {}).find(
          ([, from]) => plainWay(wayTo(isObject(from) ? (from['from'] ?? null) : from)) === plainWay(way),
        ) ?? []
      if (name !== undefined) this.#waiting.delete(name)
      else if (extracts !== undefined)
        this.#losses.push({
          where: id,
          what: reference,
          why: `${id} extracts something else, and this stays`,
        })
    }
  }

  /** Tells which references nothing has needed. */
  end(isAllNew: boolean): void {
    const why = 'no request that is written needs it'
    for (const [name, { where, isNew }] of this.#waiting)
      if (isNew || isAllNew) this.#losses.push({ where, what: `extract ${name}`, why })
  }
}

/** The way to a part of an answer behind `NAME.response.`; undefined for a part that the clients cannot name. */
function wayTo(from: JsonValue): string | undefined {
  if (typeof from !== 'string') return undefined
  const [, header] = /^header (\S+)$/.exec(from) ?? []
  if (header !== undefined) return `headers.${header}`
  if (from === 'text') return 'body.*'
  const [, expression] = /^xpath (\/.*)$/.exec(from) ?? []
  return expression === undefined ? (from.startsWith('$') ? `body.${from}` : undefined) : `body.${expression}`
}

/** JetBrains has no `$` in front of a path. */
function plainWay(way: string | undefined): string | undefined {
  return way?.replace(/^body\.\$\.?/, 'body.')
}
