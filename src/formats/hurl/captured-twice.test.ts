import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Collection, CollectionItem } from '../../model/collection.ts'
import type { JsonValue } from '../../model/json.ts'
import { exportHurl } from './export-hurl.ts'
import { importHurlFolder } from './import-hurl.ts'
import { importedText, stepsIn } from './testing/import-text.ts'

const capturing = (...captures: readonly string[]): string =>
  `GET http://a\nHTTP 200\n[Captures]\n${captures.join('\n')}\n`

function extractsIn(...entries: readonly string[]): readonly JsonValue[] {
  return stepsIn(importedText(entries.join('\n'))).map(({ extracts = null }) => extracts)
}

/** The file again, once the URL of each entry has changed. */
function changed(text: string): string {
  const collection: Collection = importedText(text).collection ?? assert.fail()
  const items = collection.items.map(item =>
    item.kind === 'request' ? { ...item, step: { ...item.step, request: 'GET http://b' } } : item,
  )
  return exportHurl({ ...collection, items }).files[0]?.text ?? ''
}

describe('a variable that is captured twice', () => {
  it('overwrites the first', () => {
    assert.deepEqual(extractsIn(capturing('x: jsonpath "$.a"'), capturing('x: header "B"')), [
      { x: '$.a' },
      { x: { from: 'header B', overwrite: true } },
    ])
  })

  it('does so with the names between, too', () => {
    const count = { value: '{{n-found | count}}' }
    const text = capturing('n: jsonpath "$.list" count')
    assert.deepEqual(extractsIn(text, text), [
      { 'n-found': '$.list', n: count },
      { 'n-found': { from: '$.list', overwrite: true }, n: count },
    ])
    const check = 'GET http://a\nHTTP 200\n[Asserts]\nheader "A" regex /(b)/ == "b"\n'
    assert.deepEqual(extractsIn(check, check), [
      { 'checked-1': { from: 'header A', regex: '(b)' } },
      { 'checked-1': { from: 'header A', regex: '(b)', overwrite: true } },
    ])
  })

  it('does so across the files of a folder', () => {
    const files = new Map(['a.hurl', 'b.hurl'].map(name => [name, capturing('x: jsonpath "$.a"')]))
    const made = importHurlFolder(files, path.resolve('/shop'), { directory: path.resolve('/shop') })
    if (!made.ok) return assert.fail()
    const extracts = (item: CollectionItem): JsonValue =>
      item.kind === 'folder' ? item.items.map(extracts) : (item.step['extracts'] ?? null)
    assert.deepEqual(made.value.collection?.items.map(extracts), [
      [{ x: '$.a' }],
      [{ x: { from: '$.a', overwrite: true } }],
    ])
  })

  it('in one entry is the last, and a note says so', () => {
    const imported = importedText(capturing('x: jsonpath "$.a"', 'x: jsonpath "$.b"'))
    assert.deepEqual(
      stepsIn(imported).map(({ extracts }) => extracts),
      [{ x: '$.b' }],
    )
    assert.deepEqual(
      imported.report.notes.map(({ what }) => what),
      ['x: jsonpath "$.b"'],
    )
  })
})

describe('a name between an answer and a variable', () => {
  it('is none that the file has', () => {
    const text = capturing('n: jsonpath "$.list" count', 'n-found: jsonpath "$.found"')
    assert.deepEqual(extractsIn(text), [
      { 'n-found-found': '$.list', n: { value: '{{n-found-found | count}}' }, 'n-found': '$.found' },
    ])
    assert.equal(changed(text), text.replace('http://a', 'http://b'))
  })

  it('is in no file that is written', () => {
    const check = 'header "A" regex /(b)/ == "b"'
    const text = `${capturing('x: header "B"', 'n: jsonpath "$.list" count')}[Asserts]\n${check}\n`
    const file = `${text}\n${text}`
    assert.equal(changed(file), file.replaceAll('http://a', 'http://b'))
  })
})
