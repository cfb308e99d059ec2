import {
  type ExactObject,
  type ExactValue,
  exactText,
  isExactList,
  isExactObject,
  plainValue,
} from '../exact-json.ts'
import { isObject } from '../../util/is-json.ts'
import { parametersOf } from '../matching/parameters-of.ts'
import type { Generator, PactPart, PactRequest, PactResponse, PactVersion } from '../pact.ts'
import { readBody } from './read-body.ts'
import { readRules } from './read-rules.ts'
import { ExactNumber } from '../../util/exact-number.ts'

/** Reads a request of a pact; what is not said is as the specification has it: GET and `/`. */
export function readRequest(json: ExactObject, version: PactVersion): PactRequest {
  return {
    method: textOf(json.get('method') ?? 'GET').toUpperCase(),
    path: textOf(json.get('path') ?? '/'),
    query: readQuery(json.get('query')),
    ...readPart(json, version, 'requestMatchingRules'),
  }
}

/** Reads a response of a pact; the status is 200 (default). */
export function readResponse(json: ExactObject, version: PactVersion): PactResponse {
  const status = json.get('status')
  return {
    status: status instanceof ExactNumber || typeof status === 'string' ? Number(textOf(status)) : 200,
    ...readPart(json, version, 'responseMatchingRules'),
  }
}

/** Old files have the rules under another name. */
function readPart(json: ExactObject, version: PactVersion, oldRules: string): PactPart {
  const headers = readHeaders(json.get('headers'))
  return {
    headers,
    body: readBody(json, headers, version),
    rules: readRules(json.get('matchingRules') ?? json.get(oldRules)),
    generators: readGenerators(json.get('generators')),
  }
}

function readHeaders(json: ExactValue | undefined): PactPart['headers'] {
  if (!isExactObject(json)) return new Map()
  return new Map(
    [...json].map(([name, value]) => [
      name,
      isExactList(value) ? value.map(textOf) : headerValues(name, [textOf(value)]),
    ]),
  )
}

/** The values of a header by its lines; those that are lists by their definition are split at commas. */
export function headerValues(name: string, lines: readonly string[]): readonly string[] {
  if (!listHeaders.has(name.toLowerCase())) return lines.map(line => line.trim())
  return lines.flatMap(line => line.split(',')).map(value => value.trim())
}

const listHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-expose-headers',
  'access-control-request-headers',
  'allow',
  'cache-control',
  'if-match',
  'if-none-match',
  'vary',
])

/** A query string until version 2, lists of values by name since. */
function readQuery(json: ExactValue | undefined): PactRequest['query'] {
  if (typeof json === 'string') return parametersOf(json)
  if (!isExactObject(json)) return new Map()
  return new Map(
    [...json].map(([name, value]) => [name, isExactList(value) ? value.map(textOf) : [textOf(value)]]),
  )
}

function readGenerators(json: ExactValue | undefined): readonly Generator[] {
  if (!isExactObject(json)) return []
  return [...json].flatMap(([category, value]) => {
    const known = generatorCategories.find(name => name === category || `${name}s` === category)
    if (known === undefined || !isExactObject(value)) return []
    if (value.has('type')) return generatorOf(known, '', value)
    return [...value].flatMap(([place, generator]) => generatorOf(known, place, generator))
  })
}

const generatorCategories = ['method', 'path', 'status', 'header', 'query', 'body'] as const

function generatorOf(category: Generator['category'], place: string, json: ExactValue): readonly Generator[] {
  const settings = plainValue(json)
  if (!isObject(settings) || typeof settings['type'] !== 'string') return []
  return [{ category, place, type: settings['type'], settings }]
}

function textOf(value: ExactValue): string {
  return typeof value === 'string' ? value : exactText(value)
}
