import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { describedBy } from '../../api-description/testing/description.ts'
import { RunContract } from '../../contract/run-contract.ts'
import { exchangeWith } from '../../extracts/testing/exchange.ts'
import { findingText } from '../../model/contract.ts'
import type { Exchange } from '../../model/exchange.ts'
import { createSchemaLibrary } from '../../validations/index.ts'
import { compareDescriptions } from './compare-descriptions.ts'
import { checked, type CheckedForTest, findingsOf } from './testing/checked.ts'
import { hostIn } from '../testing/host-in.ts'
import { validateBody } from './validate-body.ts'

const schema = () => ({
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
})
const body = { name: 'Ada', tags: ['a'] }

const operation = (): object => ({
  operationId: 'makeA',
  parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string', example: 'x' } }],
  requestBody: { required: true, content: { 'application/json': { schema: schema(), example: body } } },
  responses: {
    200: {
      description: 'ok',
      headers: { 'X-Total': { schema: { type: 'integer' } } },
      content: { 'application/json': { schema: schema() } },
    },
  },
})

/** The path item of `/a`, of which the part that keys lead to is another. */
function changedItem(keys: readonly string[], value: unknown): unknown {
  const document = { paths: { '/a': { post: operation() } } }
  let place = document as unknown as Record<string, unknown>
  for (const key of keys.slice(0, -1)) place = place[key] as Record<string, unknown>
  const last = keys.at(-1) ?? ''
  if (value === undefined) Reflect.deleteProperty(place, last)
  else place[last] = value
  return document.paths['/a']
}

/** A description with `/b`, which nothing is wrong with, and others. */
function description(openapi: string, items: Readonly<Record<string, unknown>>): object {
  const content = { 'application/json': { schema: schema() } }
  const read = { responses: { 200: { description: 'ok', content } } }
  return {
    openapi,
    info: { title: 'Things', version: '1' },
    paths: { '/b': { get: read }, ...items },
    components: { schemas: { Loop: { $ref: '#/components/schemas/Loop' }, Text: 'text' } },
  }
}

const own = ['paths', '/a', 'post']
const response = [...own, 'responses', '200']
const media = [...response, 'content', 'application/json']
const answer = [...media, 'schema']
const name = [...answer, 'properties', 'name']
const sent = [...own, 'requestBody', 'content', 'application/json', 'schema']
const parameter = [...own, 'parameters', '0']

/**
 * The validators that judge by a part: all of them, all but the validation of one response, or only those that look at
 * whole exchanges.
 */
type Judges = 'answer' | 'body' | 'exchange'

type Shape = readonly [
  keys: readonly string[],
  wrong: unknown,
  sound: unknown,
  told: RegExp,
  judges?: Judges,
  openapi?: string,
]

/** The place of a keyword in the schema of the answer. */
const at = (...keys: readonly string[]): RegExp =>
  new RegExp(
    `openapi\\.json#/paths/~1a\\d+/post/responses/200/content/application~1json/schema/${keys.join('/')}: `,
  )

const shapes: readonly Shape[] = [
  [answer, 'object', schema(), /response 200 application\/json schema: a schema was expected, not "object"/],
  [answer, 5, schema(), /response 200 application\/json schema: a schema was expected, not 5/],
  [answer, [], schema(), /response 200 application\/json schema: .* not a list/],
  [answer, null, schema(), /response 200 application\/json schema: .* not null/],
  [answer, true, schema(), /response 200 application\/json schema: .* not true/],
  [answer, 'object', true, /response 200 application\/json schema: /, 'answer', '3.1.0'],
  [[...answer, 'type'], 'objct', 'object', at('type')],
  [[...answer, 'type'], [], 'object', at('type')],
  [[...answer, 'type'], [], ['object', 'null'], at('type'), 'answer', '3.1.0'],
  [[...answer, 'type'], ['object', 'nul'], ['object', 'null'], at('type'), 'answer', '3.1.0'],
  [[...answer, 'type'], null, 'object', at('type')],
  [[...answer, 'type'], { string: true }, 'object', at('type')],
  [[...answer, 'required'], 'name', ['name'], at('required')],
  [[...answer, 'required'], true, ['name'], at('required')],
  [[...answer, 'required'], [5], ['name'], at('required')],
  [[...answer, 'required'], null, ['name'], at('required')],
  [[...answer, 'properties'], null, {}, at('properties')],
  [[...answer, 'properties'], ['name'], {}, at('properties')],
  [name, 'string', { type: 'string' }, at('properties', 'name')],
  [name, null, { type: 'string' }, at('properties', 'name')],
  [name, ['string'], { type: 'string' }, at('properties', 'name')],
  [[...name, 'type'], 'text/plain', 'string', at('properties', 'name', 'type')],
  [[...name, 'enum'], 'Ada', ['Ada'], at('properties', 'name', 'enum')],
  [[...name, 'enum'], {}, ['Ada'], at('properties', 'name', 'enum')],
  [[...name, 'enum'], [], ['Ada'], at('properties', 'name', 'enum')],
  [[...name, 'enum'], null, ['Ada'], at('properties', 'name', 'enum'), 'answer', '3.1.0'],
  [[...name, 'pattern'], '(', '^A', at('properties', 'name', 'pattern')],
  [[...name, 'pattern'], 5, '^A', at('properties', 'name', 'pattern')],
  [[...name, 'pattern'], '[z-a]', '[a-z]', at('properties', 'name', 'pattern')],
  [[...name, 'format'], 5, 'city', at('properties', 'name', 'format')],
  [[...name, 'minLength'], '1', 1, at('properties', 'name', 'minLength')],
  [[...name, 'maxLength'], -1, 3, at('properties', 'name', 'maxLength')],
  [[...name, 'minLength'], 1.5, 1, at('properties', 'name', 'minLength')],
  [[...name, 'minimum'], 'zero', 0, at('properties', 'name', 'minimum')],
  [[...name, 'maximum'], [9], 9, at('properties', 'name', 'maximum')],
  [[...name, 'exclusiveMaximum'], 'yes', true, at('properties', 'name', 'exclusiveMaximum')],
  [[...name, 'exclusiveMinimum'], '0', 0, at('properties', 'name', 'exclusiveMinimum'), 'answer', '3.1.0'],
  [[...name, 'multipleOf'], 0, 2, at('properties', 'name', 'multipleOf')],
  [[...name, 'nullable'], 'yes', true, at('properties', 'name', 'nullable')],
  [[...name, 'writeOnly'], 1, false, at('properties', 'name', 'writeOnly')],
  [[...answer, 'properties', 'tags', 'items'], [{ type: 'string' }], {}, at('properties', 'tags', 'items')],
  [[...answer, 'properties', 'tags', 'items'], [], {}, at('properties', 'tags', 'items'), 'answer', '3.1.0'],
  [[...answer, 'properties', 'tags', 'items'], 'string', {}, at('properties', 'tags', 'items')],
  [[...answer, 'properties', 'tags', 'uniqueItems'], 'true', true, at('properties', 'tags', 'uniqueItems')],
  [[...answer, 'properties', 'tags', 'minItems'], null, 1, at('properties', 'tags', 'minItems')],
  [
    [...answer, 'properties', 'tags', 'contains'],
    'a',
    {},
    at('properties', 'tags', 'contains'),
    'answer',
    '3.1.0',
  ],
  [[...answer, 'allOf'], {}, [{}], at('allOf')],
  [[...answer, 'allOf'], [], [{}], at('allOf')],
  [[...answer, 'oneOf'], [5], [{}], at('oneOf', '0')],
  [[...answer, 'anyOf'], [{}, 'object'], [{}, {}], at('anyOf', '1')],
  [[...answer, 'not'], [], { required: ['gone'] }, at('not')],
  [[...answer, 'if'], 'x', {}, at('if'), 'answer', '3.1.0'],
  [[...answer, 'additionalProperties'], 5, true, at('additionalProperties')],
  [[...answer, 'additionalProperties'], 'false', false, at('additionalProperties')],
  [[...answer, 'maxProperties'], '9', 9, at('maxProperties')],
  [[...answer, 'patternProperties'], { '(': {} }, { '^n': {} }, at('patternProperties'), 'answer', '3.1.0'],
  [
    [...answer, 'dependentRequired'],
    { name: 'tags' },
    { name: ['tags'] },
    at('dependentRequired'),
    'answer',
    '3.1.0',
  ],
  [answer, { $ref: 5 }, schema(), /response 200 application\/json schema: a schema was expected/],
  [answer, { $ref: '#/components/schemas/Gone' }, schema(), /#\/components\/schemas\/Gone leads nowhere/],
  [answer, { $ref: '#/components/schemas/Loop' }, schema(), /Loop leads nowhere: it leads in a circle/],
  [answer, { $ref: '#/components/schemas/Text' }, schema(), /Text leads nowhere: a schema was expected/],
  [media, null, {}, /response 200 application\/json: an object was expected, not null/],
  [media, [], {}, /response 200 application\/json: an object was expected, not a list/],
  [
    [...response, 'content'],
    [],
    { 'application/json': {} },
    /response 200: an object was expected, not a list/,
  ],
  [
    [...response, 'content'],
    null,
    { 'application/json': {} },
    /response 200: an object was expected, not null/,
  ],
  [response, 5, { $ref: '#/paths/~1b/get/responses/200' }, /response 200: an object was expected, not 5/],
  [response, { $ref: '#/gone' }, { description: 'ok', content: { '*/*': {} } }, /#\/gone leads nowhere/],
  [
    [...own, 'responses'],
    [],
    { default: { description: 'any', content: { '*/*': {} } } },
    /responses: .* not a list/,
  ],
  [
    [...own, 'responses'],
    { '2OO': { description: 'ok' }, default: { description: 'any', content: { '*/*': {} } } },
    { default: { description: 'any', content: { '*/*': {} } }, 'x-2OO': 1 },
    /response 2OO: it is no status, range or default/,
  ],
  [[...response, 'headers'], ['X-Total'], {}, /headers: an object was expected, not a list/],
  [[...response, 'headers', 'X-Total'], null, {}, /header X-Total: an object was expected, not null/],
  [
    [...response, 'headers', 'X-Total', 'schema'],
    'integer',
    { type: 'integer' },
    /header X-Total schema: a schema was expected/,
  ],
  [
    [...response, 'headers', 'X-Total', 'schema', 'type'],
    'int3ger',
    'integer',
    /headers\/X-Total\/schema\/type: there is no type/,
    'exchange',
  ],
  [[...own, 'requestBody'], 7, undefined, /request body: an object was expected, not 7/, 'body'],
  [
    [...own, 'requestBody', 'content'],
    [],
    { '*/*': {} },
    /request body: an object was expected, not a list/,
    'body',
  ],
  [
    [...own, 'requestBody', 'required'],
    'yes',
    true,
    /request body required: true or false was expected/,
    'body',
  ],
  [sent, 'object', schema(), /request body application\/json schema: a schema was expected/, 'body'],
  [
    [...sent, 'required'],
    'name',
    ['name'],
    /requestBody\/content\/application~1json\/schema\/required: /,
    'body',
  ],
  [[...own, 'parameters'], {}, [], /parameters: a list was expected, not an object/, 'exchange'],
  [[...own, 'parameters'], null, [], /parameters: a list was expected, not null/, 'exchange'],
  [parameter, 5, { name: 'q', in: 'query' }, /parameter 1: an object was expected, not 5/, 'exchange'],
  [[...parameter, 'in'], undefined, 'query', /parameter q: its `in` is none of/, 'exchange'],
  [[...parameter, 'name'], undefined, 'q', /a query parameter: it has no name/, 'exchange'],
  [[...parameter, 'required'], 'true', true, /parameter q required: true or false was expected/, 'exchange'],
  [[...parameter, 'style'], 'fom', 'form', /parameter q style: the name of a style/, 'exchange'],
  [[...parameter, 'schema'], 'string', {}, /parameter q schema: a schema was expected/, 'exchange'],
  [
    [...parameter, 'schema', 'type'],
    'strin',
    'string',
    /parameters\/0\/schema\/type: there is no type/,
    'exchange',
  ],
  [[...answer, 'requird'], ['nmae'], undefined, /\/schema\/requird: there is no keyword .* "required"\?/],
  [[...name, 'minLenght'], 99, undefined, /\/name\/minLenght: there is no keyword .* "minLength"\?/],
  [[...name, 'format'], 'emial', 'uint32', /\/name\/format: there is no format .* "email"\?/],
  [media, { shema: schema() }, { schema: schema() }, /application\/json shema: .* "schema"\?/],
  [
    response,
    { schema: schema() },
    { content: { 'application/json': {} } },
    /200 schema: it says nothing in OpenAPI 3; .* `content`/,
  ],
  [[...response, 'headers', 'X-Total', 'reqired'], true, undefined, /X-Total reqired: .* "required"\?/],
  [[...own, 'requestBody', 'contnt'], {}, undefined, /request body contnt: .* "content"\?/, 'body'],
  [[...own, 'parameter'], [], undefined, /parameter: .* "parameters"\?/, 'exchange'],
  [[...parameter, 'requird'], false, undefined, /parameter q requird: .* "required"\?/, 'exchange'],
  [own, null, operation(), /POST \/a\d+.*: an object was expected, not null/],
  [own, [], operation(), /POST \/a\d+.*: an object was expected, not a list/],
  [
    ['paths', '/a'],
    { psot: operation() },
    { post: operation() },
    /psot"?: it is no method\. Did you mean "post"\?/,
  ],
  [['paths', '/a'], 'post', { post: operation() }, /\/a.*: an object was expected, not "post"/],
  [['paths', '/a'], { $ref: '#/gone' }, { post: operation() }, /#\/gone leads nowhere/],
]

/** The paths of the shapes of one version, one after the other. */
function itemsOf(openapi: string, which: 'wrong' | 'sound'): Readonly<Record<string, unknown>> {
  const items = shapes.map(([keys, wrong, sound, , , version = '3.0.3'], index) =>
    version === openapi
      ? [[`/a${index}`, changedItem(keys, which === 'wrong' ? wrong : sound)] as const]
      : [],
  )
  return Object.fromEntries(items.flat())
}

const versions = ['3.0.3', '3.1.0']
const files = new Map<string, string>()
const checks = new Map<string, CheckedForTest>()
const [contracts, controls] = [new Map<string, RunContract>(), new Map<string, RunContract>()]
const library = createSchemaLibrary()
let folder = ''
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-malformed-'))
  await writeFile(path.join(folder, 'body.json'), JSON.stringify(body))
  for (const version of versions) {
    const document = description(version, itemsOf(version, 'wrong'))
    contracts.set(version, new RunContract('openapi.json', await describedBy(document)))
    controls.set(
      version,
      new RunContract('openapi.json', await describedBy(description(version, itemsOf(version, 'sound')))),
    )
    files.set(version, path.join(folder, version, 'openapi.json'))
    await mkdir(path.join(folder, version))
    await writeFile(files.get(version) ?? '', JSON.stringify(document))
    const choice = { includeWrites: true, maxOperations: 1000 }
    checks.set(version, await checked(document, answerAll, { choice }))
  }
})
after(() => rm(folder, { recursive: true }))

function answerAll(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json', 'x-total': '1' })
  response.end(JSON.stringify(body))
}

/** An exchange of the path of a shape. */
function exchangeOf(index: number): Exchange {
  return {
    ...exchangeWith({
      json: body,
      headers: [
        ['content-type', 'application/json'],
        ['x-total', '1'],
      ],
    }),
    request: {
      summary: '',
      method: 'POST',
      url: `http://127.0.0.1:4010/a${index}?q=x`,
      headers: [['content-type', 'application/json']],
      body: { text: JSON.stringify(body), size: 30, truncated: false },
    },
  }
}

/** Lists the findings about the exchange in a run that is checked against a description. */
function heldBy(contract: RunContract | undefined, index: number): readonly string[] {
  return contract?.judge(exchangeOf(index))?.findings.map(findingText) ?? ['it is not described']
}

/** Lists the findings about the body from the validation of one response, and from `apitest validate`. */
async function foundByOthers(spec: string, index: number, judges: Judges): Promise<readonly string[]> {
  const operationName = `POST /a${index}`
  const direction = judges === 'body' ? 'request' : 'response'
  const validated = await validateBody.run(
    { source: 'body.json', direction, spec, operation: operationName },
    hostIn(folder),
  )
  const said = validated.ok ? `valid: ${String(validated.value.valid)}` : validated.problems[0]?.message
  if (judges === 'body') return [said ?? '']
  const verdict = await library.judgeAnswer(spec, operationName, exchangeOf(index))
  return [said ?? '', verdict.kind === 'refused' ? verdict.reason : 'judged']
}

function shown(value: unknown): string {
  return value === undefined ? 'left out' : JSON.stringify(value)
}

describe('B7: malformed descriptions', () => {
  for (const version of versions)
    it(`${version}: do not keep a check from what nothing is wrong with`, () => {
      const check = checks.get(version)
      assert.equal(check?.check.operations.find(one => one.operation === 'GET /b')?.outcome, 'passed')
      assert.equal(check.exitCode, version === '3.0.3' ? 2 : 1)
    })

  for (const [index, [keys, wrong, , told, judges = 'answer', version = '3.0.3']] of shapes.entries())
    it(`${version} ${keys.slice(2).join(' ')}: ${shown(wrong)} passes for nothing`, async () => {
      const { check, problems } = checks.get(version) as CheckedForTest
      const broken = check.operations.find(one => one.operation === `POST /a${index}`)
      const others = problems.filter(({ message }) => new RegExp(`/a${index}\\b`).test(message))
      const found = broken === undefined ? others.map(({ message }) => message) : findingsOf(broken)
      assert.match(found.join('\n'), told)
      assert.match(heldBy(contracts.get(version), index).join('\n'), told)
      if (judges === 'exchange') return
      for (const said of await foundByOthers(files.get(version) ?? '', index, judges))
        assert.match(said, told)
    })

  for (const [index, [keys, , sound, , , version = '3.0.3']] of shapes.entries())
    it(`${version} ${keys.slice(2).join(' ')}: ${shown(sound)} is sound`, () => {
      assert.deepEqual(heldBy(controls.get(version), index), [])
    })
})

describe('E9: malformed descriptions in a comparison', () => {
  for (const version of versions)
    it(`${version}: every part that the new one has and the old one has not is told, and an error`, async () => {
      for (const which of ['sound', 'wrong'] as const)
        await writeFile(
          path.join(folder, `${which}.json`),
          JSON.stringify(description(version, itemsOf(version, which))).replaceAll(
            'openapi.json',
            `${which}.json`,
          ),
        )
      const compare = async (old: string, fresh: string) => {
        const compared = await compareDescriptions({ before: old, after: fresh }, hostIn(folder))
        assert.ok(compared.ok, compared.ok ? '' : compared.problems[0]?.message)
        return compared.value.warnings
      }
      const problems = await compare('sound.json', 'wrong.json')
      const told = problems
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => message.replace('wrong.json#', 'openapi.json#'))
      for (const [index, [, , , expected, , one = '3.0.3']] of shapes.entries()) {
        const where = new RegExp(`(/|~1)a${index}\\b|: the reference `)
        if (one === version) assert.match(told.filter(message => where.test(message)).join('\n'), expected)
      }
      const again = await compare('wrong.json', 'wrong.json')
      assert.deepEqual(new Set(again.map(({ severity }) => severity)), new Set(['warning']))
      assert.ok(again.length >= problems.length)
    })

  it('a discriminator that maps a value to nothing is told with its place, and an error', async () => {
    const write = async (name: string, mapping: object): Promise<void> => {
      const item = { post: operation() }
      Object.assign(item.post, {
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': {
                schema: { type: 'object', discriminator: { propertyName: 'kind', mapping } },
              },
            },
          },
        },
      })
      await writeFile(path.join(folder, name), JSON.stringify(description('3.0.3', { '/m': item })))
    }
    await write('mapped.json', { a: '#/components/schemas/Text', b: 'Text', far: './far.yaml' })
    await write('dangling.json', { a: '#/components/schemas/Gone', b: 'Lost', far: './far.yaml' })
    const told = async (before: string, after: string): Promise<readonly string[]> => {
      const compared = await compareDescriptions({ before, after }, hostIn(folder))
      return compared.ok
        ? compared.value.warnings
            .filter(({ message }) => message.includes('discriminator'))
            .map(({ severity, message }) => `${severity} ${message}`)
        : ['refused']
    }
    const errors = await told('mapped.json', 'dangling.json')
    const place = /^error .*dangling\.json#\/paths\/~1m\/post\/.*\/schema\/discriminator\/mapping\//
    assert.equal(errors.length, 2, errors.join('\n'))
    assert.match(errors[0] ?? '', new RegExp(`${place.source}a: .*Gone leads nowhere`))
    assert.match(errors[1] ?? '', new RegExp(`${place.source}b: .*Lost leads nowhere`))
    assert.deepEqual(await told('dangling.json', 'mapped.json'), [])
    assert.equal(
      (await told('dangling.json', 'dangling.json')).filter(one => one.startsWith('warning')).length,
      2,
    )
  })
})
