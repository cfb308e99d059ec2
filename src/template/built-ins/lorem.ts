import type { Generators } from './generator.ts'
import { capitalized, integer, pick, repeat } from './random.ts'

const word = () =>
  pick(
    'ab, accusamus, ad, aliquam, amet, aperiam, atque, aut, beatae, consequuntur, culpa, dolor, dolore, eius, eos, est, et, ex, facere, fugit, harum, id, illo, in, ipsum, iste, labore, lorem, minus, molestias, natus, nisi, nobis, non, odit, omnis, quia, quis, quod, ratione, rem, repellat, sed, sint, sit, sunt, tempora, ullam, ut, vel, velit, vero, vitae',
  )
const wordsOf = (least: number, most: number, separator = ' ') =>
  repeat(integer(least, most), word, separator)
const sentence = () => `${capitalized(wordsOf(3, 10))}.`
const sentencesOf = (least: number, most: number, separator = ' ') =>
  repeat(integer(least, most), sentence, separator)
const paragraph = () => sentencesOf(3, 6)

/** Filler text, from one word to several paragraphs. */
export const lorem: Generators = {
  $randomLoremWord: word,
  $randomLoremWords: () => wordsOf(3, 3),
  $randomLoremSentence: sentence,
  $randomLoremSentences: () => sentencesOf(2, 6),
  $randomLoremParagraph: paragraph,
  $randomLoremParagraphs: () => repeat(3, paragraph, '\n'),
  $randomLoremText: () => sentencesOf(1, 8),
  $randomLoremSlug: () => wordsOf(3, 3, '-'),
  $randomLoremLines: () => sentencesOf(1, 5, '\n'),
}
