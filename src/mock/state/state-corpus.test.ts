import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import {
  type CollectionRole,
  type DescribedCollection,
  describedCollections,
} from '../../api-description/collections.ts'
import { readLocalFile } from '../../api-description/documents/read-local-file.ts'
import { isJsonType } from '../../api-description/find-response.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import { ExampleFactory } from '../../api-requests/making/example-factory.ts'
import { corpusDocuments } from '../../testing/corpus.ts'
import { valueText } from '../../util/value-text.ts'
import { DescribedApi, type DescribedAnswer } from '../described/described-api.ts'
import { ReceivedRequest } from '../received-request.ts'

/** Asks the operations of one collection with requests that keep to the description. */
class Asking {
  readonly #api: DescribedApi
  readonly #requests: ExampleFactory
  readonly #roles: DescribedCollection['roles']
  /** Headers with credentials for every scheme that headers carry. */
  readonly #credentials: readonly string[]

  constructor(description: ApiDescription, { path: at, key = 'id', roles }: DescribedCollection) {
    this.#api = new DescribedApi(description, [{ path: at, key, at: [] }])
    this.#requests = new ExampleFactory(description)
    this.#roles = roles
    const schemes = [...description.securitySchemes.values()]
    const isBasic = schemes.some(one => one.kind === 'http' && one.scheme === 'basic')
    const keys = schemes.flatMap(one =>
      one.kind === 'api-key' && one.in === 'header' ? [one.name, 'k'] : [],
    )
    this.#credentials = ['authorization', isBasic ? 'Basic YTpi' : 'Bearer t', ...keys]
  }

  operation(role: CollectionRole): Operation | undefined {
    return [...this.#roles].find(([, own]) => own === role)?.[0]
  }

  /** `at` is the path of an item, in place of that of the operation. */
  ask(operation: Operation, at?: string): DescribedAnswer & { readonly kind: 'answered' } {
    const { method, parameters, body } = operation
    const valueOf = (parameter: Operation['parameters'][number]): string =>
      encodeURIComponent(valueText(this.#requests.parameter(operation, parameter).value))
    const filled = operation.path.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const parameter = parameters.find(one => one.in === 'path' && one.name === name)
      return parameter === undefined ? whole : valueOf(parameter)
    })
    const needed = parameters.filter(one => one.required)
    const query = needed.flatMap(one => (one.in === 'query' ? [`${one.name}=${valueOf(one)}`] : []))
    const headers = needed.flatMap(one => (one.in === 'header' ? [one.name, valueOf(one)] : []))
    const content = body?.contents.find(({ type }) => isJsonType(type))
    const sent = content === undefined ? '' : JSON.stringify(this.#requests.body(operation, content).value)
    const type = content === undefined ? [] : ['content-type', content.type]
    const url = `${at ?? filled}${query.length === 0 ? '' : `?${query.join('&')}`}`
    const accept = ['accept', 'application/json, */*;q=0.1']
    const answer = this.#api.answer(
      new ReceivedRequest(
        { method, url, rawHeaders: [...headers, ...type, ...this.#credentials, ...accept] },
        Buffer.from(sent),
      ),
    )
    assert.ok(answer.kind === 'answered', `${method} ${url} is not known`)
    return answer
  }
}

describe('collections of descriptions', () => {
  for (const file of corpusDocuments('contracts/openapi'))
    it(`remember what is made, read and removed: ${path.basename(file)}`, async () => {
      const description = await loadDescription(file, readLocalFile)
      assert.ok(description.ok)
      for (const collection of describedCollections(description.value).values())
        if (collection.key !== undefined) assertRemembers(new Asking(description.value, collection))
    })
})

/** Makes an item and looks for it; answers that break the description would be problems. */
function assertRemembers(asking: Asking): void {
  const [create, read, remove, list] = (['create', 'read', 'remove', 'list'] as const).map(role =>
    asking.operation(role),
  )
  if (create === undefined) return
  const made = asking.ask(create)
  assertFine(made)
  const [, place = ''] = made.answer.headers.find(([name]) => name.toLowerCase() === 'location') ?? []
  assert.notEqual(place, '', `${create.path} tells no location`)
  if (list !== undefined) assertFine(asking.ask(list))
  for (const operation of [read, asking.operation('replace'), asking.operation('change'), remove])
    if (operation !== undefined) assertFine(asking.ask(operation, place))
  if (read !== undefined && remove !== undefined) assert.equal(asking.ask(read, place).answer.status, 404)
}

function assertFine({ answer, route, problem }: DescribedAnswer & { readonly kind: 'answered' }): void {
  const text = `${route}: ${answer.status} ${problem ?? Buffer.from(answer.body).toString().slice(0, 300)}`
  assert.ok(answer.status < 300 && problem === undefined, text)
}
