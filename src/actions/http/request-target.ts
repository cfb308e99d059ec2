import { requestMethods } from '../../model/request-methods.ts'
import type { JsonValue } from '../../model/json.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { knownAddress, parseAddress, pathAsWritten, type Address, type AddressProblem } from './address.ts'
import { writeJson } from '../../util/exact-number.ts'

/** The method and the address of a request line. */
export interface RequestTarget {
  readonly method: string
  readonly address: Address
}

/** Reads `POST http://127.0.0.1:4010/api/users`. */
export function parseRequestTarget(line: JsonValue | undefined, pathAsIs = false): Prepared<RequestTarget> {
  const text = typeof line === 'string' ? line : ''
  // Most lines of a run have this form: a method, a space, and a URL of a host seen before.
  const space = text.indexOf(' ')
  const method = text.slice(0, space)
  const address = requestMethods.includes(method) ? knownAddress(text, space + 1) : undefined
  return address === undefined
    ? readTarget(text.trim(), line, pathAsIs)
    : { ok: true, value: { method, address } }
}

function readTarget(text: string, line: JsonValue | undefined, pathAsIs: boolean): Prepared<RequestTarget> {
  const space = text.search(/\s/)
  if (space === -1)
    return unfit(
      `${writeJson(line ?? null)} is not a method and a URL`,
      'Write it as `GET http://host/path`.',
    )
  const method = text.slice(0, space)
  if (!requestMethods.includes(method))
    return unfit(`"${method}" is not a method`, `Use one of ${requestMethods.join(', ')}.`)
  const url = text.slice(space).trimStart()
  const address = readAddress(url)
  if (!address.ok) return address
  return prepared({
    method,
    address: pathAsIs ? { ...address.value, pathname: pathAsWritten(url) } : address.value,
  })
}

function readAddress(text: string): Prepared<Address> {
  // The URL parser would take tabs and line breaks out without a word.
  if (/\p{Cc}/u.test(text))
    return unfit(
      `the URL ${writeJson(text)} has a control character in it, such as a line break`,
      'Look at the variables in it: one may end in a line break.',
    )
  const address = parseAddress(text)
  if (typeof address === 'string' || 'scheme' in address) return badAddress(text, address)
  return prepared(address)
}

/** The hint for a URL without a host. */
export const noHostHint =
  'A host comes behind the two slashes, as in http://127.0.0.1:3000/path. A variable in its place may be empty.'

function badAddress(text: string, problem: AddressProblem): Prepared<never> {
  if (problem === 'no host') return unfit(`the URL "${text}" names no host`, noHostHint)
  if (problem !== 'invalid' && text.includes('://'))
    return unfit(
      `the URL "${text}" has scheme ${problem.scheme}, which a request cannot use`,
      'A request speaks http or https.',
    )
  if (/^https?:/i.test(text)) return unfit(`the URL "${text}" is not valid`, 'Check its host and port.')
  return unfit(
    `the URL "${text}" does not begin with http:// or https://`,
    text.startsWith('/')
      ? 'Put the address in front, for example {{baseUrl}}/path.'
      : `Write http://${text} or https://${text}.`,
  )
}
