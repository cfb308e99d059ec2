import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Collection, CollectionItem } from '../model/collection.ts'
import type { Exported } from '../model/conversion.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { exportHttp } from './http/export-http.ts'
import { importedText } from './http/testing/import-file.ts'
import { exportOpenCollection } from './opencollection/export-open-collection.ts'
import { importedFiles } from './opencollection/testing/import-files.ts'
import { exportPostman } from './postman/export-postman.ts'
import { translateScript } from './postman/scripts/understand/translate-script.ts'
import { writeScripts } from './postman/scripts/write/write-scripts.ts'
import { collectionOf } from './postman/testing/imported.ts'
import { exportV3 } from './postman/v3/export-v3.ts'
import { collectionOf as collectionOfV3 } from './postman/v3/testing/import-files.ts'
import { amendedScript } from './amend-script.ts'

const handlers = { translate: translateScript, scriptsOf: writeScripts, isJetBrains: false }

const jetBrains = `### One
< {%
    request.variables.set("mail", "ada@shop.example") // why
%}
POST http://h/{{mail}}

> {%
    // first
    client.test("there", () => client.assert(response.status === 200, "is 200"));
    client.assert(response.body.name === 'Ada')
    client.global.set("token", response.body.token);
%}
`

const httpYac = `### One
GET http://h/a

?? status == 200
?? header content-type contains json
`

const bruno = {
  'opencollection.yml': 'opencollection: 1.0.0\ninfo: { name: Shop }\n',
  'One.yml': `info: { name: One, type: http }
http: { method: GET, url: http://h/a }
runtime:
  scripts:
    - type: after-response
      code: |-
        test("there", function () {
          expect(res.status).to.equal(200) // first
          expect(res.body.name).to.equal('Ada')
        });
        bru.setVar("token", res.body.token);
`,
}

const script = String.raw`pm.test('there', function () {
    pm.response.to.have.status(200) // first
    pm.expect(pm.response.json().name).to.equal('Ada')
});
pm.environment.set("token", pm.response.json().token);`

const postman = `${JSON.stringify(
  {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'One',
        event: [{ listen: 'test', script: { type: 'text/javascript', exec: script.split('\n') } }],
        request: { method: 'GET', header: [], url: 'http://h/a' },
        response: [],
      },
    ],
  },
  null,
  2,
)}\n`

const v3 = {
  'Shop/.resources/definition.yaml': '$kind: collection\nname: Shop\n',
  'Shop/One.request.yaml': `$kind: http-request
url: http://h/a
method: GET
scripts:
  - type: afterResponse
    code: |-
      ${script.replaceAll('\n', '\n      ')}
    language: text/javascript
order: 1000
`,
}

interface Format {
  readonly before: string
  readonly read: () => Promise<Collection>
  readonly write: (collection: Collection) => Promise<Exported> | Exported
  readonly file: string
}

function ofHttp(text: string): Format {
  return {
    before: text,
    read: () => Promise.resolve(importedText(text).collection ?? assert.fail()),
    write: collection => exportHttp(collection, handlers),
    file: 'shop.http',
  }
}

const formats: Readonly<Record<string, Format>> = {
  JetBrains: ofHttp(jetBrains),
  'JetBrains on Windows': ofHttp(jetBrains.replaceAll('\n', '\r\n')),
  httpYac: ofHttp(httpYac),
  OpenCollection: {
    before: bruno['One.yml'],
    read: async () => (await importedFiles(bruno)).collection ?? assert.fail(),
    write: collection => exportOpenCollection(collection, handlers),
    file: 'One.yml',
  },
  'Postman v2.1': {
    before: postman,
    read: () => Promise.resolve(collectionOf(postman)),
    write: exportPostman,
    file: 'shop.postman_collection.json',
  },
  'Postman v3': {
    before: v3['Shop/One.request.yaml'],
    read: () => collectionOfV3(v3),
    write: collection => exportV3(collection),
    file: 'Shop/One.request.yaml',
  },
}

/** The lines that come and go where the step of a file is changed, and the losses. */
async function changedLines(
  { before, read, write, file }: Format,
  change: (step: JsonObject) => JsonObject,
): Promise<readonly string[]> {
  const collection = await read()
  const items = collection.items.map((item): CollectionItem =>
    item.kind === 'request' ? { ...item, step: change(item.step) } : item,
  )
  const { files, report } = await write({ ...collection, items })
  const text = files.find(({ name }) => name === file)?.text ?? assert.fail(files.map(f => f.name).join())
  const [old, anew] = [before, text].map(one => one.split('\n').map(line => line.trim()))
  return [
    ...(old ?? []).filter(line => anew?.includes(line) !== true).map(line => `-${line}`),
    ...(anew ?? []).filter(line => old?.includes(line) !== true).map(line => `+${line}`),
    ...report.losses.map(({ what }) => `lost ${what}`),
  ]
}

/** The same with these texts of the step in the place of those. */
function replacing(...pairs: readonly (readonly [string, string])[]): (step: JsonObject) => JsonObject {
  return step =>
    JSON.parse(
      pairs.reduce((text, [from, to]) => {
        assert.ok(text.includes(from), text)
        return text.replace(from, () => to)
      }, JSON.stringify(step)),
    ) as JsonObject
}

const status = ['"status":200', '"status":207'] as const
const name = ['"Ada"', String.raw`"it's \"Bob\""`] as const

describe('a script that was imported', () => {
  const ownStatus: Readonly<Record<string, readonly string[]>> = {
    JetBrains: [
      '-client.test("there", () => client.assert(response.status === 200, "is 200"));',
      '+client.test("there", () => client.assert(response.status === 207, "is 200"));',
    ],
    'JetBrains on Windows': [
      '-client.test("there", () => client.assert(response.status === 200, "is 200"));',
      '+client.test("there", () => client.assert(response.status === 207, "is 200"));',
    ],
    httpYac: ['-?? status == 200', '+?? status == 207'],
    OpenCollection: [
      '-expect(res.status).to.equal(200) // first',
      '+expect(res.status).to.equal(207) // first',
    ],
    'Postman v2.1': [
      '-"    pm.response.to.have.status(200) // first",',
      '+"    pm.response.to.have.status(207) // first",',
    ],
    'Postman v3': ['-pm.response.to.have.status(200) // first', '+pm.response.to.have.status(207) // first'],
  }
  for (const [format, lines] of Object.entries(ownStatus))
    it(`differs in the status alone where that was changed: ${format}`, async () => {
      assert.deepEqual(await changedLines(formats[format] ?? assert.fail(), replacing(status)), lines)
    })

  it('keeps all else where several values were changed', async () => {
    const lines = await changedLines(formats['Postman v3'] ?? assert.fail(), replacing(status, name))
    assert.deepEqual(lines, [
      '-pm.response.to.have.status(200) // first',
      "-pm.expect(pm.response.json().name).to.equal('Ada')",
      '+pm.response.to.have.status(207) // first',
      String.raw`+pm.expect(pm.response.json().name).to.equal('it\'s "Bob"')`,
    ])
  })

  it('has the value that it sets now', async () => {
    const change = replacing(['"ada@shop.example"', '"bob@shop.example"'])
    assert.deepEqual(await changedLines(formats['JetBrains'] ?? assert.fail(), change), [
      '-request.variables.set("mail", "ada@shop.example") // why',
      '+request.variables.set("mail", "bob@shop.example") // why',
    ])
  })

  it('is written anew where more than a constant was changed', async () => {
    const change = replacing(['"status":200', '"status":{"one-of":[200,201]}'])
    for (const format of ['JetBrains', 'OpenCollection', 'Postman v2.1', 'Postman v3']) {
      const lines = await changedLines(formats[format] ?? assert.fail(), change)
      assert.match(lines.filter(line => line.startsWith('+')).join('\n'), /\[200, ?201\]/, format)
      assert.match(lines.join('\n'), /^-.*first/m, format)
    }
  })

  it('stays as it is where an import could make nothing of it', async () => {
    const format = formats['OpenCollection'] ?? assert.fail()
    const more = '  scripts:\n    - type: before-request\n      code: await bru.sendRequest(1)\n'
    const before = format.before.replace('  scripts:\n', more)
    const read = async () =>
      (await importedFiles({ ...bruno, 'One.yml': before })).collection ?? assert.fail()
    const lines = await changedLines(
      { ...format, before, read },
      replacing(['"status":200', '"status":"2xx"']),
    )
    assert.doesNotMatch(lines.join('\n'), /sendRequest/)
  })

  it('loses no handler of JetBrains where one is written anew', async () => {
    const change = replacing(['"$.token"', '"$.key"'])
    const lines = await changedLines(formats['JetBrains'] ?? assert.fail(), change)
    assert.match(lines.join('\n'), /^\+.*client\.global\.set\("token", .*key/m)
    assert.doesNotMatch(lines.join('\n'), /^-.*mail/m)
    // Its comment.
    assert.deepEqual(
      lines.filter(line => line.startsWith('lost')),
      ['lost handler'],
    )
  })
})

describe('amendedScript', () => {
  it('leaves a constant alone that is equal by accident', () => {
    const says = (source: string): JsonObject => ({ status: Number(/status\((\d+)\)/.exec(source)?.[1]) })
    assert.equal(amendedScript('wait(200); status(200)', says, { status: 404 }), 'wait(200); status(404)')
  })

  it('knows negative numbers, and texts in any quotes', () => {
    const says = (source: string): JsonValue => {
      const [, value = ''] = /^f\((.*)\)$/.exec(source) ?? []
      return value.startsWith('-') ? Number(value) : value.slice(1, -1).replaceAll('\\', '')
    }
    const cases: readonly (readonly [string, JsonValue, string])[] = [
      ['f(-5)', -6, 'f(-6)'],
      ['f(-5)', 6, 'f(6)'],
      ['f(`a`)', '`${b}`', 'f(`\\`\\${b}\\``)'],
      ["f('a')", `"it's"`, `f('"it\\'s"')`],
      ['f("a")', `"it's"`, `f("\\"it's\\"")`],
    ]
    for (const [source, wanted, amended] of cases)
      assert.equal(
        amendedScript(source, one => (one === 'f(6)' ? 6 : says(one)), wanted),
        amended,
      )
  })

  it('leaves a script alone that constants do not help', () => {
    assert.equal(
      amendedScript('f(1)', () => ({ a: 1 }), { b: 1 }),
      'f(1)',
    )
    assert.equal(
      amendedScript('f(1', () => undefined, { b: 1 }),
      'f(1',
    )
  })
})
