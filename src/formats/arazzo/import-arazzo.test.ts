import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Imported } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { mapping, text } from '../../util/read-values.ts'
import { importedText } from './testing/import-text.ts'

const api = `openapi: 3.0.3
info: { title: Shop, version: '1' }
servers: [{ url: 'http://127.0.0.1:4555' }]
paths:
  /items/{id}:
    get:
      operationId: getItem
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: tag, in: query, style: pipeDelimited, explode: false, schema: { type: array } }
        - { name: filter, in: query, style: deepObject, schema: { type: object } }
      responses: { '200': { description: Fine } }
  /items:
    post:
      operationId: addItem
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object } } } }
      responses:
        '201': { description: Made, content: { application/json: { schema: {} } } }
        '400': { description: Wrong, content: { application/problem+json: {}, application/json: {} } }
`

const head = `arazzo: 1.0.1
info: { title: Shop, version: '1' }
sourceDescriptions: [{ name: shop, url: ./api.yaml, type: openapi }]
workflows:
`

/** The import of workflows beside the description of the shop. */
function workflows(written: string): Promise<Imported> {
  return importedText(head + written, { 'api.yaml': api })
}

/** The steps of the only workflow. */
async function steps(written: string): Promise<readonly JsonObject[]> {
  const { collection } = await workflows(`  - workflowId: w\n    steps:\n${written}`)
  return (collection?.items ?? []).flatMap(item => (item.kind === 'request' ? [item.step] : []))
}

const told = ({ report }: Imported): readonly string[] =>
  report.losses.map(({ where, what, why }) => `${where}: ${what}: ${why}`)

const get = (id: string, more = ''): string =>
  `      - { stepId: ${id}, operationId: getItem, parameters: [{ name: id, in: path, value: 1 }]${more} }\n`

describe('steps of workflows', () => {
  it('send parameters in the style of their operation', async () => {
    const [step] = await steps(
      `      - stepId: a
        operationId: getItem
        parameters:
          - { name: id, in: path, value: a b }
          - { name: tag, in: query, value: [new, sale] }
          - { name: filter, in: query, value: { state: open } }
          - { name: sid, in: cookie, value: 7 }
`,
    )
    assert.equal(step?.['request'], 'GET {{baseUrl}}/items/a%20b')
    assert.deepEqual(step['query'], { tag: 'new|sale', 'filter[state]': 'open' })
    assert.deepEqual(step['headers'], { Cookie: 'sid=7' })
  })

  it('send the body that their operation describes, and keep braces that are none of theirs', async () => {
    const [step] = await steps(
      `      - stepId: a
        operationId: addItem
        requestBody: { payload: { name: 'a {{b}}', tags: [x, y] } }
`,
    )
    assert.deepEqual(step?.['form'], { name: String.raw`a \{{b}}`, tags: ['x', 'y'] })
  })

  it('know the request of an output without sending it, and a way into what was found', async () => {
    const [, second] = await steps(
      get('a', ', outputs: { sent: $request.path.id, found: $response.body }') +
        `      - stepId: b
        operationId: addItem
        requestBody:
          contentType: application/json
          payload: { id: $steps.a.outputs.sent, first: '{$steps.a.outputs.found#/rows/0/x}' }
`,
    )
    assert.deepEqual(second?.['json'], { id: 1, first: '{{found.rows[0].x}}' })
  })

  it('accept the types of all answers', async () => {
    const [step] = await steps('      - { stepId: a, operationId: addItem }\n')
    assert.deepEqual(step?.['headers'], { Accept: 'application/json, application/problem+json' })
  })

  it('name their description right in front of the operation, and a place in a list by a dot', async () => {
    const [, second] = await steps(
      get('a', ', outputs: { found: $response.body }').replace('getItem', 'shop.getItem') +
        get('b').replace('value: 1', 'value: $steps.a.outputs.found.0.ids.1'),
    )
    assert.equal(second?.['request'], 'GET {{baseUrl}}/items/{{found[0].ids[1]}}')
  })

  it('fail alone where nothing gives what they need', async () => {
    const made = await workflows(
      `  - workflowId: w
    steps:
${get('none', ', outputs: { found: $response.body }').replace('getItem', 'shop.getNothing')}${get('a')}${get('b').replace('value: 1', 'value: $steps.none.outputs.found')}
`,
    )
    assert.deepEqual(told(made), ['w / none: operationId shop.getNothing: no description has it'])
    assert.deepEqual(
      made.report.notes.map(({ what, why }) => `${what}: ${why}`),
      ['{{found}}: nothing sets it: a step with it fails; give it with --var'],
    )
    assert.deepEqual(made.collection?.settings, { 'unset-variables': 'fail-step', cookies: false })
    const { collection } = await workflows(`  - workflowId: w\n    steps:\n${get('a')}`)
    assert.deepEqual(collection?.settings, { cookies: false })
  })

  for (const [condition, expected] of [
    ['$statusCode >= 200 && $statusCode < 300', { status: '2xx' }],
    ["$response.body#/a == 'X/y'", { '$.a': { 'matches-regex': String.raw`(?i)^X\/y$` } }],
    ["$response.body#/a == 'x' || $response.body#/a == 'y'", { '$.a': { 'matches-regex': '(?i)^(?:x|y)$' } }],
    ['5 < $response.body#/a/0', { '$.a[0]': { 'greater-than': 5 } }],
    ['$response.header.X-Total != 2', { 'header X-Total': { 'not-equals': 2 } }],
    ['$response.body#/a == null', { unless: { '$.a': { missing: true } }, '$.a': null }],
  ] as const)
    it(`judge ${condition}`, async () => {
      const [step] = await steps(get('a', `, successCriteria: [{ condition: ${JSON.stringify(condition)} }]`))
      const { validations } = step ?? {}
      assert.deepEqual((validations as JsonObject[]).at(-1), expected)
    })

  it('judge in a script what no validation says', async () => {
    const condition = "!($response.body#/a == 'x') && $response.body#/b > $response.body#/c"
    const [step] = await steps(get('a', `, successCriteria: [{ condition: ${JSON.stringify(condition)} }]`))
    const after = text(mapping(step?.['scripts'])['after']) ?? ''
    assert.match(after, /!\(same\(pm\.response\.json\(\)\?\.a, "x"\)\)/)
    assert.match(after, /pm\.response\.json\(\)\?\.b > pm\.response\.json\(\)\?\.c/)
  })

  it('go back by a script, and forward by leaving out', async () => {
    const back =
      ', onSuccess: [{ name: again, type: goto, stepId: a, criteria: [{ condition: $statusCode == 202 }] }]'
    const [, last] = await steps(get('a') + get('b', back))
    assert.deepEqual(mapping(last?.['extracts'])['again'], { from: 'status', when: { status: 202 } })
    assert.deepEqual(last?.['scripts'], {
      after: 'if (pm.variables.get("again") !== null) pm.execution.setNextRequest("a")',
    })
    const [, over] = await steps(
      get('a', ', onSuccess: [{ name: on, type: goto, stepId: c }]') + get('b') + get('c'),
    )
    assert.equal(over?.['skip'], 'a goes on with c')
  })
})

describe('documents with several workflows', () => {
  it('make a suite of each, with what it uses in place', async () => {
    const { collection } = await workflows(
      `  - workflowId: one
    inputs: { properties: { id: { type: string }, n: { default: 2 } } }
    steps:
      - { stepId: s, operationId: getItem, parameters: [{ name: id, in: path, value: $inputs.id }], outputs: { x: $response.body#/x } }
    outputs: { y: $steps.s.outputs.x }
  - workflowId: two
    steps:
      - { stepId: u, workflowId: one, parameters: [{ name: id, value: 7 }] }
      - { stepId: v, workflowId: one, parameters: [{ name: id, value: $steps.u.outputs.y }] }
`,
    )
    const [one, two] = (collection?.items ?? []).flatMap(item => (item.kind === 'folder' ? [item] : []))
    assert.deepEqual(one?.inputs, ['id'])
    const inside = two?.items.flatMap(item => (item.kind === 'request' ? [item.step] : [])) ?? []
    assert.deepEqual(
      inside.map(({ name, request, extracts }) => [name, request, extracts]),
      [
        ['u / s', 'GET {{baseUrl}}/items/7', { x: '$.x' }],
        ['v / s', 'GET {{baseUrl}}/items/{{x}}', { 's-x': '$.x' }],
      ],
    )
  })

  it('have the inputs of those that they use as variables, one for each default', async () => {
    const inputs = (id: number): string =>
      `    inputs: { properties: { id: { default: ${id} } } }\n    steps:\n`
    const step = `      - { stepId: s, operationId: getItem, parameters: [{ name: id, in: path, value: $inputs.id }] }\n`
    const imported = await workflows(
      `  - workflowId: one\n${inputs(1)}${step}  - workflowId: other\n    dependsOn: [one]\n${inputs(3)}${step}` +
        `  - workflowId: two\n    dependsOn: [one, other]\n${inputs(1)}      - { stepId: u, workflowId: one }\n${step}`,
    )
    const two = imported.collection?.items.at(-1)
    assert.ok(two?.kind === 'folder')
    assert.deepEqual(two.variables, { id: 1, 'other-id': 3 })
    assert.deepEqual(
      two.items.map(item => (item.kind === 'request' ? item.step['request'] : '')),
      ['id', 'id', 'other-id', 'id', 'id'].map(name => `GET {{baseUrl}}/items/{{${name}}}`),
    )
    assert.deepEqual(
      imported.report.notes.filter(({ what }) => what.startsWith('input')).map(({ what }) => what),
      ['input id of one', 'input id of other'],
    )
  })

  it('run by themselves where nothing leads into their circle', async () => {
    const { collection } = await workflows(
      `  - { workflowId: one, dependsOn: [two], steps: [{ stepId: a, operationId: addItem }] }
  - { workflowId: two, dependsOn: [one], steps: [{ stepId: a, operationId: addItem }] }
  - { workflowId: three, steps: [{ stepId: a, workflowId: four }] }
  - { workflowId: four, steps: [{ stepId: a, operationId: addItem }] }
`,
    )
    assert.deepEqual(
      collection?.items.map(item => (item.kind === 'folder' ? item.inputs : [])),
      [undefined, undefined, undefined, []],
    )
  })

  it('tell those that use themselves, and those that are not there', async () => {
    const imported = await workflows(
      `  - workflowId: one
    dependsOn: [gone]
    steps:
${get('a')}      - { stepId: b, workflowId: two }
  - workflowId: two
    steps:
${get('a')}      - { stepId: b, workflowId: one }
`,
    )
    assert.deepEqual(told(imported), [
      'Shop / one: dependsOn gone: there is no such workflow',
      'Shop / two / b: workflowId one: it would use itself',
      'Shop / one / b: workflowId two: it would use itself',
    ])
  })

  it('refuse those that come to too many steps', async () => {
    const levels = Array.from({ length: 16 }, (_, index) => {
      const uses = `      - { stepId: a, workflowId: w${index + 1} }\n      - { stepId: b, workflowId: w${index + 1} }\n`
      return `  - workflowId: w${index}\n    steps:\n${index === 15 ? get('a') : uses}`
    })
    await assert.rejects(workflows(levels.join('')), /more than 5000 steps/)
  })
})

describe('what is wrong in a document', () => {
  for (const [written, expected] of [
    ['arazzo: 2.0.0\nworkflows: []\n', /Arazzo 2\.0\.0 is not known/],
    ['arazzo: 1.0.1\nworkflows: 7\n', /there is no list of workflows/],
    ['arazzo: [1, 2\n', /./],
    ['arazzo: 1.0.1\nworkflows: [{ workflowId: w }, { workflowId: w }]\n', /two workflows have the id w$/],
    ['arazzo: 1.0.1\nworkflows: [{ steps: [{ stepId: s }, { stepId: s }] }]\n', /two steps have the id s$/],
  ] as const)
    it(`is refused: ${written.trim().replace('\n', ' ')}`, async () => {
      await assert.rejects(importedText(written, {}), expected)
    })

  it('is told, and costs only what it is of', async () => {
    const imported = await workflows(
      `  - workflowId: w
    steps:
      - 7
      - { stepId: a, operationId: gone }
      - { stepId: b, operationPath: '{$sourceDescriptions.other.url}#/paths/~1x/get' }
      - { stepId: c, operationId: getItem, parameters: [{ reference: $components.parameters.gone }] }
${get('d', ', outputs: { x: { context: $message.body, selector: a } }')}`,
    )
    assert.deepEqual(told(imported), [
      'w / step 1: step: it says neither operationId nor operationPath nor workflowId',
      'w / a: operationId gone: no description has it',
      'w / b: operationPath {$sourceDescriptions.other.url}#/paths/~1x/get: there is no source description other',
      'w / c: parameter $components.parameters.gone: there is no such component',
      'w / c: path parameter id: the step gives it no value',
      'w / d: output x: suites have no such extract',
    ])
  })
})
