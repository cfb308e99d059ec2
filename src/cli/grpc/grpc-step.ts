import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { argument, misused, nothing, part, type Part, refused, together } from '../../parse/argument-part.ts'
import { readAuth } from '../call/read-auth.ts'
import { readExpectations } from '../call/read-expectations.ts'
import { readHeaders } from '../call/read-headers.ts'
import { readTextArgument } from '../call/read-text-argument.ts'
import { readTransport } from '../call/read-transport.ts'
import { readValue } from '../call/read-value.ts'
import type { GivenStep } from '../call/step-of.ts'
import type { GrpcArguments } from './grpc-options.ts'
import { parseJson } from '../../util/parse-json.ts'

/** The step that `apitest grpc TARGET METHOD` makes of its arguments. */
export async function grpcStep(
  given: GrpcArguments,
  target: string,
  method: string,
): Promise<Result<GivenStep>> {
  const words = `${target} ${method}`
  const parts = together([
    part({ grpc: method, target: withScheme(target, given) }, argument(words, undefined)),
    readSchema(given),
    readMetadata(given),
    readAuth(given),
    await readMessages(given),
    refusePlainTls(target, given),
    readWay(given),
    await readExpectations(given),
  ])
  if (parts.problems.length > 0) return { ok: false, problems: parts.problems }
  const step = given.name === undefined ? parts.keys : { name: given.name, ...parts.keys }
  return { ok: true, value: { step, given: parts.given } }
}

/** The keys that say where the schema is from, and how the server is reached, for a question about it. */
export function schemaStep(given: GrpcArguments, target: string | undefined): Part {
  const place = target === undefined ? nothing : part({ target: withScheme(target, given) })
  return together([
    place,
    readSchema(given),
    readMetadata(given),
    readAuth(given),
    refusePlainTls(target ?? '', given),
    readWay(given),
  ])
}

/** A target with options of TLS is one that speaks TLS. */
function withScheme(target: string, given: GrpcArguments): string {
  const isPlain = /^[a-z]+:(\/\/|\/)|^\{\{/i.test(target)
  return tlsOption(given) !== undefined && !isPlain ? `grpcs://${target}` : target
}

/** The first option that asks for TLS. */
function tlsOption({ cacert, cert, insecure, servername }: GrpcArguments): string | undefined {
  if (insecure === true) return '--insecure'
  return Object.entries({ cacert, cert, servername })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `--${name}`)[0]
}

/** `--plaintext` says what happens anyway, unless something else asks for TLS. */
function refusePlainTls(target: string, given: GrpcArguments): Part {
  const other = /^grpcs:/i.test(target) ? target : tlsOption(given)
  if (given.plaintext !== true || other === undefined) return nothing
  return misused(`--plaintext and ${other} contradict each other`, 'Leave one of them out.')
}

function readSchema({ proto, importPath, protoset }: GrpcArguments): Part {
  return together([
    proto === undefined ? nothing : part({ proto }, argument('--proto', proto[0], 'proto')),
    importPath === undefined
      ? nothing
      : part({ 'import-paths': importPath }, argument('--import-path', importPath[0], 'import-paths')),
    protoset === undefined
      ? nothing
      : part({ 'descriptor-set': protoset }, argument('--protoset', protoset, 'descriptor-set')),
  ])
}

/** Reads metadata, which `send` calls headers. */
function readMetadata(given: GrpcArguments): Part {
  const { keys, ...rest } = readHeaders(given)
  const { headers, ...others } = keys
  return { ...rest, keys: headers === undefined ? others : { ...others, metadata: headers } }
}

async function readMessages({ data = [], maxMessages, emitDefaults, gzip }: GrpcArguments): Promise<Part> {
  if (Number.isNaN(maxMessages)) return misused('--max-messages needs a whole number')
  const messages: JsonValue[] = []
  for (const written of data) {
    const text = await readTextArgument('--data', written)
    if (!text.ok) return refused(...text.problems)
    const lines = jsonLines(text.value)
    if (lines !== undefined) {
      messages.push(...lines)
      continue
    }
    const value = await readValue('--data', text.value)
    if (!value.ok) return refused(...value.problems)
    messages.push(value.value)
  }
  return together([
    messagePart(messages),
    maxMessages === undefined
      ? nothing
      : part(
          { 'max-messages': maxMessages },
          argument('--max-messages', String(maxMessages), 'max-messages'),
        ),
    emitDefaults === true ? part({ 'emit-defaults': true }) : nothing,
    gzip === true ? part({ compression: 'gzip' }) : nothing,
  ])
}

/** The messages of a text with one in JSON on every line, which is how a stream of them often comes. */
function jsonLines(text: string): readonly JsonValue[] | undefined {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  if (lines.length < 2) return undefined
  try {
    return lines.map(line => parseJson(line))
  } catch {
    return undefined
  }
}

/** One argument is one message, or a list of them. */
function messagePart(messages: readonly JsonValue[]): Part {
  const [first] = messages
  if (first === undefined) return nothing
  const given = argument('--data', undefined, messages.length === 1 ? 'message' : 'messages')
  if (messages.length > 1) return part({ messages: [...messages] }, given)
  return part(isList(first) ? { messages: first } : { message: first }, given)
}

function readWay(given: GrpcArguments): Part {
  const { servername, ...others } = given
  const way = readTransport(others)
  if (servername === undefined) return way
  const tls: JsonObject = { ...(isObject(way.keys['tls']) ? way.keys['tls'] : {}), 'server-name': servername }
  return { ...way, keys: { ...way.keys, tls } }
}
