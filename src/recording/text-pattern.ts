import { literalPattern } from '../patterns/index.ts'
import type { RecordedAround } from './common-pattern.ts'
import { markerOfDay } from './marker-of-day.ts'

/** Characters of an expression for a text. */
const longest = 2000

/** A date or a number with its points, a word, white space, any other character. */
const part = /\d+(?:[./-]\d+)+|[\w-]+|\s+|[^\w\s-]/g

/** Whatever comes, within a tag or between two, and anywhere. */
const [inside, anything] = ['[^<>]*', String.raw`[\s\S]*`] as const

/**
 * A regular expression for texts that answered the same request, such as pages of HTML: what is the same in all stands there word by
 * word. Undefined where it would be too long, or say nothing.
 */
export function textPattern(
  texts: readonly string[],
  { isSecret, days = [] }: RecordedAround,
): string | undefined {
  const isTold = (word: string): boolean => !isSecret(word) && markerOfDay(word, days) === undefined
  const words = commonWords(texts.map(text => text.match(part) ?? [])).map(word =>
    typeof word === 'object' && !isTold(word.text) ? inside : word,
  )
  const told = words.filter(word => typeof word === 'object').map(({ text }) => text)
  if (isSecret(told.join('')) || !told.some(word => /\w/.test(word))) return undefined
  const pieces = words.map(word => (typeof word === 'object' ? literalPattern(word.text) : word))
  const pattern = pieces.filter((piece, index) => piece !== inside || pieces[index - 1] !== inside).join('')
  return pattern.length > longest ? undefined : `^${pattern}$`
}

/** A word that all have, or the expression for what differs. */
type Word = string | { readonly text: string }

/** The words that texts have in common: each in its place where they have as many, else those at the beginning and the end. */
function commonWords(texts: readonly (readonly string[])[]): readonly Word[] {
  const [first = []] = texts
  const shortest = Math.min(...texts.map(({ length }) => length))
  const isSame = (index: number): boolean => texts.every(words => words.at(index) === first.at(index))
  if (texts.every(({ length }) => length === shortest))
    return first.map((text, index) => {
      if (isSame(index)) return { text }
      return texts.some(words => /[<>]/.test(words[index] ?? '')) ? anything : inside
    })
  let before = 0
  while (before < shortest && isSame(before)) before++
  let behind = 0
  while (before + behind < shortest && isSame(-1 - behind)) behind++
  const told = (words: readonly string[]): readonly Word[] => words.map(text => ({ text }))
  return [...told(first.slice(0, before)), anything, ...told(first.slice(first.length - behind))]
}
