// The search field of a page, in the browser.
import { excerptOf, find, readIndex } from './search.mjs'

const { root } = document.documentElement.dataset
const query = document.querySelector('#query')
const results = document.querySelector('#results')
const most = 12

let index

/** The index is a script of its own, loaded when somebody searches for the first time; undefined where that fails. */
function loadIndex() {
  index ??= new Promise(resolve => {
    const script = document.createElement('script')
    script.src = `${root}search-index.js`
    script.onload = () => resolve(readIndex(globalThis.apitestIndex))
    script.onerror = () => {
      // The next search tries again.
      index = undefined
      script.remove()
      resolve()
    }
    document.head.append(script)
  })
  return index
}

async function search() {
  const text = query.value
  const known = await loadIndex()
  // Somebody may have typed on in the meantime.
  if (text !== query.value) return
  const found = known === undefined ? [] : find(known, text).slice(0, most)
  const why =
    known === undefined ? 'The search cannot be loaded. Type on to try again.' : 'Nothing has these words.'
  results.replaceChildren(...(found.length > 0 ? found.map(linkOf) : [element('p', why)]))
  show(text.trim() !== '')
  choose(0)
}

function linkOf(section, number) {
  const link = element('a', element('b', section.heading))
  link.href = root + section.url
  link.id = `result-${number}`
  link.role = 'option'
  const excerpt = excerptOf(section).map(({ text, isFound }) => (isFound ? element('mark', text) : text))
  link.append(element('small', section.path), element('p', ...excerpt))
  return link
}

function element(name, ...children) {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

function show(isOpen) {
  results.hidden = !isOpen
  query.setAttribute('aria-expanded', String(isOpen))
}

/** Marks the result by that number, which Enter follows. */
function choose(number) {
  const links = [...results.querySelectorAll('a')]
  for (const [at, link] of links.entries()) link.setAttribute('aria-selected', String(at === number))
  links[number]?.scrollIntoView({ block: 'nearest' })
  query.setAttribute('aria-activedescendant', links[number]?.id ?? '')
}

function chosen() {
  return [...results.querySelectorAll('a')].findIndex(link => link.getAttribute('aria-selected') === 'true')
}

/** The keys that mean something while results are shown. */
const keys = {
  ArrowDown: () => choose(Math.min(chosen() + 1, results.children.length - 1)),
  ArrowUp: () => choose(Math.max(chosen() - 1, 0)),
  Enter: () => results.querySelectorAll('a')[chosen()]?.click(),
  Escape: () => show(false),
}

/** An input method has keys of its own until a word is done; Safari tells so of the last one by its code alone. */
function isComposing({ isComposing, keyCode }) {
  return isComposing || keyCode === 229
}

query.addEventListener('focus', () => void loadIndex())
query.addEventListener('input', () => void search())
query.addEventListener('keydown', event => {
  if (!Object.hasOwn(keys, event.key) || isComposing(event)) return
  event.preventDefault()
  if (!results.hidden) keys[event.key]()
  else if (event.key === 'ArrowDown') show(results.children.length > 0)
})
results.addEventListener('click', () => show(false))
document.addEventListener('click', event => {
  if (!event.target.closest('search')) show(false)
})
document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.target.closest('input, textarea') || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  query.focus()
})

// On a wide screen the navigation is always open, and shows the page that is read.
const wide = matchMedia('(min-width: 60rem)')
const menu = document.querySelector('.menu')
const fit = () => (menu.open = wide.matches)
wide.addEventListener('change', fit)
fit()
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'center' })
