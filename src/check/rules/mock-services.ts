import type { JsonValue } from '../../model/json.ts'
import { type Mock, type MockAnswer, type MockRoute, routeText, rpcMethod } from '../../model/mock.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath, Span } from '../../model/span.ts'
import { conditionTargets } from '../../model/targets-of.ts'
import { isDelayed } from '../../parse/mocks/build-delay.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { mapping, valueAt } from '../../util/read-values.ts'
import { type Facts, type MethodFacts, problemAt, type Rule, type Wrong } from '../rule.ts'

/** The services of a mock can be read, have the methods of its routes, and these can answer so. */
export const mockServices: Rule = (parsed, facts) =>
  parsed.suite.mocks.flatMap(mock => servicesProblems(mock, parsed, facts))

function servicesProblems(
  mock: Mock,
  { source }: Pick<ParsedSuite, 'source'>,
  { services }: Facts,
): readonly Problem[] {
  const found = services?.get(mock.name)
  if (found === undefined) return []
  const key = mock.services?.descriptorSet === undefined ? 'proto' : 'descriptor-set'
  if (found.state === 'unreadable') {
    // A missing file is told as every other.
    const isMissing = key === 'descriptor-set' && found.wrong.code === 'file-missing'
    return isMissing ? [] : [problemAt(source, ['mocks', mock.name, key], 'bad-value', ...told(found.wrong))]
  }
  return mock.routes.flatMap(route => {
    if (route.method !== rpcMethod) return []
    const method = found.method(routeText(route))
    if ('message' in method) return [problemAt(source, route.span, 'unknown-operation', ...told(method))]
    return [
      ...fieldProblems(route, method).map(({ wrong, span }) =>
        problemAt(source, span, 'unknown-target', ...told(wrong)),
      ),
      ...route.answers.flatMap(answer => {
        const written = mapping(valueAt(source.value, answer.path))
        return answerProblems(answer, written, method).map(({ at, wrong, isKey = false }) =>
          problemAt(source, at, isKey ? 'misplaced-key' : 'bad-value', wrong.message, {
            ...hintOf(wrong),
            atKey: isKey,
          }),
        )
      }),
    ]
  })
}

function told(wrong: Wrong): [string, { readonly hint?: string }] {
  return [wrong.message, hintOf(wrong)]
}

function hintOf({ hint }: Wrong): { readonly hint?: string } {
  return hint === undefined ? {} : { hint }
}

/** Conditions on fields that no message has: of the request, and of messages that are replied to. */
function fieldProblems(
  route: MockRoute,
  method: MethodFacts,
): readonly { readonly wrong: Wrong; readonly span: Span }[] {
  const replies = route.answers.flatMap(({ talk }) => talk?.replies ?? [])
  const looks = [
    ...conditionTargets(route).map(one => ({ ...one, isOfReply: false })),
    ...replies.flatMap(conditionTargets).map(one => ({ ...one, isOfReply: true })),
  ]
  return looks.flatMap(({ target, span, isOfReply }) => {
    if (target.kind !== 'json-path') return []
    // A message by itself is looked at as the first of a list.
    const wrong = method.unknownField(isOfReply ? target.path.replace(/^\$/, '$[0]') : target.path)
    return wrong === undefined ? [] : [{ wrong, span }]
  })
}

interface AnswerProblem {
  readonly at: DocumentPath
  readonly wrong: Wrong
  readonly isKey?: boolean
}

function answerProblems(
  { talk, end, path }: MockAnswer,
  written: Readonly<Record<string, JsonValue>>,
  method: MethodFacts,
): readonly AnswerProblem[] {
  const replies = talk?.replies ?? []
  const messages = [...(talk?.messages ?? []), ...replies.flatMap(reply => reply.messages)]
  const ends = [
    { details: end?.details ?? [], at: path },
    ...replies.map(reply => ({ details: reply.end?.details ?? [], at: reply.path })),
  ]
  return [
    ...keyProblems(written, method).map(({ at, wrong }) => ({ at: [...path, ...at], wrong, isKey: true })),
    ...messages.flatMap(({ value, isBare = false, path: at }): readonly AnswerProblem[] => {
      const isWhole = isBare || !isDelayed(value)
      const wrong = method.misfit(isWhole ? value : (value['message'] ?? {}))
      return wrong === undefined ? [] : [{ at, wrong }]
    }),
    ...ends.flatMap(({ details, at }): readonly AnswerProblem[] => {
      const wrong = details.length === 0 ? undefined : method.detailsMisfit(details)
      return wrong === undefined ? [] : [{ at: [...at, 'details'], wrong }]
    }),
  ]
}

/** Keys that mean something to another kind of method only. */
function keyProblems(
  written: Readonly<Record<string, JsonValue>>,
  { streamsRequests, streamsResponses }: MethodFacts,
): readonly AnswerProblem[] {
  const misplaced = (key: string, message: string, hint: string): readonly AnswerProblem[] =>
    written[key] === undefined ? [] : [{ at: [key], wrong: { message, hint } }]
  if (!streamsResponses)
    return [
      ...misplaced('messages', 'the method answers with one message', 'Write it under `message`.'),
      ...misplaced('on', 'the method answers with one message', 'Write it under `message`.'),
    ]
  const one = 'Only where both sides stream is there anything to reply to.'
  return [
    ...(streamsRequests ? [] : misplaced('on', 'the method is asked with one message', one)),
    ...(written['message'] === undefined
      ? []
      : misplaced('messages', '"message" and "messages" are two', 'Keep one of them.')),
  ]
}
