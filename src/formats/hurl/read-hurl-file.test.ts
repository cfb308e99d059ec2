import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HurlFile } from './hurl-file.ts'
import { readHurlFile } from './read-hurl-file.ts'

function read(text: string): HurlFile {
  const file = readHurlFile(text, 'a.hurl')
  assert.ok(file.ok, JSON.stringify(file))
  assert.equal(file.value.entries.map(entry => entry.text).join('') + file.value.rest, text)
  return file.value
}

function refused(text: string): string {
  const file = readHurlFile(text, 'a.hurl')
  assert.ok(!file.ok, text)
  const [problem] = file.problems
  return `${problem?.span?.start.line}:${problem?.span?.start.column} ${problem?.message.replace('this is not Hurl: expected ', '')}`
}

const whole = `# Ours

# Sign in
POST {{base}}/login # why
X-A: a\\#b # c
[QueryStringParams]
q: 1
[Options]
retry: 2
{
  "a": {{n}}, "b": ["}", {}]
}
HTTP/1.1 200 # fine
X-B: 2
[Captures]
id: jsonpath "$.id" nth 0 toInt redact
[Asserts]
# one
cookie "sid[HttpOnly]" exists
header "X" not startsWith "a\\"b"
body == \`\`\`
one
two
\`\`\`
jsonpath "$.a" regex /a\\/b/ == {{x}}
\`all\`

GET http://a
HTTP *
<a><!-- > --><b c="/>"/></a>
# the end`

describe('a file of Hurl', () => {
  it('is read whole, each line with the comments above it', () => {
    for (const text of [whole, whole.replaceAll('\n', '\r\n')]) {
      const { entries, rest } = read(text)
      assert.deepEqual(
        entries.map(({ title, method, line, end }) => [title, method, line, end.line]),
        [
          ['Sign in', 'POST', 4, 26],
          [undefined, 'GET', 28, 30],
        ],
      )
      assert.equal(rest, '# the end')
      const first = entries[0] ?? assert.fail()
      assert.deepEqual(first.url, [{ name: 'base' }, '/login'])
      assert.deepEqual(first.request.headers[0]?.value, ['a#b'])
      assert.deepEqual(
        first.request.sections.map(({ name, fields }) => [name, fields.length]),
        [
          ['Query', 1],
          ['Options', 1],
        ],
      )
      const [captures, asserts] = first.response?.sections ?? assert.fail()
      assert.deepEqual(
        captures?.captures[0]?.query.filters.map(({ name }) => name),
        ['nth', 'toInt'],
      )
      assert.deepEqual(
        asserts?.asserts.map(({ query, isNegated, operator }) => [query.kind, isNegated, operator]),
        [
          ['cookie', false, 'exists'],
          ['header', true, 'startsWith'],
          ['body', false, '=='],
          ['jsonpath', false, '=='],
        ],
      )
      assert.match(asserts.asserts[0]?.source ?? '', /# one\r?\ncookie/)
    }
  })

  it('that does not fit is told where', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['GET http://a\n\nfoo bar\n', '3:1 a request such as GET http://localhost'],
      ['GET # http://a', '1:5 a URL'],
      ['get http://a', '1:1 a request such as GET http://localhost'],
      [
        'GET http://a\n[Foo]\n',
        '2:2 one of the sections Query, Form, Multipart, Cookies, BasicAuth, Options',
      ],
      ['GET http://a\n[Options]\nfoo: 1\n', '3:1 an option such as retry'],
      ['GET http://a\n[Query]\na: 1\n[Query]\n', '5:1 each section once'],
      ['GET http://a\n{"a": 1', '2:8 the end of this JSON'],
      ['GET http://a\n{"a": 1,}', '2:1 JSON'],
      ['GET http://a\n<a><b></b>', '2:11 the end of this XML'],
      ['GET http://a\n<a><b></a>', '2:7 the end of another element'],
      ['GET http://a\n```json\n{}', '3:3 ``` behind the text'],
      ['GET http://a\n```python\n```', '2:4 json, xml, graphql, raw or the end of the line'],
      ['GET http://{{a', '1:15 }}'],
      [String.raw`GET http://a\q`, String.raw`1:13 an escape such as \n or \u{41}`],
      ['GET http://a\nHTTP/1.2 200', '2:1 HTTP, HTTP/1.0, HTTP/1.1, HTTP/2 or HTTP/3'],
      ['GET http://a\nHTTP ok', '2:6 a status or *'],
      ['GET http://a\nHTTP 200\n[Asserts]\nstatus is 200', '4:8 a predicate such as == or exists'],
      [
        'GET http://a\nHTTP 200\n[Asserts]\nstatus startsWith 2',
        '4:19 a value that startsWith can compare with',
      ],
      ['GET http://a\nHTTP 200\n[Asserts]\njsonpath $.a == 1', '4:10 a text in double quotes'],
      ['GET http://a\nHTTP 200\n[Captures]\na: 1', '4:4 a query such as jsonpath "$.id"'],
      ['GET http://a\nHTTP 200\n[Asserts]\nbody matches /a', '4:16 / behind a pattern'],
      ['GET http://a\nhex,0;\n', '2:5 hex digits and ;'],
    ]
    for (const [text, problem] of cases) assert.equal(refused(text), problem, text)
  })

  it('of any size, and cut off anywhere, is read in time that grows with it alone', () => {
    for (let length = 0; length <= whole.length; length++) readHurlFile(whole.slice(0, length), 'a.hurl')
    const many = 'GET http://a\nX: 1\nHTTP 200\n[Asserts]\njsonpath "$.a" == 1\n\n'.repeat(20_000)
    const start = process.cpuUsage()
    assert.equal(read(many).entries.length, 20_000)
    for (const text of [
      '['.repeat(200_000),
      '{"a":'.repeat(100_000),
      '<a>'.repeat(200_000),
      '#\n'.repeat(200_000),
    ])
      readHurlFile(`GET http://a\n${text}`, 'a.hurl')
    const { user } = process.cpuUsage(start)
    assert.ok(user < 5_000_000, `${user / 1000} ms`)
  })
})
