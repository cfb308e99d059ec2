import type { YamlSource } from '../document/index.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Delay, Mock, MockAnswer, MockBody, MockCollection, MockRoute } from '../model/mock.ts'
import type { DocumentPath } from '../model/span.ts'
import { defined } from '../util/defined.ts'
import { parseDuration } from '../util/duration.ts'
import { isObject } from '../util/is-json.ts'
import { list, mapping, number, text, texts } from '../util/read-values.ts'
import { buildConditional } from './build-validations.ts'

/** The mocks of a suite, malformed parts left out (the schema check reports them). */
export function buildMocks(value: unknown, source: YamlSource): readonly Mock[] {
  return Object.entries(mapping(value)).map(([name, written]) => {
    const { routes, spec, state, unmatched, port, host } = mapping(written)
    const path = ['mocks', name]
    return defined({
      name,
      routes: list(routes).flatMap((route, index) => buildRoute(route, source, [...path, 'routes', index])),
      spec: text(spec),
      state: buildState(state, [...path, 'state']),
      allowsUnmatched: unmatched === 'allow',
      port: number(port),
      host: text(host),
      span: source.keySpanOf(path),
    })
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

function buildRoute(value: JsonValue, source: YamlSource, path: DocumentPath): readonly MockRoute[] {
  const written = mapping(value)
  const [, method, place] = /^([A-Z]+)\s+(\/.*)$/.exec(text(written['route'])?.trim() ?? '') ?? []
  if (method === undefined || place === undefined) return []
  const { answer, answers } = written
  const built =
    answers === undefined
      ? [buildAnswer(answer ?? {}, [...path, 'answer'])]
      : list(answers).map((one, index) => buildAnswer(one, [...path, 'answers', index]))
  return [
    {
      method,
      path: place,
      ...buildConditional(written, source, path),
      answers: built,
      span: source.keySpanOf([...path, 'route']),
    },
  ]
}

/** An answer; a number alone is its status. */
function buildAnswer(value: JsonValue, path: DocumentPath): MockAnswer {
  const written: JsonObject = isObject(value) ? value : { status: value }
  const { status = 200, headers, delay } = written
  return defined({
    status,
    headers: mapping(headers),
    body: buildBody(written),
    delay: buildDelay(delay),
    path,
  })
}

const bodyKinds = ['json', 'text', 'xml', 'html', 'file'] as const

function buildBody(written: JsonObject): MockBody | undefined {
  const kind = bodyKinds.find(key => written[key] !== undefined)
  if (kind === undefined) return undefined
  return defined({ kind, value: written[kind] ?? null, contentType: text(written['content-type']) })
}

/** A number counts seconds. */
function buildDelay(value: JsonValue | undefined): Delay | undefined {
  if (!isObject(value)) {
    const time = milliseconds(value)
    return time === undefined ? undefined : { kind: 'fixed', time }
  }
  const [min, max, median, p99] = ['min', 'max', 'median', 'p99'].map(key => milliseconds(value[key]))
  if (min !== undefined && max !== undefined) return { kind: 'even', min, max }
  return median === undefined || p99 === undefined ? undefined : { kind: 'tailed', median, p99 }
}

function milliseconds(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value * 1000 : parseDuration(text(value) ?? '')
}
