import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { valueText } from '../../util/value-text.ts'
import { BruBlocks, marks, withoutEmpty } from './bru-blocks.ts'
import { bodyKeys } from './bru-bodies.ts'
import { isBlock, isEnvironmentBlock, isRequestBlock } from './bru-names.ts'
import { type BruBlock, type BruEntry, readBru } from './read-bru.ts'

/** A file in Bruno's own language as OpenCollection has it. */
export interface BruDocument {
  readonly document: JsonObject
  /** The line of the request. */
  readonly line: number
  /** Words of Bruno's that nothing is made of, and why. */
  readonly unused?: readonly (readonly [what: string, why: string])[]
  /** Blocks that Bruno does not know, and their lines. */
  readonly unknown: readonly BruBlock[]
  readonly problem?: { readonly line: number; readonly why: string }
}

/** A request, a folder, or what `collection.bru` says. */
export function documentOfBru(text: string): BruDocument {
  const { blocks, problem } = readBru(text)
  const file = new BruBlocks(blocks)
  const request = blocks.find(({ name }) => isRequestBlock(name))
  const document = request === undefined ? folderDocument(file) : requestDocument(file, request)
  const unknown = blocks.filter(({ name }) => !isBlock(name))
  return defined({ document, line: request?.line ?? 1, problem, unused: unusedIn(file), unknown })
}

function unusedIn(file: BruBlocks): readonly (readonly [string, string])[] {
  const local = file.entries('vars:pre-request').filter(({ name }) => name.startsWith('@'))
  return [
    ...local.map(({ name }) => [name, 'it only means something behind an answer'] as const),
    ...(file.has('query') ? [['query', 'it is of old versions; the query of the URL is sent'] as const] : []),
    ...(file.has('example') ? [['example', 'saved answers of .bru files are not read'] as const] : []),
  ]
}

/** `environments/NAME.bru`. */
export function environmentOfBru(text: string, name: string): BruDocument {
  const { blocks, problem } = readBru(text)
  const file = new BruBlocks(blocks)
  const secrets = file
    .entries('vars:secret')
    .map(entry => defined({ secret: true, name: entry.name, disabled: entry.disabled ? true : undefined }))
  const external = blocks.find(block => block.name.startsWith('vars:externalsecrets:'))
  const document = defined({
    name,
    variables: [...file.variables('vars'), ...secrets],
    externalSecrets: external === undefined ? undefined : { type: external.name.split(':').at(-1) ?? '' },
  })
  return defined({
    document,
    line: 1,
    problem,
    unknown: blocks.filter(one => !isEnvironmentBlock(one.name)),
  })
}

function folderDocument(file: BruBlocks): JsonObject {
  const meta = file.values('meta')
  const { mode } = file.values('auth')
  const request = withoutEmpty({
    headers: file.named('headers'),
    auth: mode === 'none' ? mode : authOf(file, mode),
    variables: file.variables('vars:pre-request'),
    scripts: scriptsOf(file),
    actions: actionsOf(file),
  })
  return defined({
    info: infoOf(meta, 'folder'),
    request: Object.keys(request).length === 0 ? undefined : request,
    docs: file.text('docs'),
  })
}

function requestDocument(file: BruBlocks, block: BruBlock): JsonObject {
  const own = file.values(block.name)
  const meta = { ...Object.fromEntries(file.entries('meta').map(tagged)) }
  const kind = block.name === 'grpc' ? 'grpc' : block.name === 'ws' ? 'websocket' : kindOf(meta)
  const details = withoutEmpty({
    method:
      kind === 'grpc' || kind === 'websocket'
        ? own['method']
        : block.name === 'http'
          ? own['method']
          : block.name.toUpperCase(),
    url: own['url'],
    headers: file.named('headers'),
    metadata: file.named('metadata'),
    params: [
      ...file.named('params:query', { type: 'query' }),
      ...file.named('params:path', { type: 'path' }),
    ],
    methodType: own['methodType'],
    protoFilePath: own['protoPath'],
    ...bodyKeys(file, kind, own['body']),
    auth: authOf(file, own['auth']),
  })
  const runtime = withoutEmpty({
    variables: file
      .variables('vars:pre-request')
      .filter(one => !valueText(one['name'] ?? '').startsWith('@')),
    scripts: scriptsOf(file),
    assertions: file.entries('assert').map(assertionOf),
    actions: actionsOf(file),
  })
  return withoutEmpty({
    info: infoOf(meta, kind),
    [kind]: details,
    runtime: Object.keys(runtime).length === 0 ? undefined : runtime,
    settings: settingsOf(file),
    docs: file.text('docs'),
  })
}

function kindOf({ type }: JsonObject): string {
  return type === 'graphql' ? 'graphql' : 'http'
}

function tagged(entry: BruEntry): readonly [string, JsonValue] {
  return [entry.name, entry.values ?? entry.value]
}

function infoOf(meta: JsonObject, type: string): JsonObject {
  const seq = Number(meta['seq'] ?? Number.NaN)
  return defined({
    name: meta['name'],
    type,
    seq: Number.isFinite(seq) ? seq : undefined,
    tags: Array.isArray(meta['tags']) ? meta['tags'] : undefined,
  })
}

/** The names of parameters of OAuth 2 in both languages. */
const oauthWords: Readonly<Record<string, readonly string[]>> = {
  accessTokenUrl: ['access_token_url'],
  authorizationUrl: ['authorization_url'],
  refreshTokenUrl: ['refresh_token_url'],
  callbackUrl: ['callback_url'],
  scope: ['scope'],
  state: ['state'],
}

function authOf(file: BruBlocks, mode: JsonValue | undefined): JsonValue | undefined {
  if (typeof mode !== 'string' || mode === 'none' || mode === '') return undefined
  if (mode === 'inherit') return mode
  const values = file.values(`auth:${mode}`)
  if (mode !== 'oauth2') return { type: mode, ...values }
  const { grant_type: grant } = values
  const names = Object.entries(oauthWords).map(([key, [word = '']]) => [key, values[word]] as const)
  return withoutEmpty({
    type: mode,
    flow: grant === 'password' ? 'resource_owner_password_credentials' : grant,
    ...Object.fromEntries(names.filter(([, value]) => value !== undefined && value !== '')),
    credentials: withoutEmpty({
      clientId: values['client_id'],
      clientSecret: values['client_secret'],
      placement: values['credentials_placement'],
    }),
    resourceOwner:
      grant === 'password'
        ? withoutEmpty({ username: values['username'], password: values['password'] })
        : undefined,
    tokenConfig: {
      placement:
        values['token_placement'] === 'url'
          ? { query: values['token_query_key'] ?? 'access_token' }
          : { header: values['token_header_prefix'] ?? '' },
    },
  })
}

function scriptsOf(file: BruBlocks): readonly JsonObject[] {
  return [
    ['before-request', 'script:pre-request'],
    ['after-response', 'script:post-response'],
    ['tests', 'tests'],
  ].flatMap(([type = '', block = '']) => {
    const code = file.text(block)
    return code === undefined ? [] : [{ type, code }]
  })
}

function actionsOf(file: BruBlocks): readonly JsonObject[] {
  return file.entries('vars:post-response').map(entry => ({
    type: 'set-variable',
    phase: 'after-response',
    selector: { expression: entry.value, method: 'jsonq' },
    variable: {
      name: entry.name.replace(/^@/, ''),
      scope: entry.name.startsWith('@') ? 'request' : 'runtime',
    },
    ...marks(entry),
  }))
}

/** `res.status: eq 200`; a value alone is meant to be equal. */
function assertionOf(entry: BruEntry): JsonObject {
  const [, operator, value] = /^(\w+)(?: (.*))?$/s.exec(entry.value) ?? []
  const isOperator = operator !== undefined && operators.has(operator)
  return defined({
    expression: entry.name,
    operator: isOperator ? operator : 'eq',
    value: isOperator ? (value === undefined || operator.startsWith('is') ? undefined : value) : entry.value,
    ...marks(entry),
  })
}

const operators = new Set(
  (
    'eq neq gt gte lt lte in notIn contains notContains length matches notMatches startsWith endsWith between isEmpty ' +
    'isNotEmpty isNull isUndefined isDefined isTruthy isFalsy isJson isNumber isString isBoolean isArray'
  ).split(' '),
)

function settingsOf(file: BruBlocks): JsonObject | undefined {
  if (!file.has('settings')) return undefined
  return Object.fromEntries(
    Object.entries(file.values('settings')).map(([name, value]) => [
      name,
      value === 'true'
        ? true
        : value === 'false'
          ? false
          : /^\d+$/.test(valueText(value))
            ? Number(value)
            : value,
    ]),
  )
}
