import assert from 'node:assert/strict'
import { preparePattern } from '../../patterns/engine.ts'
import { type ExactObject, type ExactValue, isExactObject, parseExactJson } from '../exact-json.ts'
import { matchRequest, matchResponse } from '../matching/match-parts.ts'
import { mismatchText } from '../matching/mismatch.ts'
import type { PactPart, PactVersion } from '../pact.ts'
import { headerValues, readRequest, readResponse } from '../read/read-part.ts'

/** Finds the faults of a response body on the wire, compared with a response of a pact. */
export function responseFaults(
  expected: object,
  actual: WireAnswer,
  version: PactVersion,
): readonly string[] {
  const part = readResponse(objectOf(expected), version)
  const headers = new Map(
    Object.entries(actual.headers ?? {}).map(([name, value]) => [name, headerValues(name, [value].flat())]),
  )
  return matchResponse(
    part,
    {
      status: actual.status ?? 200,
      headers,
      body: wireBody(actual.body),
      rules: part.rules,
      generators: [],
    },
    preparePattern,
  ).map(mismatchText)
}

/** An answer as it came. */
export interface WireAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Buffer
}

function wireBody(body: string | Buffer | undefined): PactPart['body'] {
  if (body === undefined) return { kind: 'missing' }
  return body.length === 0 ? { kind: 'empty' } : { kind: 'present', bytes: Buffer.from(body) }
}

/** A case of the specification: both sides are written as a pact has them. */
export interface SpecificationCase {
  readonly kind: 'request' | 'response' | 'message'
  readonly version: PactVersion
  /** The case as a file has it, `{ expected, actual }`. */
  readonly text: string
}

/** Finds the faults in the actual side of a case. */
export function caseFaults({ kind, version, text }: SpecificationCase): readonly string[] {
  const parsed = parseExactJson(text)
  assert.ok(parsed.ok && isExactObject(parsed.value))
  const [expected, actual] = ['expected', 'actual'].map(side => member(parsed.value, side))
  const faults =
    kind === 'request'
      ? matchRequest(
          readRequest(sided(expected), version),
          readRequest(sided(actual), version),
          preparePattern,
        )
      : matchResponse(
          readResponse(asResponse(sided(expected)), version),
          readResponse(asResponse(sided(actual)), version),
          preparePattern,
        )
  return faults.map(mismatchText)
}

/** A message's contents are matched as the body of a response. */
function asResponse(side: ExactObject): ExactObject {
  if (!side.has('contents') && !side.has('metaData')) return side
  const type = member(side.get('metaData') ?? null, 'contentType')
  return new Map<string, ExactValue>([
    ...side,
    ...(side.has('contents') ? [['body', side.get('contents') ?? null] as const] : []),
    ...(type === undefined ? [] : [['headers', new Map([['Content-Type', type]])] as const]),
  ])
}

function sided(value: ExactValue | undefined): ExactObject {
  return isExactObject(value) ? value : new Map()
}

function member(value: ExactValue, name: string): ExactValue | undefined {
  return isExactObject(value) ? value.get(name) : undefined
}

function objectOf(value: object): ExactObject {
  const parsed = parseExactJson(JSON.stringify(value))
  assert.ok(parsed.ok && isExactObject(parsed.value))
  return parsed.value
}
