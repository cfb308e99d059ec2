import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import path from 'node:path'
import { hostIn } from '../testing/host-in.ts'
import { checkSuites } from './check-suites.ts'
import { type Files, withFolder } from '../../testing/run-program.ts'

/** Problems as `file:line:column severity code message hint`. */
async function problemsOf(files: Files): Promise<readonly string[]> {
  return withFolder(files, async folder => {
    const answer = await checkSuites.run({ paths: ['a.apitest.yaml'] }, hostIn(folder))
    const problems = answer.ok ? answer.value.problems : answer.problems
    return problems.map(({ span, severity, code, message, hint = '' }) =>
      [
        `${path.basename(span?.file ?? '')}:${span?.start.line}:${span?.start.column}`,
        ...[severity, code, message, hint],
      ].join(' '),
    )
  })
}

const suiteWith = (schema: string): string =>
  `suite: A\nsteps:\n  - request: GET http://127.0.0.1:1/\n    validations:\n      - schema: ${schema}\n`

/** A schema in the suite, and the one problem it must have. */
const slips: readonly (readonly [schema: string, problem: RegExp])[] = [
  ['{ requird: [id] }', /:5:19 error bad-schema "requird" is no keyword.*Did you mean "required"/],
  ['{ propertys: { id: {} } }', /"propertys".*Did you mean "properties"/],
  ['{ typ: object }', /"typ".*Did you mean "type"/],
  ['{ properties: { id: { typ: string } } }', /:5:\d+ error bad-schema "typ"/],
  ['{ type: objct }', /error bad-schema "objct" is no type of JSON.*Did you mean "object"/],
  ['{ type: [string, nul] }', /"nul" is no type of JSON.*"null"/],
  ['{ type: string, format: emial }', /error bad-schema there is no format "emial".*"email"/],
  ['{ items: { additionalPropertys: false } }', /"additionalPropertys".*"additionalProperties"/],
  ['{ allOf: [{ oneof: [{ type: string }] }] }', /"oneof".*"oneOf"/],
  ['{ $defs: { a: { minimun: 1 } }, $ref: "#/$defs/a" }', /"minimun".*"minimum"/],
  ['{ $reff: "#/$defs/a" }', /"\$reff".*"\$ref"/],
  ['{ required: id }', /error bad-schema it is no valid 2020-12 schema: \/required/],
  ['{ pattern: "(" }', /error bad-schema.*the pattern \( is invalid/],
  ['{ $ref: "#/$defs/none" }', /error bad-schema.*leads to nothing/],
  ['{ $ref: nowhere.json }', /error bad-schema.*does not exist/],
  ['{ $schema: "http://example.com/x" }', /error bad-schema \$schema names none of/],
  ['{ mandatory: true }', /error bad-schema this is no schema: none of its words/],
  ['{ id: 7, title: A }', /error bad-schema this is no schema: none of its words/],
  ['{ openapi: 3.1.0, paths: {} }', /error bad-schema this is an API description, and no schema/],
  ['{ type: object, user: { type: object } }', /error bad-schema "user" is no keyword.*under `properties`/],
  ['{ type: object, id: { type: integer } }', /error bad-schema "id" is no keyword.*under `properties`/],
  ['{ properties: { a: { else: false } } }', /error bad-schema "else" without "if" says nothing/],
  ['{ minContains: 2 }', /error bad-schema "minContains" without "contains" says nothing/],
  ['{ type: array, required: [id] }', /error bad-schema "required" says nothing of a value of type array/],
  ['{ type: string, minimum: 1 }', /error bad-schema "minimum" says nothing .*It is for number and integer/],
  ['{ properties: { a: { min: 1 } } }', /error bad-schema "min" is no keyword.*"minimum"/],
  // Told, and not refused.
  ['{ type: string, format: iban }', /warning bad-schema the format "iban" is not checked/],
  ['{ type: string, format: iri }', /warning bad-schema the format "iri" is not checked/],
  ['{ type: object, mandatory: true }', /warning bad-schema "mandatory" is no keyword/],
  ['{ $ref: "#/user", user: { type: object } }', /warning bad-schema "user" is no keyword/],
  [
    '{ type: array, additionalItems: false }',
    /warning bad-schema "additionalItems" does nothing in 2020-12: it ended with 2019-09/,
  ],
  [
    '{ $schema: "http://json-schema.org/draft-07/schema#", type: array, prefixItems: [{ type: string }] }',
    /warning bad-schema "prefixItems" does nothing in draft-07: it came with 2020-12/,
  ],
  [
    '{ $schema: "http://json-schema.org/draft-07/schema#", type: object, definitions: { a: {} }, properties: { b: { $ref: "#/definitions/a", maxLength: 3 } } }',
    /warning bad-schema beside \$ref, "maxLength" does nothing in draft-07/,
  ],
]

const sound: readonly string[] = [
  '{ type: [object, array], items: { type: integer, minimum: 1 }, required: [id] }',
  '{ type: object, title: A, description: anything }',
  '{ type: object, x-internal: true, properties: { requird: { type: string, nullable: true, example: a } } }',
  '{ type: object, title: A, description: b, $comment: c, deprecated: true, readOnly: true, examples: [1], xml: {}, discriminator: {} }',
  '{ enum: [{ typ: 1 }], const: { requird: 1 }, default: { propertys: 1 } }',
  '{ $schema: "http://json-schema.org/draft-04/schema#", id: "http://example.com/a", maximum: 1, exclusiveMaximum: true }',
  '{ $schema: "https://json-schema.org/draft/2019-09/schema", items: [{ type: string }], additionalItems: false }',
  '{ $ref: "https://json-schema.org/draft/2020-12/schema" }',
  '{ format: int32, unevaluatedProperties: false, dependentRequired: { a: [b] } }',
]

describe('B6: schemas', () => {
  for (const [schema, problem] of slips)
    it(`B6: ${schema}`, async () => {
      const problems = await problemsOf({ 'a.apitest.yaml': suiteWith(schema) })
      assert.equal(problems.length, 1, problems.join('\n'))
      assert.match(problems[0] ?? '', problem)
    })
  for (const schema of sound)
    it(`B6: nothing is wrong with ${schema}`, async () => {
      assert.deepEqual(await problemsOf({ 'a.apitest.yaml': suiteWith(schema) }), [])
    })

  it('B6: places are those in the files, also in files of files, each told once', async () => {
    const twice = `${suiteWith('user.schema.json')}      - schema: user.schema.json\n      - schema: { $ref: parts.yaml#/$defs/name }\n`
    const problems = await problemsOf({
      'a.apitest.yaml': `${twice}    retry: { attempts: 2, stop-when: [{ schema: state.yaml }] }\n`,
      'user.schema.json':
        '{\n  "type": "object",\n  "propertys": {},\n  "properties": {\n    "name": { "$ref": "parts.yaml#/$defs/name" },\n    "age": { "type": "integr" }\n  }\n}\n',
      'parts.yaml':
        'openapi: 3.1.0\n$defs:\n  name:\n    type: string\n    minLenght: 1\n  other: { requird: [] }\n',
      'state.yaml': 'typ: object\n',
    })
    assert.deepEqual(
      new Set(problems.map(text => text.replace(/ error.*Did you mean/, ''))),
      new Set([
        'state.yaml:1:1 "type"?',
        'user.schema.json:3:3 "properties"?',
        'parts.yaml:5:5 "minLength"?',
        'user.schema.json:6:14 "integer"?',
      ]),
    )
    assert.equal(problems.length, 4)
  })

  it('B6: a file that is no schema, or no JSON, is found before anything is sent', async () => {
    const files = (text: string): Files => ({ 'a.apitest.yaml': suiteWith('x.json'), 'x.json': text })
    assert.match(
      (await problemsOf(files('{ "type": ')))[0] ?? '',
      /a\.apitest\.yaml:5:9 error bad-schema .*x\.json cannot be read/,
    )
    assert.match(
      (await problemsOf(files('[]')))[0] ?? '',
      /error bad-schema a schema is an object, true or false/,
    )
    assert.match(
      (await problemsOf({ 'a.apitest.yaml': suiteWith('{ $ref: x.json }'), 'x.json': '{' }))[0] ?? '',
      /error bad-schema it refers to a file that cannot be used/,
    )
  })
})

describe('B6: files that are sent', () => {
  const missing: readonly (readonly [step: string, problem: RegExp | undefined])[] = [
    [
      'request: POST http://127.0.0.1:1/\n    file: none.bin',
      /5:11 error file-missing there is no file none\.bin/,
    ],
    ['request: POST http://127.0.0.1:1/\n    multipart: { a: { file: none.png } }', /error file-missing/],
    [
      'request: POST http://127.0.0.1:1/\n    multipart: { a: [{ file: there.txt }, { file: none.png }] }',
      /none\.png/,
    ],
    ['websocket: ws://127.0.0.1:1/\n    messages: [{ file: none.bin }]', /5:\d+ error file-missing/],
    ['kafka: publish\n    brokers: 127.0.0.1:1\n    topic: a\n    file: none.bin', /error file-missing/],
    ['grpc: a.B/C\n    target: grpc://127.0.0.1:1\n    proto: none.proto', /error file-missing/],
    ['grpc: a.B/C\n    target: grpc://127.0.0.1:1\n    descriptor-set: none.protoset', /error file-missing/],
    ['request: POST http://127.0.0.1:1/\n    file: none.bin\n  - exec: make things', /warning file-missing/],
    // Files that may be there, or are not sent.
    ['request: POST http://127.0.0.1:1/\n    file: there.txt', undefined],
    ['request: POST http://127.0.0.1:1/\n    file: "{{name}}.bin"', undefined],
    ['request: POST http://127.0.0.1:1/\n    file: out/none.bin\n  - exec: make > out/none.bin', undefined],
    ['request: POST http://127.0.0.1:1/\n    multipart: { a: { disabled: { file: none.png } } }', undefined],
    [
      'grpc: a.B/C\n    target: grpc://127.0.0.1:1\n    proto: none.proto\n    import-paths: protos',
      undefined,
    ],
  ]
  for (const [step, problem] of missing)
    it(`B6: ${step}`, async () => {
      const text = `suite: A\nvariables: { name: a }\nsteps:\n  - ${step}\n`
      const problems = await problemsOf({ 'a.apitest.yaml': text, 'there.txt': '' })
      const found = problems.filter(one => one.includes('file-missing'))
      assert.equal(found.length, problem === undefined ? 0 : 1, problems.join('\n'))
      assert.match(found[0] ?? '', problem ?? /^$/)
    })
})

describe('F8: data that cannot be read is told alone', () => {
  const step =
    '  - request: GET http://127.0.0.1:1/{{id}}\n    when: { plan: gold }\n    validations: [{ $.name: "{{name}}" }]\n'
  const cases: readonly (readonly [title: string, files: Files, problem: RegExp])[] = [
    ['two columns of one name', { 'd.csv': 'id,name,id\n1,Ada,2\n' }, /^d\.csv:1:1 error data-columns/],
    ['a row too long', { 'd.csv': 'id,name\n1,Ada,2\n' }, /^d\.csv:2:1 error data-unreadable/],
    ['no rows', { 'd.csv': 'id,name\n' }, /^d\.csv:1:1 error data-empty/],
    ['no file', {}, /error data-missing/],
    ['no JSON', { 'd.json': '[{ "id": 1 ' }, /^d\.json:.* error data-unreadable/],
  ]
  for (const [title, files, problem] of cases) {
    const file = Object.keys(files)[0] ?? 'd.csv'
    for (const [where, suite] of [
      ['suite', `suite: A\ndata: ${file}\nvariables: { greeting: "{{name}}" }\nsteps:\n${step}`],
      ['step', `suite: A\nsteps:\n${step}    data: ${file}\n`],
    ])
      it(`F8: ${title}, of the ${where}`, async () => {
        const problems = await problemsOf({ ...files, 'a.apitest.yaml': suite ?? '' })
        assert.equal(problems.length, 1, problems.join('\n'))
        assert.match(problems[0] ?? '', problem)
      })
  }

  it('F8: rows of the wrong shape hide none of their names, and no misspelt built-in', async () => {
    const text = `suite: A\ndata: { id: 1 }\nsteps:\n${step}    headers: { X-Id: "{{$uuiid}}" }\n`
    const codes = (await problemsOf({ 'a.apitest.yaml': text })).map(one => one.split(' ')[2])
    assert.deepEqual(codes, ['missing-key', 'unknown-built-in'])
  })
})
