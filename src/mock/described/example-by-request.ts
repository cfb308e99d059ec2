import { isDeepStrictEqual } from 'node:util'
import type { Operation, Parameter } from '../../api-description/api-description.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import type { FoundOperation } from '../../contract/conformance/find-operation.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonValue } from '../../model/json.ts'
import { property } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { bodyValue, type ReceivedRequest } from '../received-request.ts'

/**
 * The example of an answer that a request asks for: the first whose name its parameters and its body have examples of, too, and
 * which are what was sent. So a document that names its examples alike tells what is answered to what, as Microcks reads it.
 */
export function exampleByRequest(
  { operation, pathValues }: FoundOperation,
  request: ReceivedRequest,
): string | undefined {
  return answeredExamples(operation).find(name => {
    const sent = [
      ...operation.parameters.flatMap(parameter => sentLike(parameter, name, pathValues, request) ?? []),
      ...(bodyLike(operation, name, request) ?? []),
    ]
    return sent.length > 0 && sent.every(Boolean)
  })
}

/** The names of examples of answers, in the order of the document. */
function answeredExamples({ responses }: Operation): readonly string[] {
  const names = responses.flatMap(({ contents }) =>
    contents.flatMap(({ namedExamples = new Map() }) => [...namedExamples.keys()] as string[]),
  )
  return [...new Set(names)]
}

/** Whether a parameter is as its example of that name; undefined where it has none. */
function sentLike(
  { name, in: place, namedExamples }: Parameter,
  example: string,
  pathValues: FoundOperation['pathValues'],
  request: ReceivedRequest,
): boolean | undefined {
  const expected = namedExamples?.get(example)
  if (expected === undefined) return undefined
  const sent: JsonValue | undefined =
    place === 'path'
      ? decodePercent(pathValues.get(name) ?? '')
      : place === 'query'
        ? property(request.query, name)
        : place === 'header'
          ? headerValue(request.headers, name)
          : undefined
  return sent !== undefined && valueText(sent) === valueText(expected)
}

function bodyLike(
  { body }: Operation,
  example: string,
  request: ReceivedRequest,
): readonly boolean[] | undefined {
  const expected = body?.contents.flatMap(({ namedExamples }) => namedExamples?.get(example) ?? [])
  if (expected === undefined || expected.length === 0) return undefined
  const sent = bodyValue(request)
  return [expected.some(value => isDeepStrictEqual(value, sent))]
}
