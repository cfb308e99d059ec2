import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runLine, runShell, withFolder } from '../testing/run-program.ts'

const spec = `
swagger: "2.0"
info: { title: Users, version: "1" }
definitions:
  User:
    type: object
    required: [id, name]
    properties: { id: { type: integer, readOnly: true }, name: { type: string } }
paths:
  /users/{id}:
    put:
      operationId: changeUser
      parameters: [{ name: user, in: body, required: true, schema: { $ref: "#/definitions/User" } }]
      responses:
        200: { description: ok, schema: { $ref: "#/definitions/User" } }
        404: { description: no, schema: { type: object, required: [reason] } }
        409: { description: no }
`
const files = {
  'api.yaml': spec,
  'user.json': '{"id":1,"name":"Ada"}',
  'new.json': '{"name":"Ada"}',
  'bad.json': '{"id":"1","name":2}',
  'broken.json': '{',
  'schema.json': '{"type":"array"}',
}

const cases: readonly (readonly [what: string, given: string, exitCode: number, said: RegExp])[] = [
  [
    'an answer',
    'user.json --operation changeUser',
    0,
    /^user.json is as described: status 200 of PUT \/users\/\{id\} in api.yaml\n$/,
  ],
  [
    'every place that is wrong',
    'bad.json --operation "PUT /users/{id}"',
    1,
    /\n {2}\/id: must be integer\n {2}\/name: must be string\n$/,
  ],
  [
    'an answer needs what is read-only',
    'new.json --operation changeUser',
    1,
    /\/: must have required property 'id'/,
  ],
  ['a request does not', 'new.json --operation changeUser --request', 0, /the request of PUT/],
  [
    'another status',
    'user.json --operation changeUser --status 404',
    1,
    /must have required property 'reason'/,
  ],
  [
    'a status without content',
    'user.json --operation changeUser --status 409',
    2,
    /status 409 has no content of JSON; it documents none/,
  ],
  [
    'F7: an undocumented status',
    'user.json --operation changeUser --status 500',
    2,
    /error nothing-selected {2}api\.yaml changeUser: status 500 is not documented; it documents 200, 404 and 409/,
  ],
  [
    'what is no status',
    'user.json --operation changeUser --status ok',
    2,
    /--status is a number from 100 to 599/,
  ],
  [
    'an operation that is not there',
    'user.json --operation changeuser',
    2,
    /has no operation changeuser\n.*Did you mean "changeUser"\?/,
  ],
  ['broken JSON', 'broken.json --operation changeUser', 2, /broken.json is not JSON: /],
  ['no file', 'nothing.json --operation changeUser', 2, /there is no file nothing.json/],
]

/** Texts that are no schema pass nothing. */
const schemas: readonly (readonly [schema: string, exitCode: number, said: RegExp])[] = [
  ['{"tpye":"object","propertys":{}}', 2, /schema\.json:1:2 {2}error bad-schema {2}"tpye" is no keyword/],
  ['{"openapi":"3.1.0","info":{},"paths":{}}', 2, /this is an API description/],
  ['{"id":1,"name":"Ada"}', 2, /this is no schema/],
  ['{"$defs":{"user":{"type":"object"}}}', 2, /use it: `\$ref/],
  ['{"anyOf":[{},{"type":"array"}]}', 2, /takes every value/],
  ['{"type":', 2, /schema\.json.*cannot be read/],
  ['{"type":"object","format":"user"}', 0, /is as described[\s\S]*warning bad-schema/],
  ['{"description":"anything"}', 2, /no schema: none of its words/],
]

describe('apitest validate', () => {
  for (const [what, given, exitCode, said] of cases)
    it(what, () =>
      withFolder(files, async folder => {
        const words = given.match(/"[^"]+"|\S+/g)?.map(word => word.replaceAll('"', '')) ?? []
        const ended = await runLine(folder, ['validate', ...words, '--spec', 'api.yaml'])
        assert.equal(ended.exitCode, exitCode, ended.output + ended.errors)
        assert.match(ended.output + ended.errors, said)
      }),
    )

  it('takes the standard input and a JSON Schema, and prints JSON', () =>
    withFolder(files, async folder => {
      const { output, exitCode } = await runShell(
        folder,
        'cat user.json | APITEST validate - --schema schema.json --json',
      )
      assert.equal(exitCode, 1)
      const failures = [{ pointer: '/', message: 'must be array' }]
      assert.deepEqual(JSON.parse(output), { against: 'schema.json', valid: false, failures })
    }))

  for (const [schema, exitCode, said] of schemas)
    it(`B5: judges the schema itself: ${schema}`, () =>
      withFolder({ ...files, 'schema.json': schema }, async folder => {
        const ended = await runLine(folder, ['validate', 'user.json', '--schema', 'schema.json'])
        assert.equal(ended.exitCode, exitCode, ended.output + ended.errors)
        assert.match(ended.output + ended.errors, said)
      }))

  it('asks for a schema', () =>
    withFolder(files, async folder => {
      const { errors, exitCode } = await runLine(folder, ['validate', 'user.json'])
      assert.equal(exitCode, 2)
      assert.match(errors, /validate needs a schema/)
    }))
})
