import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { exportHurl } from './export-hurl.ts'
import { importedText, stepsIn } from './testing/import-text.ts'

function stepOf(text: string): JsonObject {
  return stepsIn(importedText(text))[0] ?? assert.fail()
}

describe('cookies of an entry', () => {
  it('are sent beside those of answers', () => {
    const sent = (text: string): JsonValue[] => {
      const { headers = null, cookies = null } = stepOf(text)
      return [headers, cookies]
    }
    assert.deepEqual(sent('GET http://a\n[Cookies]\nlang: de\nx: {{x}}'), [
      { Cookie: 'lang=de; x={{x}}' },
      'added',
    ])
    assert.deepEqual(sent('GET http://a\ncookie: theme=dark'), [{ cookie: 'theme=dark' }, 'added'])
    assert.deepEqual(sent('GET http://a\nA: b'), [{ A: 'b' }, null])
  })

  it('give way to a header, as in Hurl', () => {
    const text = 'GET http://a\nCookie: theme=dark\n[Cookies]\nlang: de'
    assert.deepEqual(stepOf(text)['headers'], { Cookie: 'theme=dark' })
    assert.deepEqual(
      importedText(text).report.notes.map(({ what }) => what),
      ['[Cookies]'],
    )
  })

  it('are written as they were', () => {
    const items = [{ kind: 'request', step: stepOf('GET http://a\nCookie: theme=dark') } as const]
    const { files, report } = exportHurl({ name: 'Shop', environments: [], items })
    assert.match(files[0]?.text ?? '', /\nCookie: theme=dark\n/)
    assert.deepEqual(report.losses, [])
  })
})
