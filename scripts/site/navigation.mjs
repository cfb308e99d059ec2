// The kinds of pages and their lists, as docs/README.md has them: the one list there is.
import path from 'node:path'
import { textOf, tokensOf } from './markdown.mjs'

/** The page that lists all others. */
export const list = 'docs/README.md'

/** So many pages in one row of a table are a group of their own in the navigation. */
const groupSize = 3

/** The kinds of pages, such as `Tutorial: learn it`, each with its rows of linked pages. */
export function readKinds(text) {
  const kinds = []
  const tokens = tokensOf(text)
  let row
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open' && token.tag === 'h2') {
      const [name, purpose] = textOf(tokens[index + 1]).split(': ')
      row = undefined
      kinds.push({ name, purpose, rows: [] })
    } else if (token.type === 'tr_open' || token.type === 'paragraph_open') {
      row = { isTable: token.type === 'tr_open', links: [] }
      kinds.at(-1)?.rows.push(row)
    } else if (token.type === 'inline' && row !== undefined) {
      row.title ??= textOf(token)
      row.links.push(...linksOf(token))
    }
  }
  return kinds.filter(({ purpose }) => purpose !== undefined)
}

/** The linked pages of a line. A link to a heading is left out: its page has a place of its own. */
function linksOf({ children }) {
  return children.flatMap((token, index) => {
    const href = token.type === 'link_open' ? token.attrGet('href') : ''
    return href.endsWith('.md')
      ? [{ file: path.posix.join(path.posix.dirname(list), href), text: children[index + 1].content }]
      : []
  })
}

/** The entries of the navigation: pages, and groups of pages. A page that was listed before is not listed again. */
export function entriesOf({ rows }) {
  const listed = new Set()
  return rows.flatMap(({ isTable, title, links }) => {
    const fresh = links.filter(({ file }) => !listed.has(file))
    for (const { file } of fresh) listed.add(file)
    return isTable && fresh.length >= groupSize
      ? [{ title: title.split(':')[0], links: fresh }]
      : fresh.map(({ file }) => ({ file }))
  })
}

/** The place of a file of the repository in the site: `docs/steps.md` is `steps.html`. An image stays what it is. */
export function addressOf(file, isImage = false) {
  if (file === list) return 'pages.html'
  const name = file.replace(/^docs\//, '')
  if (isImage) return name
  if (!file.endsWith('.md')) return `${name}.html`
  return name
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .replace(/\.md$/, '.html')
    .toLowerCase()
}

/** The address of a place in the site as a URL. */
export function urlOf(address) {
  return address.split('/').map(encodeURIComponent).join('/')
}

/** The URL that leads from one place in the site to another. */
export function urlBetween(from, to) {
  return urlOf(path.posix.relative(path.posix.dirname(from), to))
}

/** The place that a part of a URL names; a part that is no text stays as it is, and no file is called so. */
export function decoded(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
