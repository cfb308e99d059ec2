import assert from 'node:assert/strict'
import path from 'node:path'
import { it } from 'node:test'
import { writeJson } from '../../util/exact-number.ts'
import { withFolder } from '../../testing/run-program.ts'
import { importedFile, requestsOf } from './testing/imported.ts'

const document = `openapi: 3.0.3
info: { title: Long, version: 1.10 }
servers: [{ url: http://127.0.0.1:1 }]
paths:
  /a/{id}:
    post:
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer }, example: 9223372036854775807 }
        - { name: q, in: query, required: true, schema: { type: number }, example: 12.50 }
        - { name: list, in: query, required: true, schema: { type: array, items: { type: integer } }, example: [9007199254740993, 2] }
        - { name: X-H, in: header, required: true, schema: { type: integer }, example: 9007199254740993 }
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { properties: { id: { type: integer, example: 9223372036854775807 }, p: { type: number, example: 10.50 } } } } } }
      responses: { '200': { description: ok } }
  /b:
    post:
      requestBody:
        content:
          application/json:
            schema:
              required: [a, b, c, d, e]
              properties:
                a: { type: integer, minimum: 9007199254740993 }
                b: { const: 9007199254740993 }
                c: { enum: [9007199254740993] }
                d: { type: number, default: 1.50 }
                e: { type: number, minimum: 0.0, multipleOf: 0.10 }
      responses: { '200': { description: ok } }
  /c:
    post:
      requestBody: { content: { application/xml: { schema: { xml: { name: c }, properties: { id: { type: integer, example: 9223372036854775807 } } } } } }
      responses: { '200': { description: ok } }
`

it('numbers of a description keep their digits in the requests that are made of it', async () => {
  await withFolder({ 'openapi.yaml': document }, async folder => {
    const { collection } = await importedFile(path.join(folder, 'openapi.yaml'))
    const steps = requestsOf(collection.items).map(({ request }) => writeJson(request.step))
    const expected = [
      [
        '"id":9223372036854775807',
        'q=12.50&list=9007199254740993&list=2',
        '"9007199254740993"',
        '"X-H":"9007199254740993"',
        '"p":"10.50"',
      ],
      ['"json":{"a":9007199254740993,"b":9007199254740993,"c":9007199254740993,"d":1.50,"e":1}'],
      ['<id>9223372036854775807</id>'],
    ]
    for (const [index, parts] of expected.entries())
      for (const part of parts)
        assert.ok(steps[index]?.includes(part), `${part} is not in ${steps[index] ?? 'nothing'}`)
  })
})
