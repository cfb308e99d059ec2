import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type { JsonRoot, Predicate, Selector, Value } from '../../../compile/test-program/test-program.ts'
import { valueText } from '../../../util/value-text.ts'
import { canonicalHeader, type GoCode, type GoValue } from './go-code.ts'
import { loose, tight } from './go-sum.ts'
import { always, type Condition, never } from './go-condition.ts'
import { formatOf, goString, indented } from './go-literals.ts'
import type { GoPredicates } from './go-predicates.ts'
import { statusCode } from './http-names.ts'

/** A format and what it shows. */
interface Message {
  readonly format: string
  readonly args: readonly string[]
}

/** Writes predicates as statements that fail the test unless they hold, and say what was found instead. */
export class GoAssertions {
  readonly #code: GoCode
  readonly #predicates: GoPredicates

  constructor(code: GoCode, predicates: GoPredicates) {
    this.#code = code
    this.#predicates = predicates
  }

  /** Lines that fail the test unless it holds. `name` says it in the words of the suite. */
  lines(predicate: Predicate, name: string): readonly string[] {
    if (predicate.kind === 'all' && subjectOf(predicate) === undefined)
      return bySubject(predicate.of).flatMap(part => this.lines(part, name))
    if (predicate.kind === 'matches')
      return this.lines(expandPattern(predicate.actual, predicate.pattern), name)
    if (predicate.kind === 'each') return this.#each(predicate, name)
    return this.#check(predicate, name)
  }

  /** A statement that says that a value of the answer is missing; `name` is the variable that it is for. */
  missing(value: Value, name: string): string {
    const { format, args } =
      value.kind === 'found' ? { format: formatOf(name), args: [] } : this.#label(value)
    return failure({ format: `${format} is missing`, args })
  }

  #check(predicate: Predicate, name: string): readonly string[] {
    const subject = subjectOf(predicate)
    const status = subject?.kind === 'status' ? statusOf(predicate) : undefined
    if (status !== undefined) return this.#statusCheck(status, predicate.kind === 'not' ? '==' : '!=')
    const found = subject === undefined ? undefined : this.#code.value(subject)
    if (subject === undefined || found === undefined) return this.#plainCheck(predicate, name)
    const isNamed = /^[\w.]+$/.test(found.code) || found.type === 'any'
    const got: GoValue = isNamed ? found : { code: 'got', type: found.type }
    const wanted = isNamed ? undefined : this.#bulky(predicate)
    const bound = [
      [subject, got] as const,
      ...(wanted === undefined ? [] : [[wanted.value, { ...wanted.code, code: 'want' }] as const]),
    ]
    return this.#code.binding(bound, () => {
      const condition = this.#predicates.condition(predicate)
      if (condition === always) return []
      const label = this.#label(subject)
      const want = this.#want(predicate, name)
      const format = `${label.format} = ${verb(got)}, ${want.format}`
      const args = [...label.args, shown(got), ...want.args]
      const names = wanted === undefined ? 'got' : 'got, want'
      const values = wanted === undefined ? loose(found.code) : tight(`${found.code}, ${wanted.code.code}`)
      const head = isNamed ? '' : `${names} := ${values}; `
      return failing(head, opposite(predicate, condition), { format, args })
    })
  }

  #statusCheck(status: number, sign: '==' | '!='): readonly string[] {
    const want = statusCode(status)
    const format = `status = %d, ${sign === '==' ? 'want another' : 'want %d'}`
    const args = ['res.StatusCode', ...(sign === '==' ? [] : [want])]
    return failing('', `res.StatusCode ${sign} ${want}`, { format, args })
  }

  #plainCheck(predicate: Predicate, name: string): readonly string[] {
    const condition = this.#predicates.condition(predicate)
    if (condition === always) return []
    const message: Message = { format: `this does not hold: ${formatOf(name)}`, args: [] }
    return failing('', condition.opposite().code, message)
  }

  /** The expected value, where it is too long to be written twice. */
  #bulky(predicate: Predicate): { readonly value: Value; readonly code: GoValue } | undefined {
    const of = predicate.kind === 'not' ? predicate.of : predicate
    if (of.kind !== 'equal') return undefined
    const code = this.#code.value(of.expected)
    const isLong = code.code.length > 40 || (code.type === 'any' && code.code !== 'nil')
    return isLong || of.expected.kind === 'template' ? { value: of.expected, code } : undefined
  }

  #each({ list, holds }: Extract<Predicate, { kind: 'each' | 'any' }>, name: string): readonly string[] {
    const code = this.#code
    const label = this.#label(list)
    const items = tight(code.method(list, 'items'))
    const item = code.itemName('path' in list ? list.path : [])
    const index = code.item === undefined ? 'i' : `i${item.length}`
    const isAll = list.kind === 'json-list'
    const itemLabel = isAll ? `${label.format}: item %d` : `${label.format}[%d]`
    const inner = code.inItem({ code: item, label: itemLabel, labelArguments: [...label.args, index] }, () =>
      this.lines(holds, name),
    )
    const isEmpty = failing('', `len(${items}) == 0`, {
      format: `${label.format} has no items`,
      args: label.args,
    })
    if (inner.length === 0) return isEmpty
    return [...isEmpty, `for ${index}, ${item} := range ${items} {`, ...inner.map(indented), '}']
  }

  /** The label of a value in messages. */
  #label(value: Value): Message {
    const plain = (text: string): Message => ({ format: formatOf(text), args: [] })
    switch (value.kind) {
      case 'status':
        return plain('status')
      case 'duration':
        return plain('time')
      case 'body-text':
        return plain('text')
      case 'header':
        return plain(canonicalHeader(value.name))
      case 'variable':
        return plain(value.name + pathText(value.path))
      case 'column':
        return plain(value.name)
      case 'environment':
        return plain(value.name)
      case 'length': {
        const { format, args } = this.#label(value.of)
        return { format: `length of ${format}`, args }
      }
      case 'text-of':
      case 'number-of':
        return this.#label(value.of)
      case 'json':
      case 'json-list':
        return this.#pathLabel(value.root, value.path)
      default:
        return plain('value')
    }
  }

  #pathLabel(root: JsonRoot, path: readonly Selector[]): Message {
    const item = root === 'item' ? this.#code.item : undefined
    const text = formatOf(pathText(path))
    if (item !== undefined) return { format: item.label + text, args: item.labelArguments }
    return { format: text.replace(/^\./, '') || 'body', args: [] }
  }

  /** The message on the expected value. */
  #want(predicate: Predicate, name: string): Message {
    const about = (words: string, value: Value): Message => {
      const { format, args } = this.#shownValue(value)
      return { format: `want ${words}${format}`, args }
    }
    switch (predicate.kind) {
      case 'equal':
        return about('', predicate.expected)
      case 'compare':
        if (predicate.actual.kind === 'duration' && predicate.expected.kind === 'literal')
          return {
            format: `want ${signs[predicate.sign]} ${durationText(Number(predicate.expected.value))}`,
            args: [],
          }
        return about(`${signs[predicate.sign]} `, predicate.expected)
      case 'includes':
      case 'starts-with':
      case 'ends-with':
        return about(`${textWords[predicate.kind]} `, predicate.part)
      case 'one-of': {
        const all = predicate.expected.map(one => this.#shownValue(one))
        return {
          format: `want one of ${all.map(({ format }) => format).join(', ')}`,
          args: all.flatMap(({ args }) => args),
        }
      }
      case 'contains':
        return about('it to contain ', predicate.expected)
      case 'matches-regex':
        return about('a match for ', predicate.pattern)
      case 'is':
        return { format: `want it to be of type ${predicate.type}`, args: [] }
      case 'exists':
      case 'present':
        return { format: 'want something', args: [] }
      case 'empty':
        return { format: 'want nothing', args: [] }
      case 'absent':
        return { format: 'want nothing', args: [] }
      case 'all': {
        const classes = statusClasses(predicate)
        if (classes !== undefined) return { format: `want ${classes}`, args: [] }
        const telling = predicate.of.filter(({ kind }) => !['present', 'is-single', 'is'].includes(kind))
        const parts = (telling.length === 0 ? predicate.of : telling).map(part => this.#want(part, name))
        return {
          format: `want ${parts.map(({ format }) => format.replace(/^want /, '')).join(' and ')}`,
          args: parts.flatMap(({ args }) => args),
        }
      }
      case 'not':
        if (predicate.of.kind === 'equal') return about('anything but ', predicate.of.expected)
        if (predicate.of.kind === 'matches-regex') return about('no match for ', predicate.of.pattern)
        if (predicate.of.kind === 'includes') return about('it not to contain ', predicate.of.part)
        return { format: `want ${formatOf(name)}`, args: [] }
      default:
        return { format: `want ${formatOf(name)}`, args: [] }
    }
  }

  /** A value in a message. */
  #shownValue(value: Value): Message {
    const text = value.kind === 'literal' ? JSON.stringify(value.value) : ''
    const written = this.#code.value(value)
    if (text !== '' && text.length <= 60 && written.code !== 'want')
      return { format: formatOf(text), args: [] }
    return { format: verb(written), args: [shown(written)] }
  }
}

const signs = { '<': 'less than', '<=': 'at most', '>': 'more than', '>=': 'at least' } as const

const textWords = {
  includes: 'it to contain',
  'starts-with': 'it to start with',
  'ends-with': 'it to end with',
} as const

/** Neighbours that are about the same value are one check. */
function bySubject(predicates: readonly Predicate[]): readonly Predicate[] {
  const found: Predicate[][] = []
  for (const predicate of predicates) {
    const last = found.at(-1)
    const subject = isSimple(predicate) ? subjectOf(predicate) : undefined
    if (
      subject !== undefined &&
      last?.[0] !== undefined &&
      isSimple(last[0]) &&
      subjectOf(last[0]) === subject
    )
      last.push(predicate)
    else found.push([predicate])
  }
  return found.flatMap(of => (of.length === 1 ? of : [{ kind: 'all', of }]))
}

/** True where the predicate is one condition, and no loop and no list of others. */
function isSimple({ kind }: Predicate): boolean {
  return !['all', 'some', 'matches', 'each', 'any', 'contains'].includes(kind)
}

/** The one value that all of these are about. */
function commonSubject(predicates: readonly Predicate[]): Value | undefined {
  const [first, ...others] = predicates.map(part => subjectOf(part))
  const isSame = (other: Value | undefined): boolean =>
    other === first || (other?.kind === 'status' && first?.kind === 'status')
  return others.every(isSame) ? first : undefined
}

/** The value that a predicate is about, if that is one value. */
function subjectOf(predicate: Predicate): Value | undefined {
  switch (predicate.kind) {
    case 'equal':
    case 'compare':
    case 'contains':
    case 'one-of':
      return inner(predicate.actual)
    case 'includes':
    case 'starts-with':
    case 'ends-with':
    case 'matches-regex':
      return inner(predicate.text)
    case 'is':
    case 'is-single':
    case 'present':
    case 'exists':
    case 'empty':
      return inner(predicate.value)
    case 'any':
      return predicate.list
    case 'not':
      return subjectOf(predicate.of)
    case 'absent':
      return predicate.part
    case 'all':
      return predicate.of.length > 1 && predicate.of.every(isSimple) ? commonSubject(predicate.of) : undefined
    case 'some':
      return commonSubject(predicate.of)
    case 'each':
    case 'matches':
      return undefined
  }
}

/** Milliseconds as Go prints them. */
function durationText(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds}ms` : `${milliseconds / 1000}s`
}

/** `2xx or 3xx`, where these are the statuses that are meant. */
function statusClasses({ of }: Extract<Predicate, { kind: 'all' | 'some' }>): string | undefined {
  const bounds = of.map(part =>
    part.kind === 'compare' && part.actual.kind === 'status' && part.expected.kind === 'literal'
      ? `${part.sign} ${valueText(part.expected.value)}`
      : '',
  )
  const [, first, last] = /^>= (\d)00,< (\d)00$/.exec(bounds.join(',')) ?? []
  if (first === undefined || last === undefined) return undefined
  const digits = Array.from({ length: Number(last) - Number(first) }, (_, index) => Number(first) + index)
  return digits.map(digit => `${digit}xx`).join(' or ')
}

function inner(value: Value): Value {
  return value.kind === 'text-of' || value.kind === 'number-of' ? inner(value.of) : value
}

/** The status that is expected, or not. */
function statusOf(predicate: Predicate): number | undefined {
  const of = predicate.kind === 'not' ? predicate.of : predicate
  if (of.kind !== 'equal' || of.expected.kind !== 'literal') return undefined
  return typeof of.expected.value === 'number' ? of.expected.value : undefined
}

/** A range of numbers reads better as a whole. */
function opposite(predicate: Predicate, condition: Condition): string {
  const turned = condition.opposite().code
  return predicate.kind === 'all' &&
    predicate.of.every(({ kind }) => kind === 'compare') &&
    turned.includes('!(')
    ? `!(${condition.code})`
    : turned
}

function verb({ type }: GoValue): string {
  if (type === 'string') return '%q'
  if (type === 'int') return '%d'
  return type === 'value' ? '%#v' : '%v'
}

function shown({ code, type }: GoValue): string {
  return tight(type === 'value' ? `${code}.value` : code)
}

function failing(head: string, condition: string, message: Message): readonly string[] {
  const text = failure(message)
  if (condition === never.opposite().code) return [text]
  return [`if ${head}${condition} {`, `\t${text}`, '}']
}

/** A percent sign in what Error prints would look like a mistake to go vet. */
function failure({ format, args }: Message): string {
  return args.length === 0 && !format.includes('%')
    ? `t.Error(${goString(format)})`
    : `t.Errorf(${[goString(format), ...args].join(', ')})`
}

/** A path as in a suite. */
function pathText(path: readonly Selector[]): string {
  return path
    .map(selector => {
      if (typeof selector === 'number') return `[${selector}]`
      if (typeof selector === 'string')
        return /^[A-Za-z_]\w*$/.test(selector) ? `.${selector}` : `[${valueText(JSON.stringify(selector))}]`
      return { items: '[*]', members: '.*', filter: '[?]' }[selector.kind]
    })
    .join('')
}
