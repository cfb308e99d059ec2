import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anyStatus } from '../../compile/written-checks.ts'
import type { Collection } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { translateScript } from '../postman/scripts/understand/translate-script.ts'
import { writeScripts } from '../postman/scripts/write/write-scripts.ts'
import { exportHttp } from './export-http.ts'
import { importedText } from './testing/import-file.ts'

/** The lines that come and go where a file was imported and changed, and the losses. */
function changed(text: string, change: (collection: Collection) => Collection): readonly string[] {
  const { collection } = importedText(text)
  assert.ok(collection !== undefined)
  const handlers = { translate: translateScript, scriptsOf: writeScripts, isJetBrains: false }
  const { files, report } = exportHttp(change(collection), handlers)
  const [before, after] = [text, files[0]?.text ?? ''].map(one => one.split('\n'))
  return [
    ...(before ?? []).filter(line => after?.includes(line) !== true).map(line => `-${line}`),
    ...(after ?? []).filter(line => before?.includes(line) !== true).map(line => `+${line}`),
    ...report.losses.map(({ what }) => `lost ${what}`),
  ]
}

/** The first step with other parts. */
function first(change: JsonObject): (collection: Collection) => Collection {
  return collection => ({
    ...collection,
    items: collection.items.map((item, index) =>
      index === 0 && item.kind === 'request' ? { ...item, step: { ...item.step, ...change } } : item,
    ),
  })
}

describe('checks of httpYac that were imported', () => {
  const file = `### One
GET http://h/a

?? status == 200
?? header content-type includes json
?? js response.parsedBody.a == 1
?? duration < 500
??body contains x
?? header x-none isFalse
`
  const all: readonly JsonObject[] = [
    { status: 200 },
    { 'header content-type': { contains: 'json' } },
    { time: { 'less-than': '500ms' } },
    { text: { contains: 'x' } },
    { 'header x-none': { missing: true } },
  ]

  it('are validations', () => {
    const [item] = importedText(file).collection?.items ?? []
    assert.ok(item?.kind === 'request')
    assert.deepEqual(item.step['validations'], all)
  })

  it('stay in their lines where others change, come and go', () => {
    const [status = {}, ...others] = all
    assert.deepEqual(changed(file, first({ validations: [...others, { 'header x-b': 'c d' }] })), [
      '-?? status == 200',
      '+?? status < 400',
      '+?? header x-b == c d',
    ])
    assert.deepEqual(changed(file, first({ validations: [{ status: '2xx' }, ...others] })), [
      '-?? status == 200',
      '+?? status >= 200',
      '+?? status < 300',
    ])
    assert.deepEqual(
      changed(file, first({ validations: [status, ...others.slice(1), { time: { 'less-than': '1s' } }] })),
      ['-?? header content-type includes json', '+?? duration < 1000'],
    )
    assert.deepEqual(changed(file, first({ validations: others.toReversed().concat(status) })), [])
  })

  it('tell what they have no word for, and stay beside it', () => {
    const more = [{ '$.a': 1 }, { status: 200, when: { text: 'a' } }, { text: { contains: 'a\nb' } }]
    assert.deepEqual(changed(file, first({ validations: [...all, ...more] })), [
      'lost validation $.a',
      'lost validation status, when',
      'lost validation text',
    ])
  })

  it('stay where something else is taken over', () => {
    assert.deepEqual(changed(file, first({ extracts: { id: '$.id' } })), ['+# @name One', 'lost extract id'])
  })
})

describe('references to answers that were imported', () => {
  const file = `### Log in
# @name login
GET http://h/a

### Two
@tok = {{login.response.body.$.id}}
GET http://h/b/{{tok}}

### Three
GET http://h/c/{{login.response.body.no}}
`

  it('are to what the request extracts now', () => {
    const extracts = { tok: '$.code', 'login-no': '$.no' }
    assert.deepEqual(changed(file, first({ extracts })), [
      '-@tok = {{login.response.body.$.id}}',
      '+@tok = {{login.response.body.$.code}}',
    ])
  })

  it('are told where that is gone', () => {
    assert.deepEqual(changed(file, first({ extracts: {} })), ['lost @tok', 'lost {{login.response.body.no}}'])
  })
})

describe('variables of a file that was imported', () => {
  const file = `@base = http://h
@gone = 1
@same = {{same}}
###
@of = 1
GET {{base}}/{{same}}

@gone = 2
`

  it('are gone where they are taken away, and nothing else is', () => {
    const withoutOne = ({ variables, ...others }: Collection): Collection => {
      const { gone: _, ...rest } = variables ?? {}
      return { ...others, variables: rest }
    }
    assert.deepEqual(changed(file.replace('\n@gone = 2\n', ''), withoutOne), ['-@gone = 1'])
    const { collection } = importedText(file)
    const { files } = exportHttp(withoutOne(collection ?? assert.fail()))
    assert.match(files[0]?.text ?? '', /\n@gone = 2\n/)
  })
})

describe('a text that is written', () => {
  for (const text of ['# Title\n### Section', 'a\n?? status == 200', 'a\n> {% x %}', '< b.txt'])
    it(`is told where clients read more in it: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(changed('### One\nPOST http://h/a\n\nb\n', first({ text })).slice(-1), ['lost text'])
    })

  it('is not where it is nothing but a text', () => {
    assert.deepEqual(changed('### One\nPOST http://h/a\n\nb\n', first({ text: 'a?\n\n b' })), [
      '-b',
      '+a?',
      '+ b',
    ])
  })
})

describe('a handler that was imported', () => {
  const file = `### One
GET http://h/a

> {%
  // what it is
  client.test("one", () => {
    client.assert(response.body.a === 1)
  })
  client.log("here")
  client.test("two", () => {
    client.assert(response.body.b === 2)
  })
%}
`
  const [one, two] = ['a', 'b'].map((key, index) => ({
    ...{ name: ['one', 'two'][index] ?? '', [`$.${key}`]: index + 1 },
  }))

  it('keeps all else where one of its checks goes', () => {
    assert.ok(one !== undefined)
    assert.deepEqual(changed(file, first({ validations: [one, anyStatus] })), [
      '-  client.test("two", () => {',
      '-    client.assert(response.body.b === 2)',
    ])
  })

  it('is told to lose its comments and what it logs where it is written anew', () => {
    const lines = changed(file, first({ validations: [one ?? {}, two ?? {}, anyStatus, { '$.c': 3 }] }))
    assert.ok(lines.includes('lost handler'))
  })
})
