import { compileJsonPath, defeatOf } from '../json-path/index.ts'
import { headerValue } from '../model/header-value.ts'
import type { JsonValue } from '../model/json.ts'
import { requestNames } from '../model/mock.ts'
import type { Scope, Variable } from '../template/scope.ts'
import { property } from '../util/read-values.ts'
import { bodyValue, type ReceivedRequest } from './received-request.ts'

/**
 * The scope that the templates of an answer see: `path.NAME`, `query.NAME`, `headers.NAME` in any case, `body` with its
 * members and by JSONPath, `method`, `url`, and `calls`, how often the route has been asked; and all that the suite
 * sees. Values that came with the request are data: braces in them mean nothing.
 */
export function requestScope(
  request: ReceivedRequest,
  parameters: Readonly<Record<string, string>>,
  calls: number,
  outer: Scope,
): Scope {
  return {
    ...outer,
    find: name => {
      const value = valueOf(name, request, parameters, calls)
      if (value !== undefined) return { value, literal: true, secret: false }
      // A part that a request lacks is not looked for among the variables of the suite.
      return /^(?:path|query|headers)\./.test(name) ? undefined : outer.find(name)
    },
    names: () => [
      ...Object.keys(parameters).map(name => `path.${name}`),
      ...Object.keys(request.query).map(name => `query.${name}`),
      ...request.headers.map(([name]) => `headers.${name.toLowerCase()}`),
      ...requestNames,
      ...outer.names(),
    ],
  }
}

function valueOf(
  name: string,
  request: ReceivedRequest,
  parameters: Readonly<Record<string, string>>,
  calls: number,
): Variable['value'] | undefined {
  const [, part, member = ''] = /^(path|query|headers)\.(.+)$/s.exec(name) ?? []
  if (part === 'path') return property(parameters, member)
  if (part === 'query') return property(request.query, member)
  if (part === 'headers') return headerValue(request.headers, member)
  const { method, url } = request
  if (name.startsWith('body.$')) return selected(name.slice('body.'.length), bodyValue(request))
  return name === 'body' ? bodyValue(request) : property({ method, url, calls }, name)
}

/** The value that a JSONPath selects, a list where it may be several; undefined where it is nothing. */
function selected(path: string, body: JsonValue): JsonValue | undefined {
  const compiled = compileJsonPath(path)
  if (!compiled.ok) return undefined
  try {
    const values = compiled.path.select(body)
    return compiled.path.singular ? values[0] : values
  } catch (error) {
    defeatOf(error)
    return undefined
  }
}
