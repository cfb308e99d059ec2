import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Imported } from '../model/conversion.ts'
import type { JsonValue } from '../model/json.ts'
import type { Result } from '../model/problem.ts'
import { importHttp } from './http/import-http.ts'
import { importHurl } from './hurl/import-hurl.ts'

const folder = path.resolve('/shop')

const readers: Readonly<Record<string, (body: string, isStored: boolean) => Result<Imported>>> = {
  http: (body, isStored) =>
    importHttp(`POST http://a\nContent-Type: application/json\n\n${body}\n`, {
      ...{ file: 'a.http', folder, directory: folder, isStored },
      read: () => undefined,
      translate: () => assert.fail(),
    }),
  hurl: (body, isStored) =>
    importHurl(`POST http://a\n${body}\n`, { file: 'a.hurl', folder, directory: folder, isStored }),
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

  it('is a value where a variable is a part of a text, which Hurl escapes', () => {
    const made = readers['hurl']?.('{ "a": "b{{c}}", "{{d}}": 1 }', false)
    const [item] = made?.ok === true ? (made.value.collection?.items ?? []) : []
    assert.deepEqual(item?.kind === 'request' && item.step['json'], { a: 'b{{c}}', '{{d}}': 1 })
  })
})
