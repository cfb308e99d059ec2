// The frame of a page: its navigation, its search, the list of its sections.
import { textAsHtml } from './markdown.mjs'
import { addressOf, list, urlBetween } from './navigation.mjs'

/** The HTML of a page. `navigation` has the kinds of pages with their entries, `titles` the title of each page. */
export function pageOf(page, navigation, titles) {
  const address = addressOf(page.file)
  const to = file => urlBetween(address, addressOf(file))
  const root = '../'.repeat(address.split('/').length - 1)
  const title = titles.get(page.file)
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${textAsHtml(title === 'apitest' ? title : `${title} · apitest`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}site.css">
<script defer src="${root}site.js"></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="home" href="${to('README.md')}">apitest</a>
<search>
<input id="query" type="search" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off"
 role="combobox" aria-expanded="false" aria-controls="results">
<div id="results" role="listbox" aria-label="Sections found" hidden></div>
</search>
<a href="${to(list)}">All pages</a>
</header>
<nav aria-label="Pages">${navigationOf(navigation, titles, page.file, to)}</nav>
<main id="content">
${page.html}</main>
${outlineOf(page)}
</body>
</html>
`
}

/** The navigation is open on a wide screen, and on a narrow one when it is asked for. */
function navigationOf(kinds, titles, current, to) {
  const link = (file, text = titles.get(file)) =>
    `<li><a href="${to(file)}"${file === current ? ' aria-current="page"' : ''}>${textAsHtml(text)}</a></li>`
  const entry = ({ file, title, links }) =>
    links === undefined
      ? link(file)
      : `<li><details${links.some(({ file }) => file === current) ? ' open' : ''}><summary>${textAsHtml(title)}</summary>
<ul>${links.map(({ file, text }) => link(file, text)).join('\n')}</ul></details></li>`
  const kind = ({ name, purpose, entries }) =>
    `<h2>${textAsHtml(name)} <small>${textAsHtml(purpose)}</small></h2>\n<ul>${entries.map(entry).join('\n')}</ul>`
  return `<details class="menu"><summary>Pages</summary>\n${kinds.map(kind).join('\n')}</details>`
}

/** The sections of a page that has several. */
function outlineOf({ headings }) {
  const sections = headings.filter(({ level }) => level === 2)
  if (sections.length < 2) return ''
  const links = sections.map(({ id, text }) => `<li><a href="#${id}">${textAsHtml(text)}</a></li>`)
  return `<aside aria-label="On this page"><h2>On this page</h2>\n<ul>${links.join('\n')}</ul></aside>`
}
