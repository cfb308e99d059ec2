// Makes the site of the documentation out of the pages of the repository, without a network.
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { readPages } from '../../dist/modules/src/testing/pages.js'
import { coloured, renderPage, textAsHtml } from './markdown.mjs'
import { addressOf, decoded, entriesOf, list, readKinds, urlBetween, urlOf } from './navigation.mjs'
import { pageOf } from './page.mjs'
import { indexOf } from './search.mjs'

/** Pages that no reader of the documentation searches: the list of pages, and those about the work on the code. */
const unsearched = /^(?:docs\/README\.md|CONTRIBUTING\.md|docs\/development\/.*)$/

/** Pages that have to be listed, each kind by a page of its own. */
const lists = [
  [/^docs\/development\//, 'CONTRIBUTING.md'],
  [/^docs\/(?!README\.md$)/, list],
]

/** Pages that have every word count for less than those that explain one, and answers to single questions for more. */
const weights = [
  [/^CHANGELOG\.md$/, 0.2],
  [/^(?:suites\/|docs\/(?:export|compile|test-code|postman-scripts|contract-diff|coming-from\/))/, 0.4],
  [/^docs\/(?:problems|language-reference|operations|comparison|assistant|pact|import-\w+)\.md$/, 0.6],
  [/^docs\/(?:failures|sending|mocks)\.md$/, 0.8],
  [/^docs\/cookbook\//, 1.3],
]

/** The site: its pages as they are written, and what the search knows of them. Throws, with all that is wrong in them. */
export async function readSite() {
  const texts = await readPages()
  const kinds = readKinds(texts.find(({ file }) => file === list).text)
  const files = new Set(texts.map(({ file }) => file))
  const links = []
  const pages = texts.map(page => {
    const linkTo = (href, isImage) => followed(href, isImage, page.file, links)
    return { file: page.file, ...renderPage(page, linkTo) }
  })
  const { sources, images } = await readSources(links.filter(({ target }) => !files.has(target)))
  const wrong = [
    ...wrongLinks(links, [...pages, ...sources], images),
    ...unlisted(pages, kinds, links),
    ...pages
      .filter(({ headings }) => headings.length === 0)
      .map(({ file }) => `${file}: this page has no heading.`),
  ]
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  const sections = pages.flatMap(page => sectionsFor(page, kinds))
  return { pages: [...pages, ...sources], images, kinds, sections }
}

/** The URL of a link or an image, seen from its page. What is linked is remembered. */
function followed(href, isImage, file, links) {
  const isOfHost = /^(?:https?:)?\/\//i.test(href)
  if (isImage && isOfHost) links.push({ file, href, isImage })
  if ((isImage && isOfHost) || /^[a-z]+:/i.test(href)) return href
  const [name, anchor] = href.split('#')
  const target = name === '' ? file : path.posix.join(path.posix.dirname(file), decoded(name))
  links.push({ file, href, isImage, target, anchor })
  const url = urlBetween(addressOf(file), addressOf(target, isImage))
  return anchor === undefined ? url : `${name === '' ? '' : url}#${anchor}`
}

/** Linked files of the project that are no pages, such as suites, as pages that show them; and the images of pages. */
async function readSources(links) {
  const inside = links.filter(({ target }) => isInside(target))
  const found = await Promise.all(
    inside.map(async link => (await stat(link.target).catch(() => undefined))?.isFile() && link),
  )
  const filesOf = wantsImage =>
    new Set(found.flatMap(link => (link && link.isImage === wantsImage ? [link.target] : [])))
  return { sources: await Promise.all([...filesOf(false)].map(sourceOf)), images: filesOf(true) }
}

/** True for a place in the project: whatever is written for another would be beside the site. */
function isInside(target) {
  return target !== undefined && target !== '..' && !target.startsWith('../')
}

async function sourceOf(file) {
  const code = coloured(await readFile(file, 'utf8'), path.extname(file).slice(1))
  const name = path.posix.basename(file)
  const html = `<h1 id="file">${textAsHtml(name)}</h1>\n<pre><code>${code}</code></pre>\n`
  return { file, html, headings: [{ level: 1, text: name, id: 'file' }] }
}

function wrongLinks(links, pages, images) {
  const headings = new Map(pages.map(page => [page.file, page.headings.map(({ id }) => id)]))
  const faultOf = ({ target, anchor, isImage }) => {
    if (target === undefined) return 'is an image of another host'
    if (!isInside(target)) return 'leads out of the project'
    if (isImage) return images.has(target) ? undefined : 'leads nowhere'
    const anchors = headings.get(target)
    const isThere = anchors !== undefined && (anchor === undefined || anchors.includes(anchor))
    return isThere ? undefined : 'leads nowhere'
  }
  return links.flatMap(link => {
    const fault = faultOf(link)
    return fault === undefined ? [] : [`${link.file}: ${link.href} ${fault}.`]
  })
}

/** Pages that are on no list. */
function unlisted(pages, kinds, links) {
  const listed = new Set(
    kinds.flatMap(({ rows }) => rows.flatMap(({ links }) => links.map(({ file }) => file))),
  )
  return pages.flatMap(({ file }) => {
    const by = lists.find(([pattern]) => pattern.test(file))?.[1]
    if (by === undefined) return []
    if (by === list) return listed.has(file) ? [] : [`${file}: no table of ${list} has this page.`]
    const isLinked = links.some(link => link.file === by && link.target === file)
    return isLinked ? [] : [`${file}: ${by} does not link to this page.`]
  })
}

/** The sections of a page for the search. */
function sectionsFor({ file, sections }, kinds) {
  if (unsearched.test(file)) return []
  const weight = weights.find(([pattern]) => pattern.test(file))?.[1] ?? 1
  const address = urlOf(addressOf(file))
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
  const { pages, images, kinds, sections } = await readSite()
  const titles = new Map(pages.map(({ file, headings }) => [file, headings[0].text]))
  const navigation = kinds.map(kind => ({ ...kind, entries: entriesOf(kind) }))
  const write = async (address, content) => {
    const file = path.join(folder, address)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  await refuseOthers(folder)
  await rm(folder, { recursive: true, force: true })
  // The mark of a site comes first: a build that breaks off can be made again.
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, mark), await readFile('scripts/site/site.css'))
  for (const page of pages) await write(addressOf(page.file), pageOf(page, navigation, titles))
  for (const image of images) await write(addressOf(image, true), await readFile(image))
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
