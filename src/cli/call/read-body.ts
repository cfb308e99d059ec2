import { defined } from '../../util/defined.ts'
import path from 'node:path'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { readText } from '../../util/read-text.ts'
import { withoutBreaks } from '../../util/without-breaks.ts'
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
  const texts: string[] = []
  for (const written of data) {
    const text = await readTextArgument('--data', written)
    if (!text.ok) return refused(...text.problems)
    texts.push(written.startsWith('@') ? withoutBreaks(text.value) : text.value)
  }
  for (const written of dataBinary) {
    const text = await readTextArgument('--data-binary', written)
    if (!text.ok) return refused(...text.problems)
    texts.push(text.value)
  }
  const joined = [...texts, ...dataRaw].join('&')
  if (dataUrlencode.length > 0) return readFields(joined, dataUrlencode)
  if (count === 0) return nothing
  return [...data, ...dataBinary].some(isFileName) ? readBodyOf(joined, headers) : dataBody(joined, headers)
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

/** What is read from a file is a form, as in curl, whatever it looks like, unless a header says otherwise. */
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

/** Fields that are encoded here, after those of --data that are encoded already. */
async function readFields(data: string, written: readonly string[]): Promise<Part> {
  const fields = await readEncodedFields(written)
  if (!fields.ok) return refused(...fields.problems)
  const encoded = data === '' ? [] : formPairs(data)
  const used = argument('--data-urlencode', written[0], 'form')
  const isMapping = encoded !== undefined && fields.value.every(([name]) => name !== '')
  if (isMapping) return part({ form: namedValues([...encoded, ...fields.value]) }, used)
  const text = [...(data === '' ? [] : [data]), ...fields.value.map(encodeField)].join('&')
  return part({ text, 'content-type': formType }, used)
}

async function readQuery({ query = [], urlQuery = [] }: CallArguments): Promise<Part> {
  if (query.length + urlQuery.length === 0) return nothing
  const fields = await readEncodedFields(urlQuery)
  if (!fields.ok) return refused(...fields.problems)
  if (fields.value.some(([name]) => name === '')) return misused('--url-query must be name=value')
  const used = argument('--query', query[0] ?? urlQuery[0], 'query')
  const empty = emptyParameter(query.join('&'))
  return withPairs('--query', query, pairs =>
    warned(part({ query: namedValues([...pairs, ...fields.value]) }, used), empty),
  )
}

/** With -G all data is a query. */
async function readDataAsQuery(given: CallArguments): Promise<Part> {
  const { data = [], dataBinary = [], dataRaw = [], dataUrlencode = [], query = [] } = given
  const other = (['json', 'form', 'formString', 'graphql'] as const).find(name => given[name] !== undefined)
  if (other !== undefined)
    return misused(`--get sends no body, and --${other.replace('S', '-s')} is one`, 'Give --data with --get.')
  const fields = await readEncodedFields(dataUrlencode)
  if (!fields.ok) return refused(...fields.problems)
  const text = [...data, ...dataBinary, ...dataRaw].join('&')
  const encoded = text === '' ? [] : formPairs(text)
  if (encoded === undefined) return misused('--data beside --get must be fields, name=value')
  return await readQuery({
    ...given,
    query: [...query, ...[...encoded, ...fields.value].map(pair => pair.join('='))],
  })
}

/** What `use` makes of arguments that must all be name=value. */
function withPairs(option: string, written: readonly string[], use: (pairs: Pairs) => Part): Part {
  const pairs = written.flatMap(text => {
    const pair = splitPair(text)
    return pair === undefined ? [] : [pair]
  })
  const wrong = written.find(text => splitPair(text) === undefined)
  return wrong === undefined ? use(pairs) : misused(`${option} ${wrong} is not name=value`)
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
async function readEncodedFields(written: readonly string[]): Promise<Result<Pairs>> {
  const pairs: [string, string][] = []
  for (const text of written) {
    const [, name = '', sign, value = ''] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? ['', '', '=', text]
    const content = sign === '=' ? value : await readTextArgument('--data-urlencode', `@${value}`)
    if (typeof content !== 'string' && !content.ok) return content
    pairs.push([name, typeof content === 'string' ? content : content.value])
  }
  return { ok: true, value: pairs }
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

/** What curl lets a part have besides, and would otherwise be sent as if it were a part of the text. */
function unknownDetail(name: string, detail: string): Result<never> {
  const hint = 'Only type=, filename= and headers= with a line are; --form-string sends the text as it is.'
  return usageRefusal(`--form ${name}: ;${detail}= is not known`, hint)
}
