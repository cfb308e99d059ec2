// The search field of a page, in the browser.
import { excerptOf, find, readIndex } from './search.mjs'

const { root } = document.documentElement.dataset
const query = document.querySelector('#query')
const results = document.querySelector('#results')
const most = 12

let index

/** The index is a script of its own, and is loaded when somebody searches for the first time. */
function loadIndex() {
  index ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${root}search-index.js`
    script.onload = () => resolve(readIndex(globalThis.apitestIndex))
    script.onerror = reject
    document.head.append(script)
  })
  return index
}

async function search() {
  const text = query.value
  const known = await loadIndex()
  // Somebody may have typed on in the meantime.
  if (text !== query.value) return
  const found = find(known, text).slice(0, most)
  results.replaceChildren(
    ...(found.length > 0 ? found.map(linkOf) : [element('p', 'Nothing has these words.')]),
  )
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

const keys = {
  ArrowDown: () => choose(Math.min(chosen() + 1, results.children.length - 1)),
  ArrowUp: () => choose(Math.max(chosen() - 1, 0)),
  Enter: () => results.querySelectorAll('a')[chosen()]?.click(),
  Escape: () => show(false),
}

query.addEventListener('focus', () => void loadIndex())
query.addEventListener('input', () => void search())
query.addEventListener('keydown', event => {
  if (!Object.hasOwn(keys, event.key)) return
  event.preventDefault()
  keys[event.key]()
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
