import { namesHost } from '../../actions/http/address.ts'
import { noHostHint } from '../../actions/http/request-target.ts'
import type { Problem } from '../../model/problem.ts'
import { requestMethods } from '../../model/request-methods.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'
import { bodyKeys } from './one-action.ts'
import { wholeUrlHint } from '../whole-url-hint.ts'

/** `request` is a method, a space and a URL. */
export const validRequestLines: Rule = parsed =>
  allSteps(parsed).flatMap(step => {
    const line = step.input['request']
    if (typeof line !== 'string') return []
    return [...requestLineProblems(parsed, step, line), ...traceProblems(parsed, step, line)]
  })

/** RFC 9110 section 9.3.8: a TRACE asks for what arrives, and has no content. */
function traceProblems({ source }: ParsedSuite, { input, path }: Step, line: string): readonly Problem[] {
  const body = bodyKeys.find(key => Object.hasOwn(input, key))
  if (body === undefined || !/^\s*TRACE\s/.test(line)) return []
  return [
    problemAt(source, [...path, body], 'misplaced-key', 'a TRACE request has no body', {
      hint: 'Leave it out.',
      atKey: true,
    }),
  ]
}

function requestLineProblems(parsed: ParsedSuite, step: Step, line: string): readonly Problem[] {
  const [, method = '', url = ''] = /^(\S+)\s*(.*)$/s.exec(line.trim()) ?? []
  const at = [...step.path, 'request']
  if (method.startsWith('{{') && url !== '')
    return [
      problemAt(parsed.source, at, 'bad-value', 'the method cannot come from a variable', {
        hint: `Write one of ${requestMethods.join(', ')} out; several steps with \`when\` can choose among them.`,
      }),
    ]
  if (/^(https?:\/\/|\{\{)/i.test(method))
    return [
      problemAt(parsed.source, at, 'bad-value', 'the request has no method', {
        hint: `Write \`request: GET ${line.trim()}\`.`,
      }),
    ]
  if (!requestMethods.includes(method))
    return [
      problemAt(parsed.source, at, 'bad-value', `"${method}" is not a method`, {
        hint: suggesting(method, requestMethods, `Methods are ${requestMethods.join(', ')}, in capitals.`),
      }),
    ]
  if (url === '')
    return [
      problemAt(parsed.source, at, 'bad-value', `"${method}" needs a URL behind it`, {
        hint: `Write \`request: ${method} https://…\`.`,
      }),
    ]
  if (/^https?:\/\//i.test(url) && !namesHost(url))
    return [problemAt(parsed.source, at, 'bad-value', `the URL "${url}" names no host`, { hint: noHostHint })]
  return /^(https?:\/\/|\{\{)/i.test(url)
    ? []
    : [
        problemAt(parsed.source, at, 'bad-value', `"${url}" is not a whole URL`, {
          hint: wholeUrlHint(url, 'http:// or https://', written => `${method} ${written}`),
        }),
      ]
}
