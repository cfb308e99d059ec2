import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contractRules } from '../../model/contract.ts'
import type { CheckedOperation } from '../../model/contract-check.ts'
import type { JsonValue } from '../../model/json.ts'
import { corpusList, type Listed } from '../../testing/corpus.ts'
import { mapping, texts } from '../../util/read-values.ts'
import { checked, operationOf } from './testing/checked.ts'

interface LiveCase extends Listed {
  readonly id: string
  readonly spec: object
  readonly server: readonly {
    readonly method: string
    readonly path?: string
    readonly pathRegex?: string
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: JsonValue
    readonly raw?: string
  }[]
  readonly options: {
    readonly includeWrites?: boolean
    readonly params?: Readonly<Record<string, JsonValue>>
    readonly tags?: readonly string[]
  }
  readonly expected: Readonly<Record<string, JsonValue>>
}

describe('live contract checks', () => {
  for (const one of corpusList('contracts/live', 'cases.json', 'cases') as readonly LiveCase[])
    it(one.id, async () => {
      const result = await checked(
        one.spec,
        (request, response) => {
          const url = request.url ?? ''
          const rule = one.server.find(
            ({ method, path: at, pathRegex }) =>
              method === request.method &&
              (pathRegex === undefined ? at === url.replace(/\?.*/, '') : new RegExp(pathRegex).test(url)),
          )
          response.writeHead(rule?.status ?? 500, rule?.headers ?? {})
          response.end(rule?.raw ?? (rule?.body === undefined ? undefined : JSON.stringify(rule.body)))
        },
        {
          choice: { includeWrites: one.options.includeWrites === true, tags: one.options.tags ?? [] },
          values: Object.entries(one.options.params ?? {}).map(([name, value]) => ({ name, value })),
        },
      )
      for (const [name, expected] of Object.entries(one.expected))
        assert.deepEqual(verdictOf(operationOf(result, name), expected), expected)
    })
})

/** Returns the verdict of the report on the parts that a case names. */
function verdictOf(operation: CheckedOperation, expected: JsonValue): JsonValue {
  if (expected === 'not-called') return operation.called ? 'called' : 'not-called'
  const pointers = texts(mapping(expected)['pointers'])
  const found = (operation.checks?.body.findings ?? []).flatMap(({ place }) => place ?? [])
  return Object.fromEntries(
    Object.keys(mapping(expected)).map((key): [string, JsonValue] => {
      if (key === 'pointers') return [key, pointers.filter(pointer => found.includes(pointer))]
      const rule = contractRules.find(one => one === key)
      const outcome = rule === undefined ? undefined : operation.checks?.[rule].outcome
      return [key, outcome === 'failed' ? 'fail' : 'pass']
    }),
  )
}
