import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { exportHttp } from './export-http.ts'
import { importedText, stepsIn } from './testing/import-file.ts'

const file = `@host=http://a.example

###    Sign   in
// @name   login
# @no-redirect
POST    {{host}}/login
  /deep
    ?first=1
    &second={{token}}
content-type:application/json
# between
X-One:   one
accept :  application/json
X-Twice: a
X-Twice: b

{
    "user" : "ada",   "n": 1,
    "deep": { "list": [1, 2, {"a":"b"}] }, "id": "{{$random.uuid}}"
}

> {%
  client.test("ok", function() { client.assert(response.status === 200) })
%}


### Next
GET {{host}}/items/{{login.response.body.$.id}}?x={{$guid}}
Authorization: Bearer {{login.response.body.$.token}}

# A comment
###
# Real title
put /path/x HTTP/1.1
Host: api.example:8443
Content-Type: application/x-www-form-urlencoded

a=1&
b=two+words&
c=%7Bx%7D

### Text
POST {{host}}/xml
Content-Type: text/xml

<a>
# why
  <b>1</b>

  <c/>
</a>
`

/** The text after a change of the step at this position, and what is told about it. */
function after(text: string, position: number, change: (step: JsonObject) => JsonObject) {
  const { collection } = importedText(text)
  assert.ok(collection !== undefined)
  const items = collection.items.map((item, index) =>
    index === position && item.kind === 'request' ? { ...item, step: change(item.step) } : item,
  )
  const { files, report } = exportHttp({ ...collection, items })
  return { written: files[0]?.text ?? '', losses: report.losses, steps: items }
}

type Case = readonly [what: string, position: number, change: (step: JsonObject) => JsonObject, ...Replaced[]]

type Replaced = readonly [from: string, to: string]

function withHeaders(headers: JsonObject): (step: JsonObject) => JsonObject {
  return step => ({ ...step, headers: { ...mapping(step['headers']), ...headers } })
}

function withJson(more: JsonObject): (step: JsonObject) => JsonObject {
  return step => ({ ...step, json: { ...mapping(step['json']), ...more } })
}

function requested(from: string, to: string): (step: JsonObject) => JsonObject {
  return step => ({ ...step, request: valueText(step['request'] ?? '').replace(from, to) })
}

const cases: readonly Case[] = [
  ['a header', 0, withHeaders({ 'X-One': '1' }), ['X-One:   one', 'X-One:   1']],
  ['one of two headers of a name', 0, withHeaders({ 'X-Twice': ['a', 'c'] }), ['X-Twice: b', 'X-Twice: c']],
  ['a new header', 0, withHeaders({ 'X-New': '1' }), ['X-Twice: b\n', 'X-Twice: b\nX-New: 1\n']],
  [
    'a header that is gone',
    0,
    step => ({ ...step, headers: { accept: 'application/json', 'X-Twice': ['a', 'b'] } }),
    ['X-One:   one\n', ''],
  ],
  ['the method', 0, requested('POST', 'PUT'), ['POST    {{host}}/login', 'PUT    {{host}}/login']],
  ['a line of the URL', 0, requested('first=1', 'first=2'), ['?first=1', '?first=2']],
  ['the end of the URL', 0, requested('{{token}}', '{{token}}&c=d'), ['={{token}}', '={{token}}&c=d']],
  ['a value in the body', 0, withJson({ user: 'bob' }), ['"ada"', '"bob"']],
  ['a value deep in the body', 0, withJson({ deep: { list: [1, 3, { a: 'b' }] } }), ['[1, 2,', '[1, 3,']],
  ['the name', 0, step => ({ ...step, name: 'Log in' }), ['###    Sign   in', '###    Log in']],
  ['the id', 2, step => ({ ...step, id: 'path' }), ['put /path', '# @name path\nput /path']],
  [
    'redirects and a time limit',
    0,
    ({ 'follow-redirects': _, ...step }) => ({ ...step, timeout: '5s' }),
    ['# @no-redirect\nPOST', '# @timeout 5\nPOST'],
  ],
  [
    'a URL with a reference',
    1,
    requested('/items/', '/things/'),
    ['/items/{{login.response', '/things/{{login.response'],
  ],
  [
    'a URL whose host is a header',
    2,
    requested('/path/x', '/path/y'),
    ['put /path/x HTTP/1.1', 'put /path/y HTTP/1.1'],
  ],
  [
    'a field of a form',
    2,
    step => ({ ...step, form: { ...mapping(step['form']), b: 'one word' } }),
    ['b=two+words&', 'b=one%20word&'],
  ],
  ['a name in a comment', 2, step => ({ ...step, name: 'Put' }), ['# Real title', '# Put']],
  [
    'a line of text',
    3,
    step => ({ ...step, xml: valueText(step['xml'] ?? '').replace('1', '2') }),
    ['<b>1', '<b>2'],
  ],
  [
    'credentials',
    1,
    step => ({ ...step, auth: { bearer: 'x' } }),
    ['Bearer {{login.response.body.$.token}}', 'Bearer x'],
  ],
  [
    'several things',
    0,
    step =>
      withJson({ n: 2 })({ ...requested('POST', 'PUT')(step), timeout: '5s', name: 'Log in', id: 'other' }),
    ['###    Sign   in', '###    Log in'],
    ['// @name   login', '# @name other'],
    ['POST  ', '# @timeout 5\nPUT  '],
    ['"n": 1', '"n": 2'],
  ],
]

describe('a request of a file that was imported', () => {
  for (const [ends, text] of [
    ['', file],
    [' with line ends of Windows', file.replaceAll('\n', '\r\n')],
  ] as const)
    for (const [what, position, change, ...replaced] of cases)
      it(`differs in ${what} alone${ends}`, () => {
        const { written, losses } = after(text, position, change)
        const native = (one: string): string => (text === file ? one : one.replaceAll('\n', '\r\n'))
        const wanted = replaced.reduce((all, [from, to]) => {
          assert.ok(all.includes(native(from)), from)
          return all.replace(native(from), () => native(to))
        }, text)
        assert.equal(written, wanted)
        assert.deepEqual(losses, [])
      })

  it('reads as what it was changed to', () => {
    for (const [what, position, change] of cases.filter(([name]) => !/credentials|several/.test(name))) {
      const { written, steps } = after(file, position, change)
      assert.deepEqual(
        stepsIn(importedText(written)),
        steps.map(item => item.kind === 'request' && item.step),
        what,
      )
    }
  })

  it('gets a body and loses one, with its type', () => {
    const { written } = after(file, 1, step => ({ ...step, json: { a: 1 } }))
    assert.match(written, /token\}\}\nContent-Type: application\/json\n\n\{\n {2}"a": 1\n\}\n\n# A comment/)
    const { written: without } = after(file, 3, ({ xml: _, 'content-type': _type, ...step }) => step)
    assert.equal(without, file.slice(0, file.indexOf('Content-Type: text/xml')))
  })
})
