import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Collection, SavedRequest } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { translateScript } from '../postman/scripts/understand/translate-script.ts'
import { writeScripts } from '../postman/scripts/write/write-scripts.ts'
import { exportOpenCollection } from './export-open-collection.ts'
import { importedRequest } from './testing/import-files.ts'

const bru = (parts: string): string => `post {
  url: http://a
  body: multipartForm
}

body:multipart-form {
${parts}}
`

const yaml = `info: { name: a, type: http }
http:
  method: POST
  url: http://a
  body:
    type: multipart-form
    data:
      - { name: note, type: text, value: hi }
      - { name: policy, type: file, value: [] }
`

describe('a part of a form for which no file is chosen', () => {
  const off = { disabled: { text: '', filename: '' } }
  for (const [what, file, text] of [
    ['.bru', 'a.bru', bru('  note: hi\n  policy: @file()\n')],
    ['OpenCollection', 'a.yml', yaml],
    ['a text', 'a.yml', yaml.replace('[]', "''")],
    ['nothing', 'a.yml', yaml.replace('value: []', 'value: ')],
  ] as const)
    it(`is not sent, and told: ${what}`, async () => {
      const { step, report } = await importedRequest(file, text)
      assert.deepEqual(step['multipart'], { note: 'hi', policy: off })
      assert.deepEqual(
        report.notes.map(one => [one.what, one.why]),
        [['part policy', 'no file is chosen for it, so it is not sent']],
      )
    })

  it('leaves no body where there is nothing else', async () => {
    const { step } = await importedRequest('a.bru', bru('  policy: @file()\n'))
    assert.deepEqual(Object.keys(step), ['request', 'auth'])
  })

  it('is written where the file of a part is taken away, or the part is', async () => {
    const chosen = yaml.replace('[] }', '[a.txt], note: of ours }')
    const without = (await changedText(chosen, { multipart: { note: 'hi', policy: off } })) ?? ''
    assert.match(without, /name: policy\s+type: file\s+value: \[\]\s+note: of ours/)
    const [gone, third] = [
      '      - { name: policy, type: file, value: [] }\n',
      '      - { name: c, value: x, disabled: true }\n',
    ]
    const changed = await changedText(yaml + third, { multipart: { note: 'hi', c: { disabled: 'x' } } })
    assert.doesNotMatch(changed ?? '', /policy/)
    assert.match(changed ?? gone, /name: c/)
  })

  it('stays where another one is switched off, which stays as well', async () => {
    const changed = await changedText(yaml, { multipart: { note: { disabled: 'hi' }, policy: off } })
    assert.equal(changed, yaml.replace('value: hi }', 'value: hi, disabled: true }'))
  })

  it('stays in the file where another part has changed', async () => {
    const changed = await changedText(yaml, { multipart: { note: 'ho', policy: off } })
    assert.equal(changed, yaml.replace('hi', 'ho'))
  })
})

describe('a body of which one value has changed', () => {
  const commented = `info: { name: a, type: http }
http:
  method: POST
  url: http://a
  body:
    type: json
    data: |2
       {
         "id": 1, // the first
      //    "old": 2,
         "rows": [{ "a": 1 }] }
`
  it('keeps its comments and its layout', async () => {
    const changed = await changedText(commented, { json: { id: 1, rows: [{ a: 2 }] } })
    assert.equal(changed, commented.replace('"a": 1', '"a": 2'))
  })

  it('keeps what else is said of it, and of several files those that are not sent', async () => {
    const typed = yaml.replace('    data:', '    note: of ours\n    data:')
    const note = { note: 'ho', policy: { disabled: { text: '', filename: '' } } }
    assert.equal(await changedText(typed, { multipart: note }), typed.replace('hi', 'ho'))
    const files = `info: { name: a, type: http }
http:
  method: POST
  url: http://a
  body:
    type: file
    data:
      - { filePath: a.bin, contentType: a/b, selected: false }
      - { filePath: b.bin, contentType: a/b, selected: true }
`
    assert.equal(await changedText(files, { file: 'c.bin' }), files.replace('b.bin', 'c.bin'))
  })

  it('keeps those beside it that are not sent', async () => {
    const several = `info: { name: a, type: http }
http:
  method: POST
  url: http://a
  body:
    - title: text
      selected: false
      body: { type: text, data: hi }
    - title: own
      note: of ours
      selected: true
      body: { type: json, data: '{"a":1}' }
`
    assert.equal(await changedText(several, { json: { a: 2 } }), several.replace('"a":1', '"a":2'))
  })
})

/** The text of a request once its step has other keys. */
async function changedText(text: string, keys: JsonObject): Promise<string | undefined> {
  const { collection } = await importedRequest('a.yml', text)
  const items = (collection?.items ?? []).map(item => {
    const { step } = item as SavedRequest
    return { ...item, step: { ...step, ...keys } } as SavedRequest
  })
  const scripts = { translate: translateScript, scriptsOf: writeScripts }
  const { files } = exportOpenCollection({ ...(collection as Collection), items }, scripts)
  return files.find(({ name }) => name === 'a.yml')?.text
}
