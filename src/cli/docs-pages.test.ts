import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { actionKeys, operatorNames } from '../generated/language.ts'
import { importFormats } from '../operations/convert/importers.ts'
import { builtInNames } from '../template/built-ins/index.ts'
import { longSentencesOf, proseOf, readPages } from '../testing/pages.ts'
import { markerNames } from '../validations/type-marker.ts'

const pages = await readPages()
/** The pages of the suite language. */
const languagePages = [
  'steps',
  'validations',
  'variables',
  'control-flow',
  'suite-mocks',
  'language-reference',
].map(name => `docs/${name}.md`)
/** Pages without a long sentence. */
const plainPages =
  /^docs\/(?:cookbook|coming-from)\/|^docs\/(?:continuous-integration|glossary|language-card|suite-language|when-not)\.md$/

describe('the pages of the documentation', () => {
  it('lead to the work on the code from CONTRIBUTING.md alone, and the README is short', () => {
    const leading = pages.filter(({ text }) => text.includes('development/')).map(({ file }) => file)
    assert.deepEqual(leading, ['CONTRIBUTING.md'])
    assert.ok(textOf('README.md').split('\n').length <= 121)
  })

  for (const { file, text } of pages.filter(
    ({ file }) => plainPages.test(file) || languagePages.includes(file),
  ))
    it(`${file} has sentences of at most thirty words`, () => {
      assert.deepEqual(longSentencesOf(text), [])
      assert.doesNotMatch(proseOf(text), /unless said|as is usual/)
    })

  it('have few sentences of more than thirty words', () => {
    const long = pages.flatMap(({ file, text }) =>
      longSentencesOf(text).map(sentence => `${file}: ${sentence}`),
    )
    assert.ok(long.length <= 20, `${long.length} of them, at most 20 are allowed:\n${long.join('\n')}`)
  })

  it('name every key, operator, marker and built-in of the suite language', async () => {
    const schema = JSON.parse(await readFile('suite.schema.json', 'utf8')) as unknown
    const page = languagePages.map(textOf).join('\n')
    const names = [...propertyNames(schema), ...Object.values(actionKeys).flat(), ...operatorNames]
    const missing = [
      ...names.map(name => `\`${name}\``),
      ...markerNames.map(name => `\`${name}\``),
      ...builtInNames().map(name => `\`{{${name}}}\``),
    ].filter(name => !page.includes(name))
    assert.deepEqual(missing, [])
  })

  it('name every format that import reads wherever they list them', () => {
    const lists = [
      /^\| `apitest import .*$/m.exec(textOf('docs/command-line.md')),
      /^\$ apitest import .*$/m.exec(textOf('docs/README.md')),
      /^\$ apitest import .*$/m.exec(textOf('docs/collections.md')),
    ]
    for (const format of importFormats) {
      assert.ok(textOf('docs/collections.md').includes(`\`${format}\``), format)
      const called = format === 'opencollection' ? 'bruno' : format.replace('-v3', '')
      for (const list of lists) assert.ok(list?.[0].toLowerCase().includes(called), `${format}: ${list?.[0]}`)
    }
  })

  it('name every package there is, and none that there is not', async () => {
    const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
      devDependencies: Record<string, string>
    }
    const rows = textOf('docs/development/dependencies.md').matchAll(/^\| (`[^|]*) \|/gm)
    const named = [...rows].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1]),
    )
    assert.deepEqual(named.sort(), Object.keys(devDependencies).sort())
  })

  it('name every folder of the source', async () => {
    const layers =
      /const layers = \[([\s\S]*?)\]/.exec(await readFile('scripts/lint-arrows.mjs', 'utf8'))?.[1] ?? ''
    const folders = [...layers.matchAll(/'([\w-]+)'/g)].map(match => `src/${String(match[1])}/`)
    const shown = [...textOf('docs/development/architecture.md').matchAll(/^\| `(src\/[\w-]+\/)` \|/gm)].map(
      match => match[1],
    )
    assert.deepEqual(shown, folders)
  })
})

function textOf(file: string): string {
  return pages.find(page => page.file === file)?.text ?? ''
}

function* propertyNames(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    // A message of AMQP has a key that is called `properties` itself.
    const isItself = typeof (inner as { description?: unknown } | null)?.description === 'string'
    if (key === 'properties' && !isItself) yield* Object.keys(inner as object)
    if (key !== 'examples') yield* propertyNames(inner)
  }
}
