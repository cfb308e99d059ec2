import { wordsOfXPath } from '../../extracts/xpath/index.ts'
import { greatestSeed, Seed } from '../../template/seed.ts'

/** The words of an expression, of which documents are made. */
export interface Vocabulary {
  readonly names: readonly string[]
  readonly attributes: readonly string[]
  /** The contents of elements and attributes. */
  readonly texts: readonly string[]
  /** The values that some are compared with, by their names; under a dot that of any element. */
  readonly compared: ReadonlyMap<string, readonly string[]>
  /** How many there may have to be of something. */
  readonly counts: readonly number[]
}

/** Functions of which made documents tell nothing. */
const untold = /\b(?:id|lang|namespace-uri|comment|processing-instruction)\s*\(/
const literal = /'([^']*)'|"([^"]*)"/g

/** The most that is said in an expression of which made documents tell all. */
const most = { names: 5, literals: 3, predicates: 3, count: 300 } as const

/**
 * The words of an XPath; undefined where it says more than made documents tell: namespaces, languages, or so much that none
 * of them may be as it says.
 */
export function vocabularyOf(expression: string, expected: readonly string[]): Vocabulary | undefined {
  const literals = [...expression.matchAll(literal)].map(([, one, other]) => one ?? other ?? '')
  const bare = expression.replaceAll(literal, "''")
  const words = wordsOfXPath(expression)
  if (words === undefined || words.prefixes.length > 0 || untold.test(bare)) return undefined
  const texts = [...literals, ...expected].flatMap(one => [one, `x${one}x`, one.toUpperCase()])
  const named = /name\s*\(/.test(bare) ? texts.filter(one => /^[A-Za-z_][\w.-]*$/.test(one)) : []
  const elements = words.elements.map(({ localName }) => localName)
  const own = [...new Set(elements)].toSorted((one, other) => bare.indexOf(one) - bare.indexOf(other))
  const inWords = bare.match(/(?<![\w.-])\d+(?:\.\d+)?/g) ?? []
  const numbers = [...expected, ...literals, ...inWords].map(Number)
  const counts = numbers.filter(one => Number.isInteger(one) && one >= 0)
  const isTooMuch =
    own.length > most.names ||
    literals.length + inWords.length > most.literals ||
    bare.split('[').length - 1 > most.predicates ||
    counts.some(one => one > most.count)
  if (isTooMuch) return undefined
  const near = numbers.filter(one => !Number.isNaN(one)).flatMap(one => [one - 1, one, one + 0.5, one + 1])
  return {
    names: [...new Set([...own, ...named, ...(own.length + named.length === 0 ? ['item'] : [])])],
    attributes: words.attributes,
    compared: comparedIn(expression),
    texts: [
      ...new Set([
        '',
        'a',
        'B c',
        '0',
        '1',
        '2',
        '10',
        ...near.map(String),
        ...texts,
        '1000000',
        'x'.repeat(most.count + 1),
      ]),
    ],
    counts: [...new Set(counts.flatMap(one => [one - 1, one, one + 1]))].filter(one => one > 1),
  }
}

const comparison =
  /(?:([\w.-]+|text\(\))\s*[=<>!]+|(?:contains|starts-with)\s*\(\s*@?([\w.-]+|text\(\))\s*,)\s*('[^']*'|"[^"]*"|\d+(?:\.\d+)?)/g

function comparedIn(expression: string): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>()
  for (const [, plain, within, value = ''] of expression.matchAll(comparison)) {
    const name = plain ?? within ?? '.'
    const text = value.replaceAll(/^['"]|['"]$/g, '')
    const near = /^\d/.test(value) ? [text, String(Number(text) - 1), String(Number(text) + 1)] : [text]
    const key = name === 'text()' ? '.' : name
    all.set(key, [...(all.get(key) ?? []), ...near])
  }
  return all
}

/**
 * Documents of these words: without them, with each within the one before, with many of one, and in any order; as pages, in which
 * there are elements that nobody wrote, also with these written.
 */
export function* documentsOf(words: Vocabulary, arePages: boolean): Generator<string> {
  const random = new Seed(greatestSeed).for(words.names.join(' '))
  const make = new Maker(words, random)
  yield '<other/>'
  const [first = 'a'] = words.names
  yield `<${first}/>`
  for (const count of words.counts) yield make.many(count)
  for (const name of words.names) for (const text of words.texts) yield `<${name}>${escaped(text)}</${name}>`
  for (let index = 0; index < 100; index++) {
    yield make.nested()
    yield make.any()
    yield make.beside()
    if (arePages) yield make.page()
  }
}

class Maker {
  readonly #words: Vocabulary
  readonly #random: () => number

  constructor(words: Vocabulary, random: () => number) {
    this.#words = words
    this.#random = random
  }

  many(count: number): string {
    const { names } = this.#words
    const last = names.at(-1) ?? 'a'
    const inner = Array.from({ length: count }, () => this.#element(last, this.#text(last))).join('')
    return wrapped(names.length < 2 ? ['root'] : names.slice(0, -1), inner)
  }

  nested(): string {
    const { names } = this.#words
    const inFront = this.#random() < 0.5 ? [] : ['root']
    return this.#level([...inFront, ...names], inFront.length === 0)
  }

  any(depth = 0): string {
    const name = this.#pick([...this.#words.names, 'other'])
    const count = depth > 3 ? 0 : Math.floor(this.#random() * 4)
    const inner = Array.from({ length: count }, () => this.any(depth + 1)).join('')
    return this.#element(name, this.#text(name) + inner)
  }

  /** Several of the first, with each of the others in them, and others beside them. */
  beside(): string {
    const { names } = this.#words
    const [first = 'a', ...others] = this.#random() < 0.5 ? names : [this.#pick(names), ...names]
    const inner = Array.from({ length: 3 }, () =>
      this.#element(first, others.map(one => this.#element(one, this.#text(one))).join('') || this.#text()),
    )
    const around = Array.from({ length: 3 }, () =>
      this.#element(this.#pick([first, ...others]), this.#text()),
    )
    return wrapped(this.#random() < 0.3 ? [first] : ['root'], [...inner, ...around].join(''))
  }

  page(): string {
    const [head, body] = [
      this.#element('head', ''),
      this.#element('body', this.#random() < 0.5 ? '' : this.nested()),
    ]
    return this.#element('html', `${head}${body}`)
  }

  #level([name = 'a', ...rest]: readonly string[], isRoot: boolean): string {
    const count = isRoot || name === 'root' ? 1 : 1 + Math.floor(this.#random() * 3)
    return Array.from({ length: count }, () =>
      this.#element(name, rest.length === 0 ? this.#text(name) : this.#level(rest, false)),
    ).join('')
  }

  #element(name: string, inner: string): string {
    const given = this.#words.attributes.filter(() => this.#random() < 0.8)
    const attributes = given.map(one => ` ${one}="${this.#text(one)}"`).join('')
    return `<${name}${attributes}>${inner}</${name}>`
  }

  #text(name = '.'): string {
    const { compared, texts } = this.#words
    const own = compared.get(name) ?? compared.get('.') ?? []
    return escaped(this.#pick(own.length > 0 && this.#random() < 0.6 ? own : texts))
  }

  #pick(from: readonly string[]): string {
    return from[Math.floor(this.#random() * from.length)] ?? ''
  }
}

function wrapped(names: readonly string[], inner: string): string {
  return names.reduceRight((text, name) => `<${name}>${text}</${name}>`, inner)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
