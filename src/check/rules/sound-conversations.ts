import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { isObject } from '../../util/is-json.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'
import { wholeUrlHint } from '../whole-url-hint.ts'

/** The URL of a stream is whole, and a WebSocket carries either messages or a GraphQL operation. */
export const soundConversations: Rule = parsed =>
  allSteps(parsed).flatMap(step => [
    ...urlProblems(parsed, step, 'websocket', /^(wss?:\/\/|https?:\/\/|\{\{)/i, 'ws:// or wss://'),
    ...urlProblems(parsed, step, 'sse', /^(https?:\/\/|\{\{)/i, 'http:// or https://'),
    ...graphqlProblems(parsed, step),
  ])

function urlProblems(
  { source }: ParsedSuite,
  { input, path }: Step,
  key: string,
  whole: RegExp,
  schemes: string,
): readonly Problem[] {
  const url = input[key]
  if (typeof url !== 'string' || url.trim() === '' || whole.test(url.trim())) return []
  const [, behindMethod] = /^[A-Z]+\s+(\S.*)$/s.exec(url.trim()) ?? []
  if (behindMethod !== undefined)
    return [
      problemAt(source, [...path, key], 'bad-value', `a ${key} step has no method before its URL`, {
        hint: `Write \`${key}: ${behindMethod}\`.`,
      }),
    ]
  return [
    problemAt(source, [...path, key], 'bad-value', `"${url}" is not a whole URL`, {
      hint: wholeUrlHint(url, schemes, written => `${key}: "${written}"`),
    }),
  ]
}

function graphqlProblems({ source }: ParsedSuite, { action, input, path }: Step): readonly Problem[] {
  const { graphql, messages } = input
  if (!isObject(graphql)) return []
  if (action !== 'websocket' && graphql['connection'] !== undefined)
    return [
      problemAt(
        source,
        [...path, 'graphql', 'connection'],
        'misplaced-key',
        `"connection" belongs to "websocket", not to "${action}"`,
        { hint: 'A request has headers instead.', atKey: true },
      ),
    ]
  if (action === 'websocket' && graphql['allow-errors'] !== undefined)
    return [
      problemAt(
        source,
        [...path, 'graphql', 'allow-errors'],
        'misplaced-key',
        '"allow-errors" belongs to "request", not to "websocket"',
        { hint: 'The errors of a subscription stand in its messages: `$[0].errors`.', atKey: true },
      ),
    ]
  if (action !== 'websocket' || messages === undefined) return []
  return [
    problemAt(
      source,
      [...path, 'messages'],
      'misplaced-key',
      'a WebSocket has one conversation: "messages" and "graphql" are two',
      { hint: 'Keep one: `graphql` says by itself what its protocol needs.', atKey: true },
    ),
  ]
}
