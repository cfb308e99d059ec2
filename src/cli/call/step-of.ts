import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import type { CalledStep } from '../../operations/calls/call-input.ts'
import { mapping } from '../../util/read-values.ts'
import type { CallArguments } from './call-options.ts'
import { methodOf } from '../../curl/read-body.ts'
import { curlOptionsOf } from './curl-options-of.ts'
import { isUsualType } from './data-body.ts'
import { orderedStep, nothing, type Part, together } from '../../parse/argument-part.ts'
import { readAuth } from './read-auth.ts'
import { readBody } from './read-body.ts'
import { readExpectations, readRetry } from './read-expectations.ts'
import { readHeaders } from './read-headers.ts'
import { readTarget } from './read-target.ts'
import { readTransport } from './read-transport.ts'

/** A step as a suite would hold it, and the arguments it was made of. */
export interface GivenStep extends CalledStep {
  readonly before?: CalledStep
}

/** Makes a step of the arguments of `send` or, with `polls`, of `poll`. */
export async function stepOf(given: CallArguments, polls: boolean): Promise<Result<GivenStep>> {
  const headers = readHeaders(given)
  const body = await readBody(given)
  const sendsBody = Object.keys(body.keys).some(key => key !== 'query')
  const method = methodOf(curlOptionsOf(given), sendsBody)
  const parts = together([
    readTarget(given, method),
    headers,
    isAuthorized(given, headers) ? nothing : readAuth(given),
    body,
    readTransport(given),
    await readExpectations(given),
    ...(polls ? [await readRetry(given)] : []),
  ])
  if (parts.problems.length > 0) return { ok: false, problems: parts.problems }
  const named = given.name === undefined ? parts.keys : { name: given.name, ...parts.keys }
  return { ok: true, value: { step: orderedStep(withoutUsualType(named)), given: parts.given } }
}

/** As in curl, a header with credentials takes the place of its options for them. */
function isAuthorized({ user, bearer, apiKey }: CallArguments, { keys }: Part): boolean {
  const names = Object.keys(mapping(keys['headers'])).map(name => name.toLowerCase())
  const hasOption = apiKey === undefined && (user ?? bearer) !== undefined
  return hasOption && ('auth' in keys || names.includes('authorization'))
}

/** A content-type header that says no more than the kind of body does is left out, as a person would. */
function withoutUsualType(step: JsonObject): JsonObject {
  const kept = Object.entries(mapping(step['headers'])).filter(
    ([name, value]) => name.toLowerCase() !== 'content-type' || !isUsualType(value, step),
  )
  if (kept.length > 0) return { ...step, headers: Object.fromEntries(kept) }
  const { headers: _, ...rest } = step
  return rest
}
