import { factsOf } from '../actions/index.ts'
import type { YamlSource } from '../document/index.ts'
import type { JsonValue } from '../model/json.ts'
import { longestDelay, requestNames, rpcMethod, webSocketMethod } from '../model/mock.ts'
import type { Problem } from '../model/problem.ts'
import type { DocumentPath } from '../model/span.ts'
import type { CallbackSuite } from '../parse/mocks/callback-suites.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { parseDuration } from '../util/duration.ts'
import { mapping } from '../util/read-values.ts'
import { valueText } from '../util/value-text.ts'
import { pathParameters } from '../util/path-parameters.ts'
import { everKnownNames } from './known-names.ts'
import { type Facts, problemAt } from './rule.ts'

/** The names that the steps of a callback see, beside those that they set: of the suite, and of the request. */
export function namesInCallback(
  { route }: CallbackSuite,
  parsed: ParsedSuite,
  facts: Facts,
): ReadonlySet<string> {
  const parameters = pathParameters(route.path).map(name => `path.${name}`)
  return new Set([...everKnownNames(parsed, facts), ...parameters, ...requestNames, 'query', 'headers'])
}

/** Steps of a callback that a mock does not carry out. */
export function impossibleCallback({ source, suite, route }: CallbackSuite): readonly Problem[] {
  const isOther = route.method === rpcMethod || route.method === webSocketMethod
  const [first] = suite.steps
  if (isOther && first !== undefined) {
    const hint = 'Callbacks belong to answers of HTTP routes.'
    return [problemAt(source, first.path, 'misplaced-key', 'nothing is called back here', { hint })]
  }
  return suite.steps.flatMap(({ action, path, data, rounds, transport, input }) => {
    const wrong = (key: string, message: string, hint: string): Problem =>
      problemAt(source, [...path, key], 'misplaced-key', message, { hint, atKey: true })
    return [
      ...(factsOf(action).mayCallBack === true
        ? []
        : [
            wrong(
              action,
              `a callback has no "${action}"`,
              'Callbacks send requests, pause, set variables, and read and reset mocks.',
            ),
          ]),
      ...longPause(source, [...path, action], input[action]),
      ...(data === undefined ? [] : [wrong('data', 'a callback has no data rows', 'Write a step for each.')]),
      ...(rounds === undefined
        ? []
        : [wrong(rounds.kind, 'a callback does not repeat its steps', 'Write a step for each.')]),
      ...(transport?.['follow-redirects'] === undefined
        ? []
        : [wrong('follow-redirects', 'a callback follows no redirects', 'Remove it.')]),
      ...Object.entries({
        ...transport,
        auth: mapping(mapping(input['auth'])['oauth2'])['token-url'] ?? null,
      })
        .filter(([, value]) => namesRequest.test(JSON.stringify(value)))
        .map(([key]) =>
          wrong(
            key,
            `"${key}" of a callback holds what came with the request`,
            'Only its address, credentials, headers and body may: whoever calls the mock would choose what it is sent through.',
          ),
        ),
    ]
  })
}

/** A step that is a time to wait: the suite would wait for it without a word before it ends. */
function longPause(source: YamlSource, place: DocumentPath, time: JsonValue = ''): readonly Problem[] {
  if ((parseDuration(valueText(time)) ?? 0) <= longestDelay) return []
  const hint = 'The suite waits for its callbacks before it ends.'
  return [problemAt(source, place, 'bad-value', 'a callback pauses 5m or less', { hint })]
}

/** A placeholder that stands for a part of the request. */
const namesRequest = /\{\{\s*(?:path|query|headers|body|method|url)\b/
