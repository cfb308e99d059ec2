// The search of the site: how texts become words, and which sections a query finds. The build and the browser share it.
import MiniSearch from 'minisearch'

/** Words that say nothing about what is looked for. */
const empty = new Set(
  `a about an and are as at be by can do does for from get has have how i if in into is it its me my of on or our over s so t that
  the their them there this to use using want was we what when where which who why will with you your`.split(
    /\s+/,
  ),
)

const word = /[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu

/** A name such as `bad-value` or `maxTime` is one word, and so is each of its parts. */
function wordsOf(text) {
  return (text.match(word) ?? []).flatMap(name => {
    const parts = name.replace(/([a-z])(?=[A-Z])/g, '$1-').split(/[-_.]/)
    return parts.length === 1 ? [name] : [name, ...parts]
  })
}

/** The part that the forms of an English word have in common, British or American; undefined for a word that says nothing. */
function stemOf(text) {
  const whole = text.toLowerCase()
  if (empty.has(whole)) return undefined
  if (whole.length < 4 || /[^a-z]/.test(whole)) return whole
  const stem = whole
    .replace(/is(?=(?:ations?|e[ds]?|ing)$)/, 'iz')
    .replace(/our(?=(?:s|ed|ing)?$)/, 'or')
    .replace(endings, (_, beforeIes, ...others) =>
      beforeIes === undefined ? others.find(before => before !== undefined) : `${beforeIes}i`,
    )
    .replace(/([^aeilsz])\1$/, '$1')
    .replace(/^(...+)([ey])$/, (_, before, ending) => (ending === 'y' ? `${before}i` : before))
  return empty.has(stem) ? undefined : stem
}

/** Endings, each behind so much of a word that something is left. Without lookbehind, which Safari reads since 16.4 only. */
const endings = /^(?:(.*)ies|(...+)es|(....+)(?:ing|ed)|(.*[^s])s)$/

const options = {
  fields: ['heading', 'words', 'terms', 'path', 'text', 'code'],
  storeFields: ['page', 'url', 'heading', 'path', 'text', 'weight'],
  tokenize: wordsOf,
  processTerm: stemOf,
}

const searchOptions = {
  boost: { heading: 6, words: 4, terms: 2, path: 2, text: 1, code: 0.6 },
  boostDocument: (_id, _term, { weight }) => weight,
  prefix: term => term.length > 2,
  fuzzy: term => (term.length > 4 && /^[a-z]+$/.test(term) ? 0.2 : false),
  weights: { prefix: 0.3, fuzzy: 0.1 },
}

/** Makes the index of sections, as a value that is written as JSON. */
export function indexOf(sections) {
  const index = new MiniSearch(options)
  index.addAll(sections)
  return index.toJSON()
}

/** Reads an index that was made by `indexOf`. */
export function readIndex(json) {
  return MiniSearch.loadJS(json, options)
}

/** A section that has the query as its heading counts so many times. */
const named = 3

/** The sections that a query finds, best first, three of a page at most: how many of its words one has counts most. */
export function find(index, query) {
  const words = query.trim().toLowerCase()
  const rankOf = ({ heading, score, queryTerms }) =>
    score * queryTerms.length ** 3 * (heading.toLowerCase() === words ? named : 1)
  const found = index.search(query, searchOptions).sort((one, other) => rankOf(other) - rankOf(one))
  const ofPage = new Map()
  return found.filter(({ page }) => {
    ofPage.set(page, (ofPage.get(page) ?? 0) + 1)
    return ofPage.get(page) <= 3
  })
}

/** The piece of a found section around the first word that was found, in parts that were found or were not. */
export function excerptOf({ text, terms }) {
  const found = new Set(terms)
  const places = [...text.matchAll(word)].filter(([name]) =>
    wordsOf(name).some(part => found.has(stemOf(part))),
  )
  const from = Math.max(0, text.lastIndexOf(' ', (places[0]?.index ?? 0) - 40))
  const end = text.length <= from + 200 ? text.length : text.lastIndexOf(' ', from + 200)
  const to = end > from ? end : from + 200
  const parts = from > 0 ? [{ text: '…' }] : []
  let at = from
  for (const { 0: name, index } of places.filter(({ index }) => index >= from && index < to)) {
    parts.push({ text: text.slice(at, index) }, { text: name, isFound: true })
    at = index + name.length
  }
  parts.push({ text: `${text.slice(at, Math.max(at, to))}${to < text.length ? ' …' : ''}` })
  return parts
}
