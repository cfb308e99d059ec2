// Makes the site of the documentation out of the pages of the repository, without a network.
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { readPages } from '../../dist/modules/src/testing/pages.js'
import { coloured, renderPage } from './markdown.mjs'
import { addressOf, entriesOf, list, readKinds } from './navigation.mjs'
import { pageOf } from './page.mjs'
import { indexOf } from './search.mjs'

/** Pages that no reader of the documentation searches: lists of pages, and those about the work on the code. */
const unsearched = new RegExp(`^(?:${list}|CONTRIBUTING\\.md|docs/development/)`)

/** Pages that have every word count for less than those that explain one, and answers to single questions for more. */
const weights = [
  [/^CHANGELOG\.md$/, 0.2],
  [/^(?:suites\/|docs\/(?:export|compile|test-code|postman-scripts|contract-diff|coming-from\/))/, 0.4],
  [/^docs\/(?:problems|language-reference|operations|comparison|assistant|pact|import-\w+)\.md$/, 0.6],
  [/^docs\/(?:failures|sending|mocks)\.md$/, 0.8],
  [/^docs\/cookbook\//, 1.3],
]

/** The site: its pages as they are written, and what the search knows of them. Throws, with all links that lead nowhere. */
export async function readSite() {
  const texts = await readPages()
  const kinds = readKinds(texts.find(({ file }) => file === list).text)
  const files = new Set(texts.map(({ file }) => file))
  const links = []
  const pages = texts.map(page => {
    const linkTo = href => followed(href, page.file, links)
    return { file: page.file, ...renderPage(page, linkTo) }
  })
  const sources = await readSources(links.filter(({ target }) => !files.has(target)))
  const wrong = [...wrongLinks(links, [...pages, ...sources]), ...unlisted(pages, kinds)]
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  return { pages: [...pages, ...sources], kinds, sections: pages.flatMap(page => sectionsFor(page, kinds)) }
}

/** The address of a link, seen from its page. What is linked is remembered. */
function followed(href, file, links) {
  if (/^[a-z]+:/.test(href)) return href
  const [name, anchor] = href.split('#')
  const target = name === '' ? file : path.posix.join(path.posix.dirname(file), name)
  links.push({ file, href, target, anchor })
  const address = path.posix.relative(path.posix.dirname(addressOf(file)), addressOf(target))
  return anchor === undefined ? address : `${name === '' ? '' : address}#${anchor}`
}

/** Linked files that are no pages, such as suites, as pages that show them. */
async function readSources(links) {
  const files = [...new Set(links.map(({ target }) => target))]
  const found = await Promise.all(
    files.map(async file => ({
      file,
      isFile: await stat(file).then(
        at => at.isFile(),
        () => false,
      ),
    })),
  )
  return Promise.all(
    found
      .filter(({ isFile }) => isFile)
      .map(async ({ file }) => {
        const code = coloured(await readFile(file, 'utf8'), path.extname(file).slice(1))
        const name = path.posix.basename(file)
        const html = `<h1 id="file">${name}</h1>\n<pre><code>${code}</code></pre>\n`
        return { file, html, headings: [{ level: 1, text: name, id: 'file' }] }
      }),
  )
}

function wrongLinks(links, pages) {
  const headings = new Map(pages.map(page => [page.file, page.headings.map(({ id }) => id)]))
  return links
    .filter(({ target, anchor }) => {
      const anchors = headings.get(target)
      return anchors === undefined || (anchor !== undefined && !anchors.includes(anchor))
    })
    .map(({ file, href }) => `${file}: ${href} leads nowhere.`)
}

/** Pages that no list has. */
function unlisted(pages, kinds) {
  const listed = new Set(
    kinds.flatMap(({ rows }) => rows.flatMap(({ links }) => links.map(({ file }) => file))),
  )
  return pages
    .filter(({ file }) => file.startsWith('docs/') && !unsearched.test(file) && !listed.has(file))
    .map(({ file }) => `${file}: no table of ${list} has this page.`)
}

/** The sections of a page for the search. */
function sectionsFor({ file, sections }, kinds) {
  if (unsearched.test(file)) return []
  const weight = weights.find(([pattern]) => pattern.test(file))?.[1] ?? 1
  const address = addressOf(file)
  return sections.map(({ id, level, ...section }) => ({
    ...section,
    id: `${address}#${id}`,
    url: level === 1 ? address : `${address}#${id}`,
    page: file,
    weight,
    words: level === 1 ? wordsFor(file, kinds) : '',
  }))
}

/** The words by which the list describes a page: all of a row for its first page, its purpose for the others. */
function wordsFor(file, kinds) {
  return kinds
    .flatMap(({ rows }) => rows)
    .flatMap(({ title, links }) =>
      links.flatMap((link, at) =>
        link.file === file ? [at === 0 ? title : title.split(':')[0], link.text] : [],
      ),
    )
    .join(' ')
}

/** Writes the site into a folder, which it makes anew; one that holds anything but a site is somebody's, and stays. */
export async function writeSite(folder) {
  const { pages, kinds, sections } = await readSite()
  const titles = new Map(pages.map(({ file, headings }) => [file, headings[0].text]))
  const navigation = kinds.map(kind => ({ ...kind, entries: entriesOf(kind) }))
  await refuseOthers(folder)
  await rm(folder, { recursive: true, force: true })
  // The mark of a site comes first: a build that breaks off can be made again.
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, mark), await readFile('scripts/site/site.css'))
  for (const page of pages) {
    const file = path.join(folder, addressOf(page.file))
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, pageOf(page, navigation, titles))
  }
  // A script in place of JSON: a page that was opened from the disk may load it.
  await writeFile(path.join(folder, 'search-index.js'), `apitestIndex=${JSON.stringify(indexOf(sections))}`)
  await build({
    entryPoints: ['scripts/site/browser.mjs'],
    bundle: true,
    minify: true,
    format: 'iife',
    outfile: path.join(folder, 'site.js'),
    logLevel: 'warning',
  })
  return { pages: pages.length, sections: sections.length }
}

/** The file by which a folder is known to be a site. */
const mark = 'site.css'

async function refuseOthers(folder) {
  const names = await readdir(folder).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length > 0 && !names.includes(mark))
    throw new Error(
      `${folder} holds other files, which would be deleted: name a folder that is empty or new.`,
    )
}
