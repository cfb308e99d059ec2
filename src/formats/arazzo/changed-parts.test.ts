import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { valueOfYaml } from '../../document/edit-yaml.ts'
import type { Collection } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { ExactNumber } from '../../util/exact-number.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { exportArazzo } from './export-arazzo.ts'
import { importedText } from './testing/import-text.ts'

const api = `openapi: 3.0.3
info: { title: S, version: "1" }
paths: { "/i/{id}": { get: { operationId: getItem, responses: {} } } }
`

/** A document of one workflow, with these steps and other lines. */
function documentOf(steps: string, ...others: readonly string[]): string {
  const head = `arazzo: 1.0.1
info: { title: Shop, version: '1' }
sourceDescriptions: [{ name: shop, url: ./api.yaml, type: openapi }]
workflows:
  - workflowId: w
`
  return head + others.map(line => `    ${line}\n`).join('') + `    steps:\n${steps}`
}

/** The document with a changed collection, and what is told as lost. */
async function changed(
  document: string,
  change: (collection: Collection) => Collection,
): Promise<{ readonly text: string | undefined; readonly losses: readonly string[] }> {
  const { collection = assert.fail() } = await importedText(document, { 'api.yaml': api })
  assert.deepEqual(
    exportArazzo(collection).files.map(({ text }) => text),
    [document],
  )
  const { files, report } = exportArazzo(change(collection))
  return { text: files[0]?.text, losses: report.losses.map(({ where, what }) => `${where}: ${what}`) }
}

function withStep(change: (step: JsonObject) => JsonObject): (collection: Collection) => Collection {
  return collection => ({
    ...collection,
    items: collection.items.map(item =>
      item.kind === 'request' && item.step['name'] === 'a' ? { ...item, step: change(item.step) } : item,
    ),
  })
}

const stepA =
  '      - stepId: a\n        operationId: getItem\n        parameters: [{ name: id, in: path, value: 1 }]\n'

describe('a changed part of a document', () => {
  it('leaves a criterion that became a script where another one became two validations', async () => {
    const criteria = `        successCriteria:
          - condition: $statusCode == 200 && $response.body#/a == 1
          - condition: $response.body#/c == 1 || $response.body#/d == 2
`
    const document = documentOf(stepA + criteria)
    const validations = [{ status: 200 }, { '$.a': 2 }]
    const { text, losses } = await changed(
      document,
      withStep(step => ({ ...step, validations })),
    )
    const [one, other] = ['condition: $statusCode == 200', 'condition: $response.body#/a == 2']
    assert.equal(text, document.replace(/condition: .* && .*/, `${one}\n          - ${other}`))
    assert.deepEqual(losses, [])
  })

  it('is the value of a path parameter where the path names another one', async () => {
    const document = documentOf(stepA, 'inputs: { type: object, properties: { item: { default: 3 } } }')
    const request = (path: string): ((collection: Collection) => Collection) =>
      withStep(step => ({ ...step, request: text(step['request'])?.replace('/i/1', path) ?? '' }))
    for (const [path, value] of [
      ['/i/9', '9'],
      ['/i/a%20b', 'a b'],
      ['/i/{{item}}', '$inputs.item'],
    ] as const) {
      const { text: written, losses } = await changed(document, request(path))
      assert.equal(written, document.replace('value: 1', `value: ${value}`))
      assert.deepEqual(losses, [])
    }
    const other = await changed(document, request('/j/9'))
    assert.deepEqual(other, { text: document, losses: ['w / a: request'] })
  })

  it('keeps the digits of numbers that are longer than a double holds', async () => {
    const body = `        requestBody: { contentType: application/json, payload: { id: 12345678901234567891, size: 1 } }
        successCriteria: [{ condition: $statusCode == 200 }, { condition: '$response.body#/id == 12345678901234567891' }]
`
    const document = documentOf(stepA + body)
    const other = new ExactNumber('12345678901234567893')
    const json = { id: new ExactNumber('12345678901234567891'), size: other }
    const validations = [{ status: 201 }, { '$.id': json.id }]
    const change = withStep(step => ({ ...step, json, validations }))
    const written = document.replace('size: 1', 'size: 12345678901234567893').replace('== 200', '== 201')
    assert.deepEqual(await changed(document, change), { text: written, losses: [] })
    const inJson = `${JSON.stringify(valueOfYaml(document)).replaceAll(/"(\d{20})"/g, '$1')}\n`
    assert.match(inJson, /"id":12345678901234567891,/)
    const { text } = await changed(inJson, change)
    assert.equal(text, inJson.replace('"size":1', '"size":12345678901234567893').replace('== 200', '== 201'))
  })

  describe('that is a secret is not written', () => {
    const inputs = (key: string, city: string): string =>
      `inputs: { type: object, properties: { key: { type: string, format: password${key} }, city: { type: string${city} } } }`
    const sent =
      '        requestBody: { contentType: application/json, payload: { key: $inputs.key, city: $inputs.city } }\n'
    const written = (key: string, city: string): string => documentOf(stepA + sent, inputs(key, city))
    const document = written(', default: old', ', default: Bonn')
    const withSecret = (secrets: JsonObject) => (one: Collection) => ({ ...one, secrets })

    it('where it has changed', async () => {
      const { text, losses } = await changed(document, withSecret({ key: 'changed' }))
      assert.equal(text, written('', ', default: Bonn'))
      assert.deepEqual(losses, ['w: input key'])
    })

    it('where it comes from the environment, which changes nothing', async () => {
      const hidden = withSecret({ key: '{{env.KEY}}' })
      assert.deepEqual(await changed(document, hidden), { text: document, losses: [] })
    })

    it('where a variable has become one', async () => {
      const { text, losses } = await changed(document, one => ({
        ...one,
        variables: {},
        secrets: { ...one.secrets, city: 'Bonn' },
      }))
      assert.equal(text, written(', default: old', ', format: password'))
      assert.deepEqual(losses, ['w: input city'])
    })

    it('nor in a new document, nor in an address', () => {
      const { files, report } = exportArazzo({
        name: 'Shop',
        environments: [],
        variables: { host: '{{key}}.example' },
        secrets: { key: 'hidden-1' },
        items: [
          { kind: 'request', step: { request: 'GET https://{{host}}/a', headers: { 'X-Key': '{{key}}' } } },
        ],
      })
      const all = files.map(({ text }) => text).join('')
      assert.doesNotMatch(all, /hidden-1/)
      assert.match(all, /key:\n +type: string\n +format: password\n/)
      assert.deepEqual(
        report.losses.map(({ what }) => what),
        ['secret key'],
      )
    })
  })

  describe('that is gone from a collection is gone from the document', () => {
    const lines = {
      timeout: '        timeout: 1500',
      criterion: '          - condition: $statusCode == 200',
      script: '          - condition: $response.body#/c == 1 || $response.body#/d == 2',
      unsaid: "          - condition: $response.body#/s != 'old'",
      retry: '          - { name: again, type: retry, retryAfter: 1, retryLimit: 2',
      when: ", criteria: [{ condition: '$statusCode == 503' }]",
      output: `          cheap: { context: $response.body, selector: '$.pens[?@.price < 3].id', type: jsonpath }`,
    }
    const document = documentOf(`${stepA}${lines.timeout}
        successCriteria:
${lines.criterion}
${lines.script}
${lines.unsaid}
        onFailure:
${lines.retry}${lines.when} }
        outputs:
          first: $response.body#/first
${lines.output}
`)
    const without = (key: string) => (step: JsonObject) =>
      Object.fromEntries(Object.entries(step).filter(([other]) => other !== key))
    const cases: Readonly<Record<string, readonly [(step: JsonObject) => JsonObject, string]>> = {
      'a script': [without('scripts'), `${lines.script}\n`],
      'a check that is not written anew': [
        step => ({ ...step, validations: list(step['validations']).slice(0, 1) }),
        `${lines.unsaid}\n`,
      ],
      'retry.stop-when': [
        step => ({ ...step, retry: without('stop-when')(mapping(step['retry'])) }),
        lines.when,
      ],
      'a timeout': [without('timeout'), `${lines.timeout}\n`],
      'an extract that is not written anew': [
        step => ({ ...step, extracts: { first: '$.first' } }),
        `${lines.output}\n`,
      ],
    }
    for (const [what, [change, line]] of Object.entries(cases))
      it(what, async () => {
        const written = { text: document.replace(line, ''), losses: [] }
        assert.deepEqual(await changed(document, withStep(change)), written)
      })

    it('a variable with its default, and a description', async () => {
      const inputs = 'inputs: { type: object, properties: { city: { type: string, default: Bonn } } }'
      const sent = stepA.replace('value: 1', 'value: $inputs.city')
      const { text, losses } = await changed(
        documentOf(sent, 'summary: Old', inputs),
        ({ description: _, variables: _variables, ...collection }) => collection,
      )
      assert.deepEqual([text, losses], [documentOf(sent, inputs.replace(', default: Bonn', '')), []])
    })
  })

  it('that other parts of the document say is told', async () => {
    const jump = `        onSuccess:
          - { name: skip, type: goto, stepId: c, criteria: [{ condition: $response.body#/a == 1 }] }
`
    const others = ['b', 'c'].map(id => stepA.replace('stepId: a', `stepId: ${id}`)).join('')
    const { losses } = await changed(documentOf(stepA + jump + others), collection => ({
      ...collection,
      settings: { ...collection.settings, headers: { 'X-A': '1' } },
      items: collection.items.map(item =>
        item.kind === 'request' ? { ...item, step: plain(item.step) } : item,
      ),
    }))
    assert.deepEqual(losses, [
      'w / a: variables',
      'w / a: extract skip',
      'w / b: unless',
      'w: settings headers',
    ])
  })

  it('that others refer to is told where it is gone, with their places', async () => {
    const outputs = '        outputs: { first: $response.body#/first, other: $response.body#/other }\n'
    const jump = '        onSuccess: [{ name: again, type: goto, stepId: a }]\n'
    const uses = (id: string, value: string): string =>
      stepA.replace('stepId: a', `stepId: ${id}`).replace('value: 1', `value: ${value}`)
    const document = documentOf(
      stepA + outputs + uses('b', '$steps.a.outputs.first') + uses('c', '3') + jump,
      'outputs: { all: $steps.a.outputs.other, none: $steps.x.outputs.y }',
    )
    const withoutOutput = await changed(
      document,
      withStep(step => ({ ...step, extracts: { other: '$.other' } })),
    )
    assert.deepEqual(withoutOutput.losses, ['w / b: $steps.a.outputs.first'])
    const { text, losses } = await changed(document, one => ({ ...one, items: one.items.slice(1) }))
    assert.equal(text, document.replace(stepA + outputs, ''))
    assert.deepEqual(losses, [
      'w / outputs: $steps.a.outputs.other',
      'w / b: $steps.a.outputs.first',
      'w / c: stepId a',
    ])
  })

  it('that is a workflow is told where others use it', async () => {
    const next = '  - workflowId: next\n    steps: [{ stepId: all, workflowId: w }]\n'
    const document = documentOf(stepA) + next
    const { text, losses } = await changed(document, one => ({ ...one, items: one.items.slice(1) }))
    assert.equal(text, documentOf('').replace(/ {2}- workflowId[^]*/, '') + next)
    assert.deepEqual(losses, ['next / all: workflowId w'])
  })
})

/** A request alone. */
function plain({ name = '', request = '' }: JsonObject): JsonObject {
  return { name, request }
}
