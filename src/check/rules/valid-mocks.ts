import type { YamlSource } from '../../document/index.ts'
import type { JsonValue } from '../../model/json.ts'
import {
  bodyKinds,
  type Delay,
  longestDelay,
  type Mock,
  type MockAnswer,
  type MockRoute,
  proxyProblem,
  requestNames,
  routesByPath,
  routeText,
} from '../../model/mock.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { pathParameters } from '../../util/path-parameters.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping, valueAt } from '../../util/read-values.ts'
import { routeTargets } from '../../model/targets-of.ts'
import { isSettledByMock, unsendableHeader } from '../../model/sendable-header.ts'
import { holdsBraces } from '../../template/holds-braces.ts'
import { valueText } from '../../util/value-text.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import type { PlacedPlaceholder } from '../../template/placeholders-in.ts'
import { everKnownNames } from '../known-names.ts'
import { NameCheck } from '../name-check.ts'
import { problemAt, type Rule } from '../rule.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Every route of a mock can answer, and every name in its answers has a value there. */
export const validMocks: Rule = (parsed, facts) => {
  const { mocks } = parsed.suite
  if (mocks.length === 0) return []
  const ever = everKnownNames(parsed, facts)
  const names = new NameCheck(parsed.source, facts, ever)
  const placeholders = parsed.written.under('mocks')
  const ofRoutes = byRoute(placeholders)
  return mocks.flatMap(mock => [
    ...(mock.environments === undefined ? [] : [onlyOfConfiguration(parsed.source, mock)]),
    ...proxyProblems(parsed.source, mock),
    ...(mock.cors !== undefined && mock.services !== undefined
      ? [onlyOfHttp(parsed.source, ['mocks', mock.name, 'cors'])]
      : []),
    ...names.unknown(
      placeholders.filter(({ path: [, name, key] }) => name === mock.name && key === 'proxy'),
      [ever],
    ),
    ...severalOfOne(parsed.source, mock.name),
    ...hiddenRoutes(mock).map(({ route, by }) =>
      problemAt(
        parsed.source,
        route.span,
        'hidden-route',
        `the route never answers: ${routeText(by)} in line ${by.span.start.line} answers all of its requests`,
        {
          hint: 'Give one of them another `when`, or write what it answers one after the other under `answers`.',
        },
      ),
    ),
    ...mock.routes
      .filter(({ path }) => oddPath.test(path))
      .flatMap(route => impossiblePath(parsed.source, route)),
    ...mock.notable.flatMap(route => unknownParameters(parsed.source, route)),
    ...mock.notable
      .flatMap(({ answers }) => answers)
      .flatMap(answer => [
        ...impossibleAnswer(parsed.source, answer),
        ...(mock.services === undefined ? unsendableLines(parsed.source, answer) : []),
      ]),
    ...[...(ofRoutes.get(mock.name) ?? [])].flatMap(([index, own]) => {
      const route = mock.routes[index]
      if (route === undefined) return []
      const parameters = pathParameters(route.path).map(name => `path.${name}`)
      const known = new Set([...parameters, ...requestNames])
      // A request is known where it is answered.
      const [inReplies, others] = [own.filter(isInReply), own.filter(one => !isInReply(one))]
      return [
        ...names.unknown(others, [ever, known]),
        ...names.unknown(inReplies, [ever, known, new Set(['message'])]),
      ].map(problem => withRequestHint(problem, parameters))
    }),
  ])
}

/**
 * Placeholders by mock and route, but for those of callbacks, which have a check of their own, and those of parameters, headers
 * and paths of the body, which any request may have.
 */
function byRoute(
  placeholders: readonly PlacedPlaceholder[],
): ReadonlyMap<string, ReadonlyMap<number, readonly PlacedPlaceholder[]>> {
  const found = new Map<string, Map<number, PlacedPlaceholder[]>>()
  for (const placeholder of placeholders) {
    const [, mock, key, route, ...inside] = placeholder.path
    const isInCallback = inside[inside[0] === 'answers' ? 2 : 1] === 'then'
    if (key !== 'routes' || isInCallback || /^(?:query|headers)\.|^body\.\$/.test(placeholder.name)) continue
    const ofMock = found.get(String(mock)) ?? new Map<number, PlacedPlaceholder[]>()
    found.set(String(mock), ofMock)
    const known = ofMock.get(Number(route))
    if (known === undefined) ofMock.set(Number(route), [placeholder])
    else known.push(placeholder)
  }
  return found
}

/** A name that begins as those of a request do was meant to be one of them. */
function withRequestHint(problem: Problem, parameters: readonly string[]): Problem {
  const { name = '' } = problem
  if (!/^(path|params?|pathparams?|query|headers?|body|request|req|method|url|calls)\b/i.test(name))
    return problem
  const own = [...parameters, ...requestNames]
  const hint =
    'Of a request there are path.NAME, query.NAME, headers.NAME, body and its members, method, url and calls.'
  return { ...problem, hint: suggesting(name, own, hint) }
}

/** True where a placeholder stands in what is sent to a message: below `on` of an answer. */
function isInReply({ path: [, , , , key, ...inside] }: { readonly path: DocumentPath }): boolean {
  return inside[key === 'answers' ? 1 : 0] === 'on'
}

function onlyOfConfiguration(source: YamlSource, { name }: Mock): Problem {
  const message = 'a mock of a suite is started wherever the suite runs'
  const hint = 'Put the mock under `mocks` of apitest.config.yaml, or leave `environments` out.'
  return problemAt(source, ['mocks', name, 'environments'], 'misplaced-key', message, { hint, atKey: true })
}

/** The problems of the server behind a mock, as far as it is written out. */
function proxyProblems(source: YamlSource, { name, proxy, services }: Mock): readonly Problem[] {
  if (proxy === undefined) return []
  const place = ['mocks', name, 'proxy']
  if (services !== undefined) return [onlyOfHttp(source, place)]
  const wrong = proxy.includes('{{') ? undefined : proxyProblem(proxy)
  return wrong === undefined ? [] : [problemAt(source, place, 'bad-value', `"proxy" ${wrong}`)]
}

function onlyOfHttp(source: YamlSource, place: DocumentPath): Problem {
  const message = `"${String(place.at(-1))}" is for mocks that speak HTTP`
  return problemAt(source, place, 'misplaced-key', message, { atKey: true })
}

/** Parameters that a path has twice, or writes as other tools do. */
function impossiblePath(source: YamlSource, { path, span }: MockRoute): readonly Problem[] {
  const names = pathParameters(path)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  const message = `the path has two parameters of the name "${twice ?? ''}"`
  const foreign = path.split('/').find(segment => /^:|^\*$|^<[^<>]+>$/.test(segment))
  const typed = names.find(name => /[:|=]/.test(name))
  return [
    ...(twice === undefined
      ? []
      : [problemAt(source, span, 'bad-value', message, { hint: 'Rename one of them.' })]),
    ...(foreign === undefined
      ? []
      : [
          problemAt(source, span, 'bad-value', `"${foreign}" stands for itself in a path`, {
            hint: 'A parameter is written {name}, and {name*} at the end takes all that is left.',
          }),
        ]),
    ...(typed === undefined
      ? []
      : [
          problemAt(source, span, 'bad-value', `the parameter "${typed}" has more than a name`, {
            hint: `Write {${typed.replace(/[:|=].*/, '')}}: what its value has to be like stands under \`when\`, such as \`when: { path ${typed.replace(/[:|=].*/, '')}: { matches-regex: "^[0-9]+$" } }\`.`,
          }),
        ]),
  ]
}

/** Only such a path can have a parameter twice, or one that other tools know. */
const oddPath = /\{.*\{|\/[:*<]|\{[^}]*[:|=]/

/** Parameters that conditions look at and the path does not have. */
function unknownParameters(source: YamlSource, route: MockRoute): readonly Problem[] {
  return routeTargets(route).flatMap(({ target, span }) => {
    if (target.kind !== 'path') return []
    const names = pathParameters(route.path)
    if (names.includes(target.name)) return []
    const hint = suggesting(target.name, names, 'Parameters of a path are written {name}.')
    return [problemAt(source, span, 'unknown-target', `the path has no parameter "${target.name}"`, { hint })]
  })
}

/** Faults that can never come, and delays that cannot be. */
function impossibleAnswer(
  source: YamlSource,
  { status, fault, delay, over, path: place }: MockAnswer,
): readonly Problem[] {
  const hasBody = status !== 204 && status !== 304
  const isIdle = fault !== undefined && !hasBody && !/^(?:close|reset|stall)$|headers$/.test(fault)
  const message = `"${fault ?? ''}" cannot go wrong: ${valueText(status)} has no body`
  const times = { delay, over: over === undefined ? undefined : ({ kind: 'fixed', time: over } as const) }
  return [
    ...(isIdle
      ? [problemAt(source, [...place, 'fault'], 'bad-value', message, { hint: 'Give it another status.' })]
      : []),
    ...Object.entries(times).flatMap(([key, time]) => {
      // A number that is 0 is wrong by the schema.
      const isNothing = key === 'over' && over === 0 && valueAt(source.value, [...place, key]) !== 0
      const wrong = time === undefined ? undefined : isNothing ? 'must be above 0' : impossibleDelay(time)
      return wrong === undefined
        ? []
        : [
            problemAt(
              source,
              [...place, key],
              'bad-value',
              `"${key}" ${wrong}`,
              isNothing ? { hint: 'Leave it out to send the body at once.' } : {},
            ),
          ]
    }),
  ]
}

/** Headers of an answer that cannot be sent, as far as they are written out. */
function unsendableLines(source: YamlSource, { headers, body, path }: MockAnswer): readonly Problem[] {
  const type = body?.contentType
  const written: readonly (readonly [DocumentPath, string, JsonValue])[] = [
    ...Object.entries(headers).map(([name, value]) => [['headers', name], name, value] as const),
    ...(type === undefined ? [] : [[['content-type'], 'content-type', type] as const]),
  ]
  return written.flatMap(([place, name, value]) => {
    const fixed = [value].flat().filter(one => !holdsBraces(one) && !holdsBraces(name))
    const reason = fixed.map(one => unsendableHeader(name, valueText(one))).find(one => one !== undefined)
    const hint = isSettledByMock(name) ? 'Leave it out.' : headerHint
    return reason === undefined
      ? []
      : [problemAt(source, [...path, ...place], 'bad-value', reason, { hint, atKey: true })]
  })
}

const headerHint =
  'A name has letters, digits and -, and a value no line breaks or other characters of control.'

export function impossibleDelay(delay: Delay): string | undefined {
  if (delay.kind === 'even' && delay.min > delay.max)
    return 'must have a `min` that is no more than its `max`'
  if (delay.kind === 'tailed' && (delay.median <= 0 || delay.p99 < delay.median))
    return 'must have a `median` above 0, and a `p99` that is no less'
  const longest = delay.kind === 'fixed' ? delay.time : delay.kind === 'even' ? delay.max : delay.p99
  return longest > longestDelay ? 'must be 5m or less' : undefined
}

/** Keys of a route, and of an answer, of which there is only one. */
const alternatives = {
  route: { keys: ['answer', 'answers'], why: 'a route answers always the same, or one after the other' },
  answer: { keys: bodyKinds, why: 'an answer has one body' },
}

function severalOfOne(source: YamlSource, name: string): readonly Problem[] {
  const path = ['mocks', name, 'routes']
  const problems: Problem[] = []
  list(valueAt(source.value, path)).forEach((route, index) => {
    const tell = (kind: keyof typeof alternatives, value: JsonValue, ...inside: DocumentPath): void => {
      const second = secondOf(kind, value)
      if (second === undefined) return
      const more = { hint: 'Keep one of them.', atKey: true }
      const place = [...path, index, ...inside, second.key]
      problems.push(problemAt(source, place, 'misplaced-key', second.message, more))
    }
    const { answer, answers } = mapping(route)
    if (answers !== undefined) tell('route', route)
    if (isObject(answer)) tell('answer', answer, 'answer')
    list(answers).forEach((one, at) => {
      tell('answer', one, 'answers', at)
    })
  })
  return problems
}

/** The second of two keys of which there may be one, and what to say of it. */
function secondOf(
  kind: keyof typeof alternatives,
  value: JsonValue,
): { readonly key: string; readonly message: string } | undefined {
  const { keys, why } = alternatives[kind]
  const written = mapping(value)
  let first: string | undefined
  for (const second of keys) {
    if (written[second] === undefined) continue
    if (first !== undefined) return { key: second, message: `${why}: "${first}" and "${second}" are two` }
    first = second
  }
  return undefined
}

/** Routes behind one of the same requests with the same conditions, or none. */
function hiddenRoutes({ routes }: Mock): readonly { readonly route: MockRoute; readonly by: MockRoute }[] {
  return routesByPath(routes)
    .alike()
    .flatMap(alike => {
      const first = new Map<string, MockRoute>()
      return alike.flatMap(route => {
        const asked = `${route.method}${conditionsText(route)}`
        const by = first.get(asked)
        if (by === undefined) first.set(asked, route)
        return by === undefined ? [] : [{ route, by }]
      })
    })
}

function conditionsText({ when, unless }: MockRoute): string {
  if (when === undefined && unless === undefined) return ''
  const plain = (conditions: MockRoute['when']): unknown =>
    conditions?.map(({ targets }) =>
      targets.map(({ target, expectations }) => [
        target,
        expectations.map(({ operator, expected }) => [operator, expected]),
      ]),
    )
  return writeJson([plain(when), plain(unless)])
}
