import { isInexactJson } from '../../compile/exact-json.ts'
import { namedValues, splitPair } from '../../compile/named-values.ts'
import type { CurlOptions } from '../../curl/given-options.ts'
import { argument, misused, nothing, part, type Part, refused, together } from '../../parse/argument-part.ts'
import { typed } from '../../curl/remarks.ts'
import { readBody as readOptions } from '../../curl/read-body.ts'
import { dataOptions, dataText } from '../../curl/read-data.ts'
import { hasForm } from '../../curl/read-form.ts'
import { contentTypeOf, headerLines } from '../../curl/read-headers.ts'
import { defined } from '../../util/defined.ts'
import type { CallArguments } from './call-options.ts'
import { withInput } from './curl-options-of.ts'
import { dataBody } from './data-body.ts'
import { emptyParameter } from './empty-credentials.ts'
import { isStandardInput, readTextArgument } from './read-text-argument.ts'
import { readValue } from './read-value.ts'

/** Reads the body, whichever of its options is given; two bodies are for the rules of suites to find. */
export async function readBody(given: CallArguments): Promise<Part> {
  const other = (['json', 'form', 'formString', 'graphql'] as const).find(name => given[name] !== undefined)
  if (given.get === true && other !== undefined)
    return misused(`--get sends no body, and --${other.replace('S', '-s')} is one`, 'Give --data with --get.')
  return together([
    await withInput(given, options => typed(together([readQuery(options), readContent(options)]))),
    await readJson(given.json),
    await readGraphql(given),
  ])
}

/** The body that options of curl give. The type that a header says stays there, but for that of a form. */
function readContent(options: CurlOptions): Part {
  if (options.has('get')) return nothing
  const type = contentTypeOf(headerLines(options).lines)
  const body = readOptions(options, dataOptions, { type, bodyOf: text => dataBody(text, type) })
  const { 'content-type': _, ...rest } = body.keys
  return type === undefined || hasForm(options) ? body : { ...body, keys: rest }
}

/** The parameters of the options for them; with -G, those of all data among them. */
function readQuery(options: CurlOptions): Part {
  const wrong = options.all('query').find(({ value }) => splitPair(value) === undefined)
  if (wrong !== undefined) return misused(`--query ${wrong.value} is not name=value`)
  const names = ['query', 'url-query', ...(options.has('get') ? dataOptions : [])]
  const given = options.all(...names)
  const [first] = given
  if (first === undefined) return nothing
  const text = dataText(options, names)
  if (!text.ok) return refused(...text.problems)
  const { pairs } = text.value
  if (pairs === undefined) return misused('parameters must be fields, name=value', 'Or stand in the URL.')
  const plain = given.filter(({ name }) => name !== 'url-query').map(({ value }) => value)
  const warning = emptyParameter(plain.join('&'))
  return part(
    { query: namedValues(pairs) },
    { ...argument('--query', plain[0] ?? first.value, 'query'), ...defined({ warning }) },
  )
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
