import type { JsonObject, JsonValue } from '../../model/json.ts'
import { requestMethods } from '../../model/request-methods.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { ActionFacts, InputProblem } from '../facts.ts'
import { namesHost } from './address.ts'
import { noHostHint } from './request-target.ts'
import { headerNameProblems, httpStatuses, wholeUrlHint } from './shared-facts.ts'

/** The kinds of body by their keys in a step. */
export const bodyKeys = ['json', 'form', 'text', 'xml', 'graphql', 'multipart', 'file'] as const

/** The facts of `request`. */
export const facts: ActionFacts = {
  sendsRequests: true,
  bearsLoad: true,
  mayCallBack: true,
  changesData: input => {
    const { request: line, graphql, headers } = input
    if (Object.keys(mapping(headers)).some(isMethodHeader)) return true
    if (graphql !== undefined) return !isQuery(graphql)
    return !isSafe(line) || asksForMore(input)
  },
  runsSharedScripts: true,
  bodyKeys,
  addressed: ['request', 'query', 'form', 'headers'],
  problems: input =>
    isUsual(input)
      ? headerNameProblems(input)
      : [
          ...requestLineProblems(input),
          ...headerNameProblems(input),
          ...traceProblems(input),
          ...graphqlProblems(input),
        ],
  isBodyless: ({ request: line }) => /^\s*HEAD\b/.test(valueText(line ?? '')),
  isPlain: ({ request: line }) => /^\s*\w+\s+http:/i.test(valueText(line ?? '')),
  statuses: httpStatuses,
  answerTargets: ['trailer', 'size', 'sha256', 'file', 'url', 'cookie', 'certificate', 'xpath'],
}

/** RFC 9110 section 9.2.1: the methods by which nobody asks for a change. */
function isSafe(line: JsonValue | undefined): boolean {
  return typeof line === 'string' && /^\s*(?:GET|HEAD|OPTIONS|TRACE)\b/.test(line)
}

/** The lines by which frameworks take another method than that of the request. */
function isMethodHeader(name: string): boolean {
  return /^x-(?:http-)?method(?:-override)?$/i.test(name)
}

/** True where a request of a safe method says by its query or its body that another is meant, or a mutation of GraphQL. */
function asksForMore({ request: line, query, json, form, text }: JsonObject): boolean {
  const [, written = ''] = valueText(line ?? '').split(/\?(.*)/s)
  const parameters = [...new URLSearchParams(written), ...Object.entries(mapping(query))]
  const members = [json, form].flatMap(one => Object.entries(mapping(one)))
  return (
    parameters.some(([name]) => name === '_method') ||
    [...parameters, ...members, ['query', text ?? ''] as const].some(
      ([name, value]) => name === 'query' && mutation.test(valueText(value)),
    )
  )
}

/** Where a mutation begins in a document of GraphQL. */
const mutation = /\bmutation\b[^{}]*\{/

/** True where a GraphQL operation only asks: one whose document comes from a variable may be a mutation. */
function isQuery(graphql: JsonValue | undefined): boolean {
  const document = isObject(graphql) ? graphql['query'] : graphql
  return typeof document === 'string' && !/\bmutation\b|\{\{/.test(document)
}

/**
 * True where a step only has a method and a URL that begins with a variable, as most do, of the kinds that can have any
 * body.
 */
function isUsual({ request: line, graphql }: JsonObject): boolean {
  return typeof line === 'string' && usualLine.test(line) && graphql === undefined
}

const usualLine = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) +\{\{/

/** `request` is a method, a space and a URL. */
function requestLineProblems({ request: line }: JsonObject): readonly InputProblem[] {
  if (typeof line !== 'string') return []
  const [, method = '', url = ''] = /^(\S+)\s*(.*)$/s.exec(line.trim()) ?? []
  const bad = (message: string, hint: string): readonly InputProblem[] => [
    { at: ['request'], code: 'bad-value', message, more: { hint } },
  ]
  if (method.startsWith('{{') && url !== '')
    return bad(
      'the method cannot come from a variable',
      `Write one of ${requestMethods.join(', ')} out; several steps with \`when\` can choose among them.`,
    )
  if (/^(https?:\/\/|\{\{)/i.test(method))
    return bad('the request has no method', `Write \`request: GET ${line.trim()}\`.`)
  const [, glued = '', behind = ''] = /^([A-Z]+)(\{\{.*|https?:\/\/.*)$/s.exec(line.trim()) ?? []
  if (requestMethods.includes(glued))
    return bad('a space is missing behind the method', `Write \`request: ${glued} ${behind}\`.`)
  if (!requestMethods.includes(method))
    return bad(
      `"${method}" is not a method`,
      suggesting(method, requestMethods, `Methods are ${requestMethods.join(', ')}, in capitals.`),
    )
  if (url === '') return bad(`"${method}" needs a URL behind it`, `Write \`request: ${method} https://…\`.`)
  if (/^https?:\/\//i.test(url) && !namesHost(url)) return bad(`the URL "${url}" names no host`, noHostHint)
  if (/^(https?:\/\/|\{\{)/i.test(url)) return []
  return bad(
    `"${url}" is not a whole URL`,
    wholeUrlHint(url, 'http:// or https://', written => `${method} ${written}`),
  )
}

/** RFC 9110 section 9.3.8: a TRACE asks for what arrives, and has no content. */
function traceProblems(input: JsonObject): readonly InputProblem[] {
  const { request: line } = input
  const body = bodyKeys.find(key => Object.hasOwn(input, key))
  if (typeof line !== 'string' || body === undefined || !/^\s*TRACE\s/.test(line)) return []
  return [
    {
      at: [body],
      code: 'misplaced-key',
      message: 'a TRACE request has no body',
      more: { hint: 'Leave it out.', atKey: true },
    },
  ]
}

function graphqlProblems({ graphql }: JsonObject): readonly InputProblem[] {
  if (!isObject(graphql) || graphql['connection'] === undefined) return []
  return [
    {
      at: ['graphql', 'connection'],
      code: 'misplaced-key',
      message: '"connection" belongs to "websocket", not to "request"',
      more: { hint: 'A request has headers instead.', atKey: true },
    },
  ]
}
