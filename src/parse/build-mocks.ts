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
import type { DocumentPath } from '../model/span.ts'
import { defined } from '../util/defined.ts'
import { isObject } from '../util/is-json.ts'
import { list, mapping, number, text, texts } from '../util/read-values.ts'
import type { Step } from '../model/suite.ts'
import { buildSteps } from './build-step.ts'
import { buildConditional } from './build-validations.ts'
import { callbackSource } from './mocks/callback-suites.ts'
import { buildDelay, milliseconds } from './mocks/build-delay.ts'
import { buildEvents, buildRpcEnd, buildTalk } from './mocks/build-streams.ts'

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
  return defined({
    name,
    routes: list(routes).flatMap((route, index) => buildRoute(route, source, path.concat('routes', index))),
    spec: text(spec),
    services: buildServices(written),
    state: buildState(state, [...path, 'state']),
    proxy: text(proxy),
    callbackHosts: hosts === undefined ? undefined : texts(hosts),
    cors: typeof cors === 'boolean' ? cors : undefined,
    allowsUnmatched: unmatched === 'allow',
    port: number(port),
    host: text(host),
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

function buildRoute(value: JsonValue, source: YamlSource, path: DocumentPath): readonly MockRoute[] {
  const written = mapping(value)
  const asked = readRoute(text(written['route'])?.trim() ?? '')
  if (asked === undefined) return []
  // Of the paths, which are many, "concat" makes lists without room for more.
  const { answer, answers } = written
  const built =
    answers === undefined
      ? [buildAnswer(answer ?? {}, asked, source, path.concat('answer'))]
      : list(answers).map((one, index) => buildAnswer(one, asked, source, path.concat('answers', index)))
  const { when, unless } = buildConditional(written, source, path)
  const span = source.keySpanOf(path.concat('route'))
  return [defined({ method: asked.method, path: asked.path, when, unless, answers: built, span })]
}

/** `POST /charges`, or `package.Service/Method` of a mock that speaks gRPC. */
function readRoute(written: string): Pick<MockRoute, 'method' | 'path'> | undefined {
  if (/^[\w.]+\/\w+$/.test(written)) return { method: rpcMethod, path: `/${written}` }
  const [, method, path] = /^([A-Z]+)\s+(\/.*)$/.exec(written) ?? []
  return method === undefined || path === undefined ? undefined : { method, path }
}

/** An answer; a number alone is its status, and so is the name of one. */
function buildAnswer(
  value: JsonValue,
  { method }: Pick<MockRoute, 'method'>,
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
  const own = callbackSource(source, at)
  return buildSteps(own, mapping(own.value), 'steps')
}

function buildBody(written: JsonObject): MockBody | undefined {
  const kind = bodyKinds.find(key => written[key] !== undefined)
  if (kind === undefined) return undefined
  return defined({ kind, value: written[kind] ?? null, contentType: text(written['content-type']) })
}
