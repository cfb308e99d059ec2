import type { YamlSource } from '../document/index.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import {
  bodyKinds,
  faultNames,
  type Mock,
  type MockAnswer,
  type MockBody,
  type MockCollection,
  type MockRoute,
  type MockServices,
  rpcMethod,
  webSocketMethod,
} from '../model/mock.ts'
import type { AnswerCondition } from '../model/expectation.ts'
import type { DocumentPath, Span } from '../model/span.ts'
import { defined } from '../util/defined.ts'
import { isObject } from '../util/is-json.ts'
import { list, mapping, number, text, texts } from '../util/read-values.ts'
import type { Step } from '../model/suite.ts'
import { buildSteps } from './build-step.ts'
import { buildConditional } from './build-validations.ts'
import { buildDelay, milliseconds } from './mocks/build-delay.ts'
import { buildEvents, buildRpcEnd, buildTalk } from './mocks/build-streams.ts'
import { isNumber } from '../util/exact-number.ts'
import { stepsSource } from './setup-source.ts'

/** The mocks of a suite, malformed parts left out (the schema check reports them). */
export function buildMocks(value: unknown, source: YamlSource): readonly Mock[] {
  return Object.entries(mapping(value)).map(([name, written]) =>
    buildMock(name, written, source, ['mocks', name]),
  )
}

/** One mock, which is written at a path of a document. */
export function buildMock(name: string, value: JsonValue, source: YamlSource, path: DocumentPath): Mock {
  const written = mapping(value)
  const { routes, spec, state, proxy, unmatched, 'callback-hosts': hosts, cors, port, host, tls } = written
  const { environments } = written
  return defined({
    name,
    environments: environments === undefined ? undefined : texts(environments),
    ...buildRoutes(routes, source, [...path, 'routes']),
    spec: text(spec),
    services: buildServices(written),
    state: buildState(state, [...path, 'state']),
    proxy: text(proxy),
    callbackHosts: hosts === undefined ? undefined : texts(hosts),
    cors: typeof cors === 'boolean' ? cors : undefined,
    allowsUnmatched: unmatched === 'allow',
    port: number(port),
    host: text(host),
    portSpan: port === undefined ? undefined : source.spanOf([...path, 'port']),
    hostSpan: host === undefined ? undefined : source.spanOf([...path, 'host']),
    tls: buildTls(tls),
    span: source.keySpanOf(path),
  })
}

/** Where the services of a gRPC server are described; a name alone is a list of it. */
function buildServices(written: JsonObject): MockServices | undefined {
  const { proto, 'import-paths': importPaths, 'descriptor-set': descriptorSet } = written
  if (proto === undefined && descriptorSet === undefined) return undefined
  return defined({
    proto: texts([proto ?? []].flat()),
    importPaths: texts([importPaths ?? []].flat()),
    descriptorSet: text(descriptorSet),
  })
}

/** The collections that remember: their paths, or what is said of each by path. */
function buildState(value: JsonValue | undefined, at: DocumentPath): readonly MockCollection[] | undefined {
  if (value === undefined) return undefined
  if (!isObject(value)) return texts(value).map((path, index) => ({ path, at: [...at, index] }))
  return Object.entries(value).map(([path, written]) => {
    const { key, from, items } = mapping(written)
    const own = items === 'examples' ? items : items === undefined ? undefined : list(items)
    return defined({ path, key: text(key), from: text(from), items: own, at: [...at, path] })
  })
}

function buildTls(value: JsonValue | undefined): Mock['tls'] {
  if (value === true) return 'made'
  const [certificate, key] = [text(mapping(value)['certificate']), text(mapping(value)['key'])]
  return certificate === undefined || key === undefined ? undefined : { certificate, key }
}

/** All routes, and those of them that do more than answer with a body. */
function buildRoutes(
  value: JsonValue | undefined,
  source: YamlSource,
  path: DocumentPath,
): Pick<Mock, 'routes' | 'notable'> {
  const document = { source, path }
  const routes: MockRoute[] = []
  const notable: MockRoute[] = []
  list(value).forEach((one, index) => {
    const written = mapping(one)
    const asked = readRoute(text(written['route'])?.trim() ?? '')
    if (asked === undefined) return
    const route = new WrittenRoute(asked, written, document, index)
    routes.push(route)
    if (!isPlain(asked, written)) notable.push(route)
  })
  return { routes, notable }
}

/** `POST /charges`, or `package.Service/Method` of a mock that speaks gRPC. */
function readRoute(written: string): Asked | undefined {
  if (/^[\w.]+\/\w+$/.test(written)) return { method: rpcMethod, path: `/${written}` }
  if (!/^[A-Z]+\s+\/.*$/.test(written)) return undefined
  const slash = written.indexOf('/')
  return { method: written.slice(0, slash).trimEnd(), path: written.slice(slash) }
}

/** The method and the path that a route answers to. */
type Asked = Pick<MockRoute, 'method' | 'path'>

/** True where a route does nothing but answer with a body and a status, as nearly all of thousands do. */
function isPlain({ method }: Asked, written: JsonObject): boolean {
  if (method === rpcMethod || method === webSocketMethod) return false
  for (const key in written) if (key !== 'route' && key !== 'answer') return false
  const { answer } = written
  if (!isObject(answer)) return answer === undefined || isNumber(answer)
  let bodies = 0
  for (const key in answer)
    if (key === 'status' ? !isNumber(answer[key]) : !plainBodies.has(key) || ++bodies > 1) return false
  return bodies === 0 || (answer['status'] !== 204 && answer['status'] !== 304)
}

const plainBodies: ReadonlySet<string> = new Set(bodyKinds.filter(kind => kind !== 'file'))

/**
 * A route of a document. Of thousands most are never called: what one answers, and where it stands, is found when somebody
 * asks for it.
 */
class WrittenRoute implements MockRoute {
  readonly method: string
  readonly path: string
  declare readonly when?: readonly AnswerCondition[]
  declare readonly unless?: readonly AnswerCondition[]
  readonly #document: { readonly source: YamlSource; readonly path: DocumentPath }
  readonly #written: JsonObject
  readonly #index: number
  #answers: readonly MockAnswer[] | undefined
  #span: Span | undefined

  /** `document` is where the list of the routes stands. */
  constructor(
    { method, path }: Asked,
    written: JsonObject,
    document: { readonly source: YamlSource; readonly path: DocumentPath },
    index: number,
  ) {
    this.method = method
    this.path = path
    this.#document = document
    this.#written = written
    this.#index = index
    if (written['when'] !== undefined || written['unless'] !== undefined)
      Object.assign(this, buildConditional(written, document.source, this.#place))
  }

  get answers(): readonly MockAnswer[] {
    this.#answers ??= buildAnswers(this.#written, this, this.#document.source, this.#place)
    return this.#answers
  }

  get span(): Span {
    this.#span ??= this.#document.source.keySpanOf([...this.#place, 'route'])
    return this.#span
  }

  get #place(): DocumentPath {
    return [...this.#document.path, this.#index]
  }
}

/** Builds the answers of a route, one after the other. */
function buildAnswers(
  { answer = {}, answers }: JsonObject,
  asked: Asked,
  source: YamlSource,
  path: DocumentPath,
): readonly MockAnswer[] {
  return answers === undefined
    ? [buildAnswer(answer, asked, source, [...path, 'answer'])]
    : list(answers).map((one, index) => buildAnswer(one, asked, source, [...path, 'answers', index]))
}

/** An answer; a number alone is its status, and so is the name of one. */
function buildAnswer(
  value: JsonValue,
  { method }: Asked,
  source: YamlSource,
  path: DocumentPath,
): MockAnswer {
  const written: JsonObject = isObject(value) ? value : { status: value }
  const isRpc = method === rpcMethod
  const usual = isRpc ? 'OK' : method === webSocketMethod ? 101 : 200
  const { status = usual, headers, delay, over, fault, events, then } = written
  const talks = isRpc || method === webSocketMethod
  return defined({
    status,
    headers: mapping(headers),
    body: buildBody(written),
    events: events === undefined ? undefined : buildEvents(written),
    talk: talks ? buildTalk(written, source, path) : undefined,
    end: isRpc ? buildRpcEnd(written) : undefined,
    delay: buildDelay(delay),
    over: milliseconds(over),
    fault: faultNames.find(name => name === fault),
    then: then === undefined ? undefined : buildCallback(source, [...path, 'then']),
    path,
  })
}

/** The steps that run after an answer. */
function buildCallback(source: YamlSource, at: DocumentPath): readonly Step[] {
  const own = stepsSource(source, at)
  return buildSteps(own, mapping(own.value), 'steps')
}

function buildBody(written: JsonObject): MockBody | undefined {
  const kind = bodyKinds.find(key => written[key] !== undefined)
  if (kind === undefined) return undefined
  return defined({ kind, value: written[kind] ?? null, contentType: text(written['content-type']) })
}
