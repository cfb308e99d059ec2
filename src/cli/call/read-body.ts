import { defined } from '../../util/defined.ts'
import path from 'node:path'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { readText } from '../../util/read-text.ts'
import { withoutBreaks } from '../../util/without-breaks.ts'
import { inOrder, type TypedOption } from '../command.ts'
import type { CallArguments } from './call-options.ts'
import { isInexactJson } from '../../compile/exact-json.ts'
import { dataBody } from './data-body.ts'
import { emptyParameter } from './empty-credentials.ts'
import { formPairs, namedValues, type Pairs, splitPair } from '../../compile/named-values.ts'
import { argument, misused, nothing, part, type Part, refused, together, warned } from './part.ts'
import { isStandardInput, readTextArgument } from './read-text-argument.ts'
import { readValue } from './read-value.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { curlFormPart } from '../../compile/curl-form-part.ts'

const formType = 'application/x-www-form-urlencoded'

/** Reads the body, whichever of its options is given; two bodies are for the rules of suites to find. */
export async function readBody(given: CallArguments, headers: JsonObject): Promise<Part> {
  if (given.get === true) return await readDataAsQuery(given)
  return together([
    await readData(given, headers),
    await readUpload(given),
    await readJson(given.json),
    await readFormParts(given),
    await readGraphql(given),
    await readQuery(given),
  ])
}

async function readData(given: CallArguments, headers: JsonObject): Promise<Part> {
  const { data = [], dataBinary = [], dataRaw = [], dataUrlencode = [] } = given
  const [first] = [...data, ...dataBinary]
  const count = data.length + dataBinary.length + dataRaw.length + dataUrlencode.length
  if (first !== undefined && count === 1 && isFileName(first) && staysFile(first, dataBinary.length > 0))
    return part({ file: first.slice(1), ...formUnless(headers) }, argument('--data', first, 'file'))
  if (count === 0) return nothing
  const pieces: DataPiece[] = []
  for (const typed of typedOf(given, dataOptions)) {
    const piece = await readPiece(typed)
    if (!piece.ok) return refused(...piece.problems)
    pieces.push(piece.value)
  }
  if (dataUrlencode.length > 0) return fieldsOf(pieces, dataUrlencode)
  const joined = pieces.map(textOfPiece).join('&')
  return [...data, ...dataBinary].some(isFileName) ? readBodyOf(joined, headers) : dataBody(joined, headers)
}

/** Options whose values are joined by `&`, in the order in which they were typed. */
const dataOptions = ['data', 'data-binary', 'data-raw', 'data-urlencode']
const queryOptions = ['query', 'url-query']

function typedOf(given: CallArguments, names: readonly string[]): readonly TypedOption[] {
  return (given[inOrder] ?? []).filter(([name]) => names.includes(name))
}

/** A text as it is sent, or a field that is still to be encoded. */
type DataPiece = string | Pairs[number]

async function readPiece([name, written]: TypedOption): Promise<Result<DataPiece>> {
  if (name === 'data-raw') return { ok: true, value: written }
  if (name === 'data-urlencode') return readEncodedField(written)
  const text = await readTextArgument(`--${name}`, written)
  if (!text.ok || name === 'data-binary' || !written.startsWith('@')) return text
  return { ok: true, value: withoutBreaks(text.value) }
}

function textOfPiece(piece: DataPiece): string {
  return typeof piece === 'string' ? piece : encodeField(piece)
}

function isFileName(written: string): boolean {
  return written.startsWith('@') && !isStandardInput(written)
}

/** A file stays one where it is sent as it is, and where it cannot be read: then it is reported like any other that is missing. */
function staysFile(written: string, isBinary: boolean): boolean {
  if (isBinary) return true
  const text = readText(path.resolve(written.slice(1)))
  return text instanceof Error || text === withoutBreaks(text)
}

/** Reads the text of a file as a form, as curl does, however it looks, unless a header says otherwise. */
function readBodyOf(text: string, headers: JsonObject): Part {
  const type = formUnless(headers)
  const body = dataBody(text, { ...headers, ...type })
  return 'text' in body.keys ? { ...body, keys: { ...body.keys, ...type } } : body
}

function formUnless(headers: JsonObject): { 'content-type'?: string } {
  const isTyped = Object.keys(headers).some(name => name.toLowerCase() === 'content-type')
  return isTyped ? {} : { 'content-type': formType }
}

/** `-T FILE` sends a file as it is. That it has no type is said by its headers. */
async function readUpload({ uploadFile }: CallArguments): Promise<Part> {
  if (uploadFile === undefined) return nothing
  if (!isStandardInput(uploadFile))
    return part({ file: uploadFile }, argument('--upload-file', uploadFile, 'file'))
  const text = await readTextArgument('--upload-file', uploadFile)
  if (!text.ok) return refused(...text.problems)
  return part({ text: text.value }, argument('--upload-file', uploadFile, 'text'))
}

/** Fields that are encoded here, among those of --data that are encoded already. */
function fieldsOf(pieces: readonly DataPiece[], written: readonly string[]): Part {
  const there = pieces.filter(piece => piece !== '')
  const pairs = there.map(piece => (typeof piece === 'string' ? formPairs(piece) : [piece]))
  const used = argument('--data-urlencode', written[0], 'form')
  const isMapping = there.every(piece => typeof piece === 'string' || piece[0] !== '')
  const known = pairs.flatMap(some => (some === undefined ? [] : [some]))
  if (isMapping && known.length === pairs.length) return part({ form: namedValues(known.flat()) }, used)
  return part({ text: there.map(textOfPiece).join('&'), 'content-type': formType }, used)
}

/** The parameters of the options for them; with -G, those of all data among them. */
async function readQuery(given: CallArguments): Promise<Part> {
  const typed = typedOf(given, [...queryOptions, ...(given.get === true ? dataOptions : [])])
  if (typed.length === 0) return nothing
  const pairs: Pairs[number][] = []
  for (const one of typed) {
    const found = await parametersOf(one)
    if (!found.ok) return refused(...found.problems)
    pairs.push(...found.value)
  }
  const plain = typed.filter(([name]) => name !== 'url-query').map(([, written]) => written)
  const used = argument('--query', plain[0] ?? typed[0]?.[1], 'query')
  return warned(part({ query: namedValues(pairs) }, used), emptyParameter(plain.join('&')))
}

/** The parameters that one option gives. */
async function parametersOf([name, written]: TypedOption): Promise<Result<Pairs>> {
  if (name === 'query') {
    const pair = splitPair(written)
    return pair === undefined
      ? usageRefusal(`--query ${written} is not name=value`)
      : { ok: true, value: [pair] }
  }
  if (name === 'url-query' || name === 'data-urlencode') {
    const field = await readEncodedField(written)
    if (!field.ok) return field
    return field.value[0] === ''
      ? usageRefusal(`--${name} must be name=value${name === 'url-query' ? '' : ' beside --get'}`)
      : { ok: true, value: [field.value] }
  }
  const pairs = written === '' ? [] : formPairs(written)
  return pairs === undefined || pairs.some(([own]) => own === '')
    ? usageRefusal('--data beside --get must be fields, name=value')
    : { ok: true, value: pairs }
}

/** With -G all data is a query. */
function readDataAsQuery(given: CallArguments): Promise<Part> | Part {
  const other = (['json', 'form', 'formString', 'graphql'] as const).find(name => given[name] !== undefined)
  if (other !== undefined)
    return misused(`--get sends no body, and --${other.replace('S', '-s')} is one`, 'Give --data with --get.')
  return readQuery(given)
}

async function readJson(written: string | undefined): Promise<Part> {
  if (written === undefined) return nothing
  if (written.startsWith('@') && !isStandardInput(written))
    return part(
      { file: written.slice(1), 'content-type': 'application/json' },
      argument('--json', written, 'file'),
    )
  const text = await readTextArgument('--json', written)
  if (!text.ok) return refused(...text.problems)
  if (isInexactJson(text.value))
    return part({ text: text.value, 'content-type': 'application/json' }, argument('--json', written, 'text'))
  const value = await readValue('--json', text.value)
  return value.ok
    ? part({ json: value.value }, argument('--json', written, 'json'))
    : refused(...value.problems)
}

async function readGraphql(given: CallArguments): Promise<Part> {
  const { graphql, graphqlVariables, graphqlOperation } = given
  if (graphql === undefined)
    return graphqlVariables === undefined && graphqlOperation === undefined
      ? nothing
      : misused('--graphql-variables and --graphql-operation need --graphql')
  const query = await readTextArgument('--graphql', graphql)
  if (!query.ok) return refused(...query.problems)
  if (query.value.trim() === '') return misused('--graphql is empty', 'Give it a query, @FILE, or -.')
  const variables =
    graphqlVariables === undefined ? undefined : await readValue('--graphql-variables', graphqlVariables)
  if (variables?.ok === false) return refused(...variables.problems)
  const body = {
    query: query.value,
    ...(variables === undefined ? {} : { variables: variables.value }),
    ...(graphqlOperation === undefined ? {} : { operation: graphqlOperation }),
  }
  return part(
    { graphql: body },
    argument('--graphql', graphql, 'graphql'),
    argument('--graphql-variables', graphqlVariables, 'graphql', 'variables'),
  )
}

/** Reads --data-urlencode as curl does: `name=value`, `value`, `=value`, `name@FILE` or `@FILE`. A name may be empty. */
async function readEncodedField(written: string): Promise<Result<Pairs[number]>> {
  const [, name = '', sign, value = ''] = /^([^=@]*)([=@])(.*)$/s.exec(written) ?? ['', '', '=', written]
  const content: Result<string> =
    sign === '=' ? { ok: true, value } : await readTextArgument('--data-urlencode', `@${value}`)
  return content.ok ? { ok: true, value: [name, content.value] } : content
}

/** A field as it stands in a URL-encoded text; one without a name is its value alone. Placeholders stay what they are. */
function encodeField([name, value]: Pairs[number]): string {
  return new URLSearchParams([[name, value]])
    .toString()
    .replace(/^=/, '')
    .replace(/%7B%7B.*?%7D%7D/g, decodeURIComponent)
}

/** Reads -F and --form-string, as curl does. */
async function readFormParts({ form = [], formString = [] }: CallArguments): Promise<Part> {
  if (form.length + formString.length === 0) return nothing
  const pairs: (readonly [string, JsonValue])[] = []
  for (const [written, read] of [
    ...form.map(text => [text, readPart] as const),
    ...formString.map(text => [text, asText] as const),
  ]) {
    const [name, content] = splitPair(written) ?? []
    if (name === undefined || content === undefined) return misused(`--form ${written} is not name=value`)
    const value = await read(content, name)
    if (!value.ok) return refused(...value.problems)
    pairs.push([name, value.value])
  }
  return part({ multipart: namedValues(pairs) }, argument('--form', form[0] ?? formString[0], 'multipart'))
}

function asText(content: string): Result<JsonValue> {
  return { ok: true, value: content }
}

async function readPart(content: string, name: string): Promise<Result<JsonValue>> {
  const { sign, value, type, filename: given, headers, unknown } = curlFormPart(content)
  if (unknown !== undefined) return unknownDetail(name, unknown)
  const filename = given ?? (sign === '@' && value === '-' ? '-' : undefined)
  const isFile = sign === '@' && value !== '-'
  const text = isFile || sign === '' ? value : await readTextArgument(`--form ${name}`, `@${value}`)
  if (typeof text !== 'string' && !text.ok) return text
  const inside = typeof text === 'string' ? text : text.value
  if (!isFile && (type ?? filename ?? headers) === undefined) return { ok: true, value: inside }
  const details = defined({ filename, 'content-type': type, headers })
  return { ok: true, value: isFile ? { file: inside, ...details } : { text: inside, ...details } }
}

/** Refuses a detail that curl lets a part have, too, and that would otherwise be sent as if it were a part of the text. */
function unknownDetail(name: string, detail: string): Result<never> {
  const hint = 'Only type=, filename= and headers= with a line are; --form-string sends the text as it is.'
  return usageRefusal(`--form ${name}: ;${detail}= is not known`, hint)
}
