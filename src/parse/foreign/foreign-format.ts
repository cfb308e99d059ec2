import path from 'node:path'
import { isOpenApi } from '../../api-description/is-open-api.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { requestMethods } from '../../model/request-methods.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { property, text as textOf } from '../../util/read-values.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { isPostman } from './is-postman.ts'

/** A format of another tool, as far as a user has to hear of it. */
interface Format {
  /** `a HAR file`. */
  readonly is: string
  /** The way for a file that is not imported; `FILE` stands for its name. */
  readonly instead?: string
}

const inFolder =
  'Run the folder of its collection as it is with `apitest FOLDER`, or import that with `apitest import FOLDER`.'
const recorded = 'record its requests as a HAR file, and import that with `apitest import`.'

/** Every format that is known when it is seen. Those without `instead` are imported, and no more. */
const formats = {
  openapi: { is: 'an API description (OpenAPI or Swagger)' },
  postman: { is: 'a collection or an environment of Postman' },
  har: { is: 'a recording (HAR)' },
  curl: { is: 'a script with curl commands' },
  http: {
    is: 'a file of requests for the HTTP Client of JetBrains or the REST Client of VS Code',
    instead: 'Run it as it is with `apitest FILE`, or import it with `apitest import FILE`.',
  },
  'http-env': {
    is: 'environments of the HTTP Client of JetBrains',
    instead: 'They come with the requests: import the .http file beside them with `apitest import`.',
  },
  'postman-v3': {
    is: "a part of a collection in Postman's folders (version 3)",
    instead:
      'Run the folder of its collection as it is with `apitest FOLDER`, or import it with `apitest import FOLDER`.',
  },
  bruno: { is: 'a part of a collection of Bruno', instead: inFolder },
  opencollection: { is: 'a part of an OpenCollection, as Bruno writes it', instead: inFolder },
  insomnia: { is: 'a collection or an environment of Insomnia' },
  hurl: {
    is: 'a Hurl file',
    instead: 'Run it as it is with `apitest FILE`, or import it with `apitest import FILE`.',
  },
  arazzo: {
    is: 'an Arazzo description of workflows',
    instead: 'Run it as it is with `apitest FILE`, or import it with `apitest import FILE`.',
  },
  pact: {
    is: 'a pact',
    instead: 'Hold a provider against it with `apitest pact verify FILE --provider URL`.',
  },
  k6: {
    is: 'a script of k6',
    instead: `Import what it was made of (a recording, a collection, an API description); else ${recorded}`,
  },
  jmeter: { is: 'a test plan of JMeter', instead: `Import what it was recorded from, or ${recorded}` },
} as const satisfies Readonly<Record<string, Format>>

/** The name of a format that is known. */
export type ForeignFormat = keyof typeof formats

/** Says what a file is, and what can be done with it here; `name` is as the user wrote it. */
export function adviceOn(
  format: ForeignFormat,
  name: string,
): { readonly is: string; readonly hint: string } {
  const { is, instead }: Format = formats[format]
  const file = shellQuote(name)
  return { is, hint: instead?.replaceAll('FILE', () => file) ?? `Import it with \`apitest import ${file}\`.` }
}

/** The format of another tool that a text has, by what is in it and then by its file's name; undefined for any other text. */
export function foreignFormat(text: string, name: string): ForeignFormat | undefined {
  const known = byName(path.basename(name))
  if (known !== undefined) return known
  if (isCurl.test(text)) return 'curl'
  if (!/^[\s\uFEFF]*[{[]/.test(text)) return formatOfText(text.replace(/^\uFEFF/, ''))
  const document = jsonIn(text.replace(/^\uFEFF/, ''))
  return document === undefined ? undefined : formatOfDocument(document)
}

/** The format of a collection that is kept as a folder of files, by the names of those; undefined for any other folder. */
export function foreignFolder(names: readonly string[]): ForeignFormat | undefined {
  return folders.find(([mark]) => names.some(name => mark.test(name)))?.[1]
}

const folders: readonly (readonly [RegExp, ForeignFormat])[] = [
  [/^opencollection\.ya?ml$/i, 'opencollection'],
  [/^bruno\.json$/i, 'bruno'],
  [/\.request\.ya?ml$/i, 'postman-v3'],
  [/\.(?:http|rest)$/i, 'http'],
  [/\.hurl$/i, 'hurl'],
  [/(?:^|[/._-])arazzo\.(?:ya?ml|json)$/i, 'arazzo'],
  [/\.(?:environment|globals)\.ya?ml$/i, 'postman-v3'],
]

/** Formats that the name of a file tells. */
function byName(name: string): ForeignFormat | undefined {
  return endings.find(([ending]) => ending.test(name))?.[1]
}

const endings: readonly (readonly [RegExp, ForeignFormat])[] = [
  [/\.(?:http|rest)$/i, 'http'],
  [/^http-client(?:\.private)?\.env\.json$/i, 'http-env'],
  [/\.hurl$/i, 'hurl'],
  [/\.bru$|^bruno\.json$/i, 'bruno'],
  [/^opencollection\.ya?ml$/i, 'opencollection'],
  [/\.(?:request|environment|globals)\.ya?ml$/i, 'postman-v3'],
  [/\.jmx$/i, 'jmeter'],
]

const isCurl = /^\s*(?:#.*\n\s*)*(?:[$>]\s*)?curl(?:\.exe)?\s/

/** Formats by a line that only they have. */
const marks: readonly (readonly [RegExp, ForeignFormat])[] = [
  [/^["']?(?:openapi|swagger)["']?\s*:/m, 'openapi'],
  [/^arazzo\s*:/m, 'arazzo'],
  [/^opencollection\s*:/m, 'opencollection'],
  [/^info:\n(?:[ \t]+.*\n)*?[ \t]+type:\s*(?:http|graphql|grpc|websocket|folder)\s*$/m, 'opencollection'],
  [/^\$kind\s*:/m, 'postman-v3'],
  [/^type:\s*["']?\w+\.insomnia(?:\.rest)?\/|^__export_format\s*:/m, 'insomnia'],
  [/^meta\s*\{\s*$/m, 'bruno'],
  [/\bfrom\s+['"]k6(?:\/[\w/-]+)?['"]/, 'k6'],
  [/^#!.*\bsh\b[\s\S]*^\s*curl\s/m, 'curl'],
]

function formatOfText(text: string): ForeignFormat | undefined {
  const marked = marks.find(([mark]) => mark.test(text.replaceAll('\r\n', '\n')))
  if (marked !== undefined) return marked[1]
  if (!isRequestLine.test(text)) return undefined
  return /^(?:HTTP(?:\/[\d.]+)?\s+(?:\d{3}|\*)|\[\w+\])\s*$/m.test(text) ? 'hurl' : 'http'
}

/** A request behind comments, separators and variables. */
const isRequestLine = new RegExp(
  String.raw`^(?:[ \t]*(?:(?:#|//|@[\w-]+\s*=).*)?\r?\n)*(?:${requestMethods.join('|')}|GRAPHQL|GRPC|WEBSOCKET)[ \t]+\S*(?:://|\{\{|/)`,
)

function formatOfDocument(document: JsonValue): ForeignFormat | undefined {
  if (isOpenApi(document)) return 'openapi'
  if (isHar(document)) return 'har'
  if (!isObject(document)) return undefined
  const isExport = property(document, '_type') === 'export' || Object.hasOwn(document, '__export_format')
  if (isExport || isInsomnia.test(textOf(property(document, 'type')) ?? '')) return 'insomnia'
  if (Object.hasOwn(document, 'arazzo')) return 'arazzo'
  if (isPact(document)) return 'pact'
  if (isPostman(document)) return 'postman'
  return textOf(property(document, 'type')) === 'collection' && Object.hasOwn(document, 'version')
    ? 'bruno'
    : undefined
}

/** The type of a document of version 5. */
const isInsomnia = /^\w+\.insomnia(?:\.rest)?\//

function isPact(document: JsonObject): boolean {
  return ['consumer', 'provider'].every(side => isObject(property(document, side)))
}

/** True where a parsed document is a recording. */
export function isHar(document: unknown): boolean {
  const log = isObject(document) ? property(document, 'log') : undefined
  return isObject(log) && (isList(property(log, 'entries') ?? null) || Object.hasOwn(log, 'creator'))
}
