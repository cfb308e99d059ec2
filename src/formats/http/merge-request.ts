import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { differingMiddle } from '../../util/differing-middle.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { EditedLines } from './edited-lines.ts'
import type { HttpRequest } from './http-file.ts'
import { mergedBody } from './merge-body.ts'
import { mergedTarget } from './merge-target.ts'
import { type Change, type FormerStep, headerPart } from './step-parts.ts'

/** Keys of a step that say its body. */
export const bodyKeys = ['json', 'text', 'xml', 'form', 'multipart', 'file', 'graphql'] as const

/** True where what runs in front of the request is as it was. */
export function isPreparedAlike({ isSame }: FormerStep, { before }: HttpRequest): boolean {
  return before.length === 0 || isSame('scripts', 'variables')
}

/** True where what runs around the request, and judges its answer, is as it was. */
export function isJudgedAlike(former: FormerStep, request: HttpRequest): boolean {
  return former.isSame('scripts', 'validations', 'extracts') && isPreparedAlike(former, request)
}

/** The text of a request in which only the lines of what has changed are written anew. */
export function mergedRequest(request: HttpRequest, change: Change): string {
  return new Merger(request, change).text()
}

class Merger {
  readonly #request: HttpRequest
  readonly #change: Change
  readonly #isSame: FormerStep['isSame']
  readonly #lines: EditedLines

  constructor(request: HttpRequest, change: Change) {
    this.#request = request
    this.#change = change
    this.#isSame = change.former.isSame
    this.#lines = new EditedLines(request.text)
  }

  text(): string {
    this.#name()
    this.#directives()
    if (!this.#isSame('method', 'url', 'query', 'http-version'))
      this.#lines.replace(this.#request.places.target, lines =>
        mergedTarget(lines, this.#request, this.#change),
      )
    this.#headers()
    this.#authorization()
    if (!this.#isSame(...bodyKeys, 'content-type')) this.#body()
    if (!isJudgedAlike(this.#change.former, this.#request)) this.#handlers()
    this.#checks()
    this.#output()
    this.#variables()
    return this.#lines.text()
  }

  #name(): void {
    const { places } = this.#request
    const { title, id, step } = this.#change
    const [start] = places.target
    if (!this.#isSame('name')) {
      const at = places.title ?? (this.#lines.line(0).startsWith('###') ? 0 : undefined)
      const [, sign = ''] = /^(\s*(?:#+|\/\/)\s*)/.exec(this.#lines.line(at ?? 0)) ?? []
      if (at === undefined) this.#lines.above(start, `# ${title}`)
      else if (title === '' && !sign.startsWith('###')) this.#lines.set(at)
      else
        this.#lines.set(
          at,
          title === '' ? sign.trimEnd() : `${sign.trimEnd()}${/\s+$/.exec(sign)?.[0] ?? ' '}${title}`,
        )
    }
    if (places.id !== undefined && !this.#isSame('id'))
      this.#lines.set(places.id, ...(step['id'] === undefined ? [] : [`# @name ${id ?? ''}`]))
    else if (places.id === undefined && id !== undefined) this.#lines.above(start, `# @name ${id}`)
  }

  #directives(): void {
    const { directives, places } = this.#request
    for (const [key, name] of Object.entries(directiveNames)) {
      if (this.#isSame(key)) continue
      const written = this.#change.parts.directives.filter(line => line.split(' ')[1] === `@${name}`)
      const found = directives.flatMap(([other], index) =>
        other === name ? [places.directives[index] ?? 0] : [],
      )
      for (const index of found) this.#lines.set(index)
      const [at] = found
      if (at === undefined) this.#lines.above(places.target[0], ...written)
      else this.#lines.set(at, ...written)
    }
  }

  /** The lines of the headers of this name. */
  #headerLines(name: string): readonly number[] {
    const { headers, places } = this.#request
    return headers.flatMap(([other], index) =>
      other.toLowerCase() === name.toLowerCase() ? [places.headers[index] ?? 0] : [],
    )
  }

  #headers(): void {
    const { step, former, spelled } = this.#change
    const given = Object.entries(mapping(step['headers']))
    const names = new Set(given.map(([name]) => name.toLowerCase()))
    const free = this.#request.headers
      .flatMap(([name], index) =>
        names.has(name.toLowerCase()) || !former.had(headerPart(name)) ? [] : [index],
      )
      .map(index => this.#request.places.headers[index] ?? 0)
    for (const index of free) this.#lines.set(index)
    for (const [name, value] of given) {
      if (this.#isSame(headerPart(name))) continue
      const lines = [...this.#headerLines(name)]
      for (const text of sentValues(value).map(spelled)) {
        const at = lines.shift()
        if (at !== undefined) this.#lines.set(at, withValue(this.#lines.line(at), text))
        else this.#addHeader(`${spelled(name)}: ${text}`, free)
      }
      for (const index of lines) this.#lines.set(index)
    }
  }

  /** A new header in the place of one that is gone, or behind all others. */
  #addHeader(line: string, free: number[] = []): void {
    const { head } = this.#request.places
    const at = free.shift()
    if (at === undefined) this.#lines.below(head, line)
    else this.#lines.set(at, line)
  }

  #authorization(): void {
    if (this.#isSame('auth')) return
    const { step, parts, spelled } = this.#change
    const [at] = this.#headerLines('authorization')
    const written = isObject(step['auth'] ?? null) ? parts.authorization.map(spelled) : []
    const isHeader = mapping(step['headers'])['Authorization'] !== undefined
    if (at === undefined) for (const line of written) this.#addHeader(line)
    else if (!isHeader) this.#lines.set(at, ...written)
  }

  #body(): void {
    const { parts, step, spelled } = this.#change
    const { places, body } = this.#request
    this.#type()
    const written = mergedBody(body, withoutEnd(parts.body).map(spelled), step, this.#change)
    const [first] = places.body
    if (first === undefined) {
      if (written.length > 0) this.#lines.below(places.head, '', ...written)
      return
    }
    const last = places.body.at(-1) ?? first
    if (written.length === 0) {
      let start = first
      while (start > 0 && this.#lines.line(start - 1).trim() === '') start--
      this.#lines.replace([start, last + 1], () => [])
      return
    }
    this.#spread(written)
  }

  /** A body in the lines of the former one: those that are the same stay, with the comments between them. */
  #spread(written: readonly string[]): void {
    const { places, body } = this.#request
    const { start, rest, wanted: fresh } = differingMiddle(body, written, (line, one) => line === one)
    const changed = places.body.slice(start, body.length - rest)
    const [first] = changed
    if (first === undefined) this.#lines.below(places.body[Math.max(start - 1, 0)] ?? places.head, ...fresh)
    else if (changed.length === fresh.length)
      for (const [index, line] of changed.entries()) this.#lines.set(line, fresh[index] ?? '')
    else {
      for (const line of changed) this.#lines.set(line)
      this.#lines.set(first, ...fresh)
    }
  }

  /** The header of the type, where the body is of another one. */
  #type(): void {
    const kinds = bodyKeys.filter(key => this.#change.step[key] !== undefined)
    const isSameKind = kinds.every(key => this.#change.former.had(key)) && kinds.length > 0
    if (isSameKind && this.#isSame('content-type')) return
    const { types } = this.#change.parts
    const [at] = this.#headerLines('content-type')
    const isGiven = Object.keys(mapping(this.#change.step['headers'])).some(name =>
      /^content-type$/i.test(name),
    )
    if (at === undefined) for (const line of types) this.#addHeader(this.#change.spelled(line))
    else if (!isGiven) this.#lines.set(at, ...types.map(this.#change.spelled))
  }

  #handlers(): void {
    const { before, after, body, head, target } = this.#request.places
    const { parts } = this.#change
    for (const range of after) this.#lines.replace(range, () => [])
    const [above] = before
    const [below] = after
    if (above === undefined) this.#lines.above(target[0], ...parts.before)
    else if (!isPreparedAlike(this.#change.former, this.#request)) {
      for (const range of before) this.#lines.replace(range, () => [])
      this.#lines.set(above[0], ...parts.before)
    }
    if (below !== undefined) this.#lines.set(below[0], ...parts.after)
    else if (parts.after.length > 0) this.#lines.below(body.at(-1) ?? head, '', ...parts.after)
  }

  #checks(): void {
    const { places, checks: former } = this.#request
    const { checks } = this.#change
    if (checks === undefined) return
    for (const [index, line] of places.checks.entries()) {
      const check = checks.checks[index]
      if (check !== former[index]) this.#lines.set(line, ...(check === undefined ? [] : [`?? ${check}`]))
    }
    this.#lines.below(places.checks.at(-1) ?? places.head, ...checks.added.map(check => `?? ${check}`))
  }

  #output(): void {
    if (this.#isSame('save-to')) return
    const { output: at, body, head } = this.#request.places
    const { output } = this.#change.parts
    const lines = output === undefined ? [] : [output]
    if (at !== undefined) this.#lines.set(at, ...lines)
    else if (output !== undefined) this.#lines.below(body.at(-1) ?? head, '', output)
  }

  #variables(): void {
    const { variables } = this.#request.places
    const added: string[] = []
    for (const line of this.#change.variables) {
      const [, name = ''] = /^@([^\s=]+)/.exec(line) ?? []
      const at = variables[name]
      if (at === undefined) added.push(line)
      else if (!this.#isSame('variables')) this.#lines.set(at, line)
    }
    if (this.#lines.line(0).startsWith('###')) this.#lines.below(0, ...added)
    else this.#lines.above(0, ...added)
  }
}

/** Keys of a step that are directives, with the names that those have. */
const directiveNames = {
  timeout: 'timeout',
  'follow-redirects': 'no-redirect',
  cookies: 'no-cookie-jar',
  skip: 'disabled',
}

/** Lines without empty ones at their end, which a file has between its requests. */
function withoutEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex(line => line.trim() !== '') + 1)
}

/** The values of a header, without what is not sent. */
function sentValues(value: JsonValue): readonly string[] {
  return (isList(value) ? value : [value])
    .filter(one => one !== null && !isObject(one))
    .map(one => valueText(one))
}

function withValue(line: string, value: string): string {
  const [, name = ''] = /^(\s*[^\s:]+\s*:[ \t]*)/.exec(line) ?? []
  return `${name.endsWith(':') ? `${name} ` : name}${value}`
}
