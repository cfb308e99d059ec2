import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { ApiDescription, ResponseDescription } from '../../api-description/api-description.ts'
import { isJsonType } from '../../api-description/find-response.ts'
import { buildExample } from '../../api-description/examples/build-example.ts'
import { readLocalFile } from '../../api-description/documents/read-local-file.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import { OperationFinder } from '../../api-requests/matching/find-operation.ts'
import type { JsonValue } from '../../model/json.ts'
import { valueText } from '../../util/value-text.ts'
import { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { corpusDocuments } from '../../testing/corpus.ts'
import { checked, findingsOf } from './testing/checked.ts'

/** True where any answer of an operation is documented; where none is, none is right. */
function documents(name: string, { operations }: ApiDescription): boolean {
  return operations.some(
    ({ method, path, responses }) => `${method} ${path}` === name && responses.length > 0,
  )
}

/** A server's answer made of what is documented for a status; undefined where no sound one can be made. */
class Answers {
  readonly #description: ApiDescription
  readonly #schemas: SchemaReader

  constructor(description: ApiDescription) {
    this.#description = description
    this.#schemas = new SchemaReader(description)
  }

  of(method: string, url: string) {
    const found = new OperationFinder(this.#description).find(method, url)
    if (found.kind !== 'operation') return undefined
    const { responses } = found.operation
    const response = responses.find(({ status }) => /^2/.test(status)) ?? responses[0]
    return response === undefined ? undefined : this.#answer(response)
  }

  #answer(response: ResponseDescription) {
    const content = response.contents.find(({ type }) => isJsonType(type)) ?? response.contents[0]
    const headers = response.headers.flatMap(({ name, schema }): readonly [string, string][] => {
      const value = this.#example(schema)
      return [[name, valueText(value ?? 'x')]]
    })
    const status = /^\d+$/.test(response.status) ? Number(response.status) : 200
    const body = content === undefined ? undefined : this.#example(content.schema)
    return {
      status,
      headers: {
        ...Object.fromEntries(headers.filter(([name]) => !/^(?:content|transfer)-/i.test(name))),
        ...(content === undefined ? {} : { 'content-type': content.type.replace('*/*', 'application/json') }),
      },
      body: content === undefined ? undefined : JSON.stringify(body ?? {}),
    }
  }

  #example(place: Parameters<SchemaReader['read']>[0] | undefined): JsonValue | undefined {
    const read = place === undefined ? undefined : this.#schemas.read(place, 'response')
    if (read?.ok !== true) return undefined
    const { schema, validate } = read.value
    const making = { schema, seed: 'answer', name: '', separator: ' ' }
    return buildExample(making, [], () => validate).value
  }
}

describe('answers as documented', () => {
  for (const file of corpusDocuments('contracts/openapi', 'imports/openapi'))
    it(`pass for ${path.basename(file)}`, async () => {
      const description = await loadDescription(file, readLocalFile)
      assert.ok(description.ok)
      const answers = new Answers(description.value)
      const result = await checked(
        {},
        (request, response) => {
          request.resume()
          const answer = answers.of(request.method ?? '', request.url ?? '')
          response.writeHead(answer?.status ?? 500, answer?.headers ?? {})
          response.end(/^(?:204|304)$/.test(String(answer?.status)) ? undefined : answer?.body)
        },
        { spec: file, choice: { includeWrites: true, maxOperations: 100_000 } },
      )
      const wrong = result.check.operations
        .filter(({ operation, outcome }) => outcome !== 'passed' && documents(operation, description.value))
        .map(one => [one.operation, one.reason ?? '', ...findingsOf(one)].join(' | '))
      assert.deepEqual(wrong, [])
    })
})
