import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Imported } from '../model/conversion.ts'
import type { JsonValue } from '../model/json.ts'
import type { Result } from '../model/problem.ts'
import { type HttpSource, importHttp } from './http/import-http.ts'
import { type HurlSource, importHurl } from './hurl/import-hurl.ts'

const folder = path.resolve('/shop')

const readers: Readonly<Record<string, (body: string, isStored: boolean) => Result<Imported>>> = {
  http: (body, isStored) =>
    importHttp(`POST http://a\nContent-Type: application/json\n\n${body}\n`, httpSource(isStored)),
  hurl: (body, isStored) => importHurl(`POST http://a\n${body}\n`, hurlSource(isStored)),
}

function httpSource(isStored: boolean): HttpSource {
  const source = { file: 'a.http', folder, directory: folder, isStored }
  return { ...source, read: () => undefined, translate: () => assert.fail() }
}

function hurlSource(isStored: boolean): HurlSource {
  return { file: 'a.hurl', folder, directory: folder, isStored }
}

describe('JSON of a file of requests', () => {
  for (const [format, reader] of Object.entries(readers)) {
    const sent = (body: string, isStored: boolean): readonly JsonValue[] => {
      const made = reader(body, isStored)
      if (!made.ok) return assert.fail()
      const [item] = made.value.collection?.items ?? []
      const { json = null, text = null } = item?.kind === 'request' ? item.step : {}
      return [json, text, ...made.value.report.notes.map(({ what }) => what)]
    }
    it(`is a value in a collection, and a note tells of another layout: ${format}`, () => {
      assert.deepEqual(sent('{ "a": 1 }', true), [{ a: 1 }, null, 'JSON'])
      assert.deepEqual(sent('{"a":1}', true), [{ a: 1 }, null])
    })
    it(`keeps its layout where the file itself runs: ${format}`, () => {
      assert.deepEqual(sent('{ "a": 1 }', false), [null, '{ "a": 1 }'])
    })
  }

  it('stays text, without a note, where a variable in quotes may be a number', () => {
    const notes = (made: Result<Imported>): readonly JsonValue[] => {
      if (!made.ok) return assert.fail()
      const item = made.value.collection?.items[1]
      return [
        item?.kind === 'request' ? (item.step['text'] ?? null) : null,
        ...made.value.report.notes.map(({ what }) => what),
      ]
    }
    const body = '{ "a": "{{n}}" }'
    const http = `# @name one\nGET http://a\n\n###\nPOST http://a\nContent-Type: application/json\n\n{ "a": "{{one.response.body.$.n}}" }\n`
    assert.deepEqual(notes(importHttp(http, httpSource(true))), ['{ "a": "{{one-n}}" }'])
    const hurl = `GET http://a\nHTTP 200\n[Captures]\nn: jsonpath "$.n"\n\nPOST http://a\n${body}\n`
    assert.deepEqual(notes(importHurl(hurl, hurlSource(true))), [body])
  })

  it('loses its layout also in a run where Hurl escapes a part of it, and the note does not say otherwise', () => {
    const made = importHurl('POST http://a\n{ "a": "b{{c}}" }\n', hurlSource(true))
    const [note] = made.ok ? made.value.report.notes : []
    assert.equal(note?.why, 'it is sent without the blanks and line breaks of the file')
  })

  it('is a value where a variable is a part of a text, which Hurl escapes', () => {
    const made = readers['hurl']?.('{ "a": "b{{c}}", "{{d}}": 1 }', false)
    const [item] = made?.ok === true ? (made.value.collection?.items ?? []) : []
    assert.deepEqual(item?.kind === 'request' && item.step['json'], { a: 'b{{c}}', '{{d}}': 1 })
  })
})
