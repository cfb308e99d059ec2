import { BoundedCache } from '../util/bounded-cache.ts'
import { preparePattern } from './engine.ts'
import { charactersAs, namedIn } from './characters.ts'
import { type PatternNode, readPattern } from './read-pattern.ts'
import { type Pattern, PatternTimeout } from './result.ts'

/** In how many texts a pattern is found, as far as that can be told. */
export type Reach = 'every' | 'none' | 'some'

const known = new BoundedCache<Reach>(1000)

/** In which texts a pattern is found: it is tried on texts that are made of the pattern itself, and on any. */
export function reachOf(pattern: string): Reach {
  try {
    return known.get(pattern, decide)
  } catch (error) {
    // Nobody knows, this time: it takes too long, or a text that is made of it gets too long.
    if (error instanceof PatternTimeout || error instanceof RangeError) return 'some'
    throw error
  }
}

function decide(text: string): Reach {
  const prepared = preparePattern(text)
  const tree = prepared.ok ? readPattern(text) : undefined
  if (!prepared.ok || tree === undefined) return 'some'
  return decideBy(prepared.pattern, tree, /^\(\?[a-z]*i/.test(text))
}

function decideBy(pattern: Pattern, tree: PatternNode, isAnyCase: boolean): Reach {
  const made = new Made(isAnyCase)
  const texts = made.textsOf(tree)
  const inContext = texts.flatMap(one =>
    around.flatMap(before => around.map(behind => before + one + behind)),
  )
  const isFound = inContext.some(one => pattern.test(one))
  if (!isFound) return made.isOpen ? 'some' : 'none'
  if (!pattern.test('')) return 'some'
  const others = [...usual, ...inContext, ...made.looked, ...made.mentioned(tree)]
  // A pattern with a dot is thought of for one line.
  const ofLines = writtenIn(tree).includes('.') ? others.filter(one => !one.includes('\n')) : others
  return !made.isOpaque && ofLines.every(one => pattern.test(one)) ? 'every' : 'some'
}

/** The characters that may stand beside a match: nothing, and a character of each sort that places tell apart. */
const around = ['', 'a', ' ', '\n']

const printable = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')
const usual = ['', '\u{e000}', printable, 'a', '0', ' ', '\n', 'a b\nc d', `${printable}\n${printable}`]

/** The most texts that are made of a pattern, and of any part of it. */
const most = 300

/** The texts that are made of a pattern. */
class Made {
  /** True where there may be others that it is found in. */
  isOpen = false
  /** True where it says something of which nobody can make texts. */
  isOpaque = false
  /** The texts that it looks ahead to, or back. */
  readonly looked: string[] = []
  readonly #isAnyCase: boolean

  constructor(isAnyCase: boolean) {
    this.#isAnyCase = isAnyCase
  }

  textsOf(node: PatternNode): readonly string[] {
    switch (node.kind) {
      case 'characters':
        return this.#characters(node.written)
      case 'place':
        return ['']
      case 'look':
        return this.#look(node.isDenied, node.inner)
      case 'choice':
        return this.#atMost(node.parts.flatMap(part => this.textsOf(part)))
      case 'sequence':
        return node.parts.reduce<readonly string[]>(
          (texts, part) => this.#behind(texts, this.textsOf(part)),
          [''],
        )
      case 'repeated':
        return this.#repeated(node.inner, node.least, node.most)
    }
  }

  /** The characters that are named, each alone, all of them, and more of one than may come. */
  mentioned(node: PatternNode): readonly string[] {
    const named = [...new Set(writtenIn(node).flatMap(namedIn))].slice(0, most)
    const longest = Math.max(0, ...countsIn(node))
    const tooLong =
      longest > 0 && longest < 20_000 ? ['a', ' ', '\n'].map(one => one.repeat(longest + 1)) : []
    if (longest >= 20_000) this.isOpaque = true
    return [...named, named.join(''), ...tooLong]
  }

  #characters(written: string): readonly string[] {
    const found = charactersAs(written, this.#isAnyCase)
    if (/\\[pP]/.test(written)) this.isOpaque = true
    if (found !== undefined) return found
    this.isOpen = true
    this.isOpaque = true
    return ['']
  }

  #look(isDenied: boolean, inner: PatternNode): readonly string[] {
    const isCertain = !this.isOpen
    const texts = this.textsOf(inner)
    this.looked.push(...texts)
    // Nothing at all is found everywhere, and what there is not nowhere.
    if (texts.length === 0 && isCertain && !this.isOpen) return isDenied ? [''] : []
    if (isAlwaysEmpty(inner)) return isDenied ? [] : ['']
    this.isOpen = true
    return isDenied ? [''] : ['', ...texts]
  }

  #repeated(inner: PatternNode, least: number, highest: number | undefined): readonly string[] {
    const texts = this.textsOf(inner)
    const counts = [...new Set([least, least + 1, least + 2])].filter(count => count <= (highest ?? Infinity))
    if (least > 2000) this.isOpen = true
    return this.#atMost(
      counts.flatMap(count => {
        if (count <= 1 || count > 3)
          return count === 0 ? [''] : texts.map(one => one.repeat(Math.min(count, 2000)))
        return Array.from({ length: count - 1 }).reduce(
          (made: readonly string[]) => this.#behind(made, texts),
          texts,
        )
      }),
    )
  }

  #behind(texts: readonly string[], more: readonly string[]): readonly string[] {
    return this.#atMost(texts.flatMap(one => more.map(other => one + other)))
  }

  /** Of very many texts those from all over. */
  #atMost(texts: readonly string[]): readonly string[] {
    const different = [...new Set(texts)]
    if (different.length <= most) return different
    this.isOpen = true
    const distance = different.length / most
    return Array.from({ length: most }, (_, index) => different[Math.floor(index * distance)] ?? '')
  }
}

/** True where it is found at every place, since it wants nothing there. */
function isAlwaysEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.parts.every(isAlwaysEmpty)
    case 'choice':
      return node.parts.some(isAlwaysEmpty)
    case 'repeated':
      return node.least === 0 || isAlwaysEmpty(node.inner)
    case 'look':
      return !node.isDenied && isAlwaysEmpty(node.inner)
    default:
      return false
  }
}

function writtenIn(node: PatternNode): readonly string[] {
  if (node.kind === 'characters') return [node.written]
  if ('parts' in node) return node.parts.flatMap(writtenIn)
  return 'inner' in node ? writtenIn(node.inner) : []
}

/** The parts of a pattern, to tell texts in which it is found from others. */
export interface PatternParts {
  /** Texts in which it is found, of every choice. */
  readonly texts: readonly string[]
  /** The characters that are named, and those beside them. */
  readonly characters: readonly string[]
  /** How often its parts come at least and at most. */
  readonly counts: readonly number[]
}

/** The parts of a pattern; undefined where texts do not tell all of what it says. */
export function partsOf(pattern: string): PatternParts | undefined {
  const tree = readPattern(pattern)
  if (tree === undefined || !preparePattern(pattern).ok) return undefined
  const made = new Made(/^\(\?[a-z]*i/.test(pattern))
  const texts = made.textsOf(tree)
  if (made.isOpen || made.isOpaque || made.looked.length > 0) return undefined
  return { texts, characters: [...new Set(writtenIn(tree).flatMap(namedIn))], counts: countsIn(tree) }
}

function countsIn(node: PatternNode): readonly number[] {
  if ('parts' in node) return node.parts.flatMap(countsIn)
  if (!('inner' in node)) return []
  const own = node.kind === 'repeated' ? [node.least, node.most ?? node.least] : []
  return [...own, ...countsIn(node.inner)]
}
