import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Collection, CollectionItem } from '../model/collection.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { exportOpenCollection } from './opencollection/export-open-collection.ts'
import { importedFiles } from './opencollection/testing/import-files.ts'
import { exportPostman } from './postman/export-postman.ts'
import { listAt, objectAt, textOf } from './postman/parts.ts'
import { translateScript } from './postman/scripts/understand/translate-script.ts'
import { writeScripts } from './postman/scripts/write/write-scripts.ts'
import { collectionOf, exported, withItems } from './postman/testing/imported.ts'
import { exportV3 } from './postman/v3/export-v3.ts'
import { collectionOf as collectionOfV3 } from './postman/v3/testing/import-files.ts'

const before = "pm.globals.set('g', 1); // first\r\npm.variables.set('pre', 200);"
const first = `pm.test('first', function () {
    pm.response.to.have.status(200) // why
});
pm.collectionVariables.set("id", pm.response.json().id);`
const second = "pm.test('second', () => { pm.expect(pm.response.json().x).to.eql(1) })"

const events: readonly JsonObject[] = [
  { listen: 'prerequest', script: { exec: before.split('\n') } },
  { listen: 'test', script: { id: '7', exec: first.split('\n') } },
  { listen: 'test', script: { exec: [second] } },
]

/** A collection whose requests all have a changed step. */
function withSteps({ items, ...others }: Collection, change: (step: JsonObject) => JsonObject): Collection {
  return {
    ...others,
    items: items.map((item): CollectionItem =>
      item.kind === 'request' ? { ...item, step: change(item.step) } : item,
    ),
  }
}

/** The same with these checks. */
function checking(
  change: (validations: readonly JsonValue[]) => readonly JsonValue[],
): (step: JsonObject) => JsonObject {
  return step => ({ ...step, validations: change(listAt(step, 'validations')) })
}

/** The same without the checks of a part of the answer. */
function without(target: string): (step: JsonObject) => JsonObject {
  return checking(all => all.filter(one => !Object.hasOwn(one as JsonObject, target)))
}

/** The events of a request of Postman whose step has changed. */
function changedEvents(
  change: (step: JsonObject) => JsonObject,
  own: JsonValue = events,
): readonly JsonObject[] {
  const item = { name: 'One', event: own, request: { method: 'GET', url: 'http://h/a' } }
  const document = exported(withSteps(collectionOf(withItems([item])), change))
  const [request = null] = listAt(document, 'item')
  return listAt(request, 'event') as readonly JsonObject[]
}

function sourceOf(event: JsonObject | undefined): string {
  return listAt(objectAt(event ?? {}, 'script'), 'exec')
    .map(textOf)
    .join('\n')
}

const added = { '$.new': 1 }

describe('the events of a request of Postman', () => {
  it('stay, each by itself, where a check goes', () => {
    const [pre, one, two, ...others] = changedEvents(checking(all => all.slice(1)))
    assert.deepEqual([pre, two, others], [events[0], events[2], []])
    assert.equal(objectAt(one ?? {}, 'script')['id'], '7')
    assert.doesNotMatch(sourceOf(one), /status/)
  })

  it('stay where a check comes, which stands behind the last', () => {
    const [pre, one, two] = changedEvents(checking(all => [...all, added]))
    assert.deepEqual([pre, one], events.slice(0, 2))
    assert.match(sourceOf(two), /^pm\.test\('second'.*\n\npm\.test\(.*new.*\{\n/)
  })

  it('do not clash with a check that comes', () => {
    const own = [{ listen: 'test', script: { exec: ['const body = 1', ...second.split('\n')] } }]
    const extracts = { n: { from: '$.n', optional: true } }
    const [one, two] = changedEvents(step => ({ ...step, extracts }), own)
    assert.deepEqual(one, own[0])
    assert.match(sourceOf(two), /^const body = \(\) =>/)
  })

  it('keep the scopes of their variables where they are written anew', () => {
    for (const from of ['$.uuid', { from: '$.uuid', optional: true }]) {
      const written = changedEvents(step => ({ ...step, extracts: { id: from } }))
      assert.match(sourceOf(written[1]), /pm\.collectionVariables\.set\("id", .*uuid/)
      assert.deepEqual([written[0], written[2]], [events[0], events[2]])
    }
    const [pre] = changedEvents(step => ({ ...step, variables: { g: 1 } }))
    assert.equal(sourceOf(pre), "pm.globals.set('g', 1); // first")
  })

  it('keep the same check that two of them have', () => {
    const own = [second, `${second} // again`].map(source => ({ listen: 'test', script: { exec: [source] } }))
    const written = changedEvents(
      checking(all => [...all, added]),
      own,
    )
    assert.deepEqual(written[0], own[0])
    assert.ok(sourceOf(written[1]).startsWith(`${second} // again\n`))
  })

  it('are written anew where checks of one change places', () => {
    const source = `${second};\n${second.replace('second', 'third').replace('.x', '.y')}`
    const own = [{ listen: 'test', script: { exec: [source] } }]
    const [one] = changedEvents(
      checking(([a, b, ...others]) => [b ?? null, a ?? null, ...others]),
      own,
    )
    assert.match(sourceOf(one), /third[^]*second/)
  })

  it('keep comments and what they log where a check goes or something else is taken over', () => {
    const source = `// the first
${second};
console.log('here');
${second.replace('second', 'third').replace('.x', '.y')}; // gone
pm.collectionVariables.set("id", pm.response.json().id); // the id`
    const own = [{ listen: 'test', script: { exec: source.split('\n') } }]
    const [one] = changedEvents(without('$.y'), own)
    assert.equal(sourceOf(one), source.replace(/.*third.*\n/, ''))
    const [other] = changedEvents(step => ({ ...step, extracts: { id: '$.uuid' } }), own)
    assert.ok(sourceOf(other).startsWith(source.replace(/\npm\.coll.*/, '')), sourceOf(other))
    assert.match(sourceOf(other), /pm\.collectionVariables\.set\("id", json\?\.uuid\)/)
  })

  it('are told to lose comments where they are written anew', () => {
    const source = `${second}; // first\n${second.replace('second', 'third').replace('.x', '.y')}`
    const item = {
      name: 'One',
      event: [{ listen: 'test', script: { exec: source.split('\n') } }],
      request: { method: 'GET', url: 'http://h/a' },
    }
    const turned = checking(([a, b, ...others]) => [b ?? null, a ?? null, ...others])
    const { report } = exportPostman(withSteps(collectionOf(withItems([item])), turned))
    assert.deepEqual(
      report.losses.map(({ where, what }) => `${where}: ${what}`),
      ['Shop / One: script'],
    )
  })

  it('ask for the status that suites take for granted where the last check of it goes', () => {
    const [, one] = changedEvents(without('status'))
    const all = changedEvents(checking(() => []))
    for (const event of [one, all.at(-1)]) assert.match(sourceOf(event), /Status is 2xx or 3xx/)
  })

  it('leave the request out, and are there for when it is not', () => {
    const [skip, ...others] = changedEvents(step => ({ ...step, skip: 'not yet' }))
    assert.equal(sourceOf(skip), '// not yet\npm.execution.skipRequest();')
    assert.deepEqual(others, events)
  })

  it('stay in folders and collections, too', () => {
    const own = [
      { listen: 'prerequest', script: { exec: ["console.log('a')\r", 'f()'] } },
      { listen: 'test', script: { exec: ['g()'] } },
    ]
    const collection = collectionOf(withItems([], { event: own }))
    const settings = { ...collection.settings, scripts: { before: "console.log('a')\nf()", after: 'h()' } }
    const [pre, ...others] = listAt(exported({ ...collection, settings }), 'event')
    assert.deepEqual(pre, own[0])
    assert.match(JSON.stringify(others), /^\[\{[^{]*\{[^{]*\["h\(\)"\]\}\}\]$/)
  })
})

const v3 = {
  'Shop/.resources/definition.yaml': '$kind: collection\nname: Shop\n',
  'Shop/One.request.yaml': `$kind: http-request
url: http://h/a
method: GET
scripts:
  - type: beforeRequest
    code: >-
      pm.globals.set('g', 1);
    language: text/javascript # as it is
  - type: afterResponse
    code: |-
      ${first.replaceAll('\n', '\n      ')}
  - type: afterResponse
    code: "${second}"
order: 1000
`,
}

describe('the scripts of a request of Postman 12', () => {
  it('stay where a check of another one goes', async () => {
    const changed = withSteps(await collectionOfV3(v3), without('$.x'))
    const { files } = await exportV3(changed)
    const text = files.find(({ name }) => name === 'Shop/One.request.yaml')?.text ?? ''
    const [start = '', end] = v3['Shop/One.request.yaml'].split('  - type: afterResponse\n    code: "')
    assert.ok(text.startsWith(start), text)
    assert.doesNotMatch(text, /second/)
    assert.ok(end !== undefined)
  })
})

const bruno = {
  'opencollection.yml': 'opencollection: 1.0.0\ninfo: { name: Shop }\n',
  'One.yml': `info: { name: One, type: http }
http: { method: GET, url: http://h/a }
runtime:
  scripts:
    - type: tests
      code: test("a", () => { expect(res.body.a).to.equal(1) }) # first
    - type: tests
      code: test("b", () => { expect(res.body.b).to.equal(1); expect(res.body.c).to.equal(1) }); bru.setEnvVar("id", res.body.id)
    - type: tests
      code: 'test("d", () => { expect(res.body.d).to.equal(1) })'
`,
}

/** The file of a request of Bruno whose step has changed. */
async function changedBruno(
  files: Readonly<Record<string, string>>,
  change: (step: JsonObject) => JsonObject,
): Promise<string> {
  const read = (await importedFiles(files)).collection ?? assert.fail()
  const words = { translate: translateScript, scriptsOf: writeScripts }
  const written = exportOpenCollection(withSteps(read, change), words).files
  return written.find(({ name }) => name === 'One.yml')?.text ?? ''
}

describe('the scripts of a request of Bruno', () => {
  it('stay, each in its place, where a check of another one goes', async () => {
    const text = await changedBruno(bruno, without('$.c'))
    const lines = bruno['One.yml'].split('\n')
    assert.ok(text.startsWith(lines.slice(0, 6).join('\n')), text)
    assert.ok(text.endsWith(lines.slice(8).join('\n')), text)
    assert.match(text, /bru\.setEnvVar\("id"/)
  })

  it('come with the rule of suites where the last check of the status goes, and with none of any status', async () => {
    const assertions = 'assertions: [{ expression: res.status, operator: eq, value: "200" }]'
    const one = `info: { name: One, type: http }\nhttp: { method: GET, url: http://h/a }\nruntime: { ${assertions} }\n`
    const text = await changedBruno({ ...bruno, 'One.yml': one }, without('status'))
    assert.match(text, /res\.status[^]*lt[^]*400/)
    assert.doesNotMatch(await changedBruno(bruno, without('$.c')), /res\.status/)
  })

  it('leave the assertions beside one of another operator as they are written', async () => {
    const one = `info: { name: One, type: http }
http: { method: GET, url: http://h/a }
runtime:
  assertions:
    - { expression: res.status, operator: eq, value: "200" }
    - expression: res.body.n
      operator: gt
      value: "3" # three
    - expression: res.body.s
      operator: in
      value: "a, b"
`
    const less = checking(all =>
      all.map(check => (Object.hasOwn(check as JsonObject, '$.n') ? { '$.n': { 'less-than': 3 } } : check)),
    )
    assert.equal(await changedBruno({ ...bruno, 'One.yml': one }, less), one.replace('gt', 'lt'))
  })
})
