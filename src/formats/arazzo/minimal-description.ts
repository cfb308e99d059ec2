import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { FoundCall, GivenOperations } from './given-description.ts'
import { VariableNames } from './names.ts'

/** An API description of just the requests that are written, for workflows to name, but for those that a given one has. */
export class MinimalDescription {
  readonly #paths: Record<string, Record<string, JsonValue>> = {}
  readonly #calls = new Map<string, string>()
  readonly #ids: VariableNames
  readonly given: GivenOperations | undefined
  #server: string | undefined

  constructor(given?: GivenOperations) {
    this.given = given
    this.#ids = new VariableNames(given?.ids ?? [])
  }

  get isEmpty(): boolean {
    return this.#calls.size === 0
  }

  /** Describes a request: `path` has placeholders of suites, of which each is a parameter. */
  add(
    wished: string,
    {
      method,
      server,
      path,
      type,
    }: { method: string; server: string; path: string; type?: string | undefined },
    valueOf: (placeholder: string) => JsonValue,
  ): FoundCall {
    this.#server ??= server
    const names = new VariableNames([])
    const parameters: JsonObject[] = []
    const template = path.replace(/\{\{([^{}]+)\}\}/g, (placeholder: string, inside: string) => {
      const name = names.take(inside.trim().replace(/\W+/g, '_'))
      parameters.push({ name, in: 'path', value: valueOf(placeholder) })
      return `{${name}}`
    })
    const key = JSON.stringify([server, method, template.replace(/\{[^{}]*\}/g, '{}')])
    const known = this.#calls.get(key)
    if (known === undefined) {
      const operationId = this.#ids.take(wished.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, ''))
      this.#calls.set(key, operationId)
      this.#paths[template] = {
        ...this.#paths[template],
        [method.toLowerCase()]: {
          operationId,
          ...(server === this.#server ? {} : { servers: [{ url: server }] }),
          ...(parameters.length === 0
            ? {}
            : {
                parameters: parameters.map(({ name }) => ({
                  ...{ name: name ?? '', in: 'path', required: true, schema: {} },
                })),
              }),
          ...(type === undefined ? {} : { requestBody: { content: { [type]: { schema: {} } } } }),
          responses: { default: { description: 'Any answer' } },
        },
      }
    }
    return { call: { operationId: known ?? this.#calls.get(key) ?? '' }, parameters }
  }

  document(title: string): JsonObject {
    return {
      openapi: '3.1.0',
      info: { title, version: '1.0.0' },
      servers: [{ url: this.#server ?? 'http://localhost' }],
      paths: this.#paths,
    }
  }
}
