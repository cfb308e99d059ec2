import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Collection, SavedRequest } from '../../model/collection.ts'
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

  it('stays in the file where another part has changed', async () => {
    const { collection } = await importedRequest('a.yml', yaml)
    const items = (collection?.items ?? []).map(item => {
      const { step } = item as SavedRequest
      return { ...item, step: { ...step, multipart: { note: 'ho', policy: off } } } as SavedRequest
    })
    const scripts = { translate: translateScript, scriptsOf: writeScripts }
    const { files } = exportOpenCollection({ ...(collection as Collection), items }, scripts)
    assert.equal(files.find(({ name }) => name === 'a.yml')?.text, yaml.replace('hi', 'ho'))
  })
})
