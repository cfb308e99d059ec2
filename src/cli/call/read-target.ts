import { requestMethods } from '../../model/request-methods.ts'
import { withScheme } from '../../util/with-scheme.ts'
import type { CallArguments } from './call-options.ts'
import { emptyParameter } from './empty-credentials.ts'
import { argument, misused, part, type Part } from '../../parse/argument-part.ts'
import { withUploadName } from '../../curl/read-data.ts'
import { defined } from '../../util/defined.ts'
import { curlOptionsOf } from './curl-options-of.ts'

/** Reads `[METHOD] URL`. `method` is the one that the rest of the arguments ask for. */
export function readTarget(given: CallArguments, method: string): Part {
  const { words = [], request } = given
  const [first = '', second] = words
  if ((second ?? first) === '' || (second === undefined && requestMethods.includes(first.toUpperCase())))
    return misused('a URL is needed', 'Such as https://api.example.com/users/1.')
  if (words.length > 2) return misused(`only one URL can be sent to, and "${String(words[2])}" is more`)
  if (second !== undefined && requestMethods.includes(second.toUpperCase()) && !/^[A-Za-z]+$/.test(first))
    return misused(`${second} stands behind the URL`, `The method comes first: apitest send ${second} URL.`)
  if (second !== undefined && !/^[A-Za-z]+$/.test(first))
    return misused(`"${first}" is not a method, or "${second}" is a second URL`)
  if (second !== undefined && request !== undefined && request.toUpperCase() !== first.toUpperCase())
    return misused(`${first} and --request ${request} are two methods`, 'Give one of them.')
  const url = withUploadName(withScheme(second ?? first), curlOptionsOf(given))
  const chosen = request ?? (second === undefined ? method : first)
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? []
  return part(
    { request: `${chosen.toUpperCase()} ${url}` },
    { ...argument(words.join(' '), undefined, 'request'), ...defined({ warning: emptyParameter(query) }) },
    argument(words.join(' '), undefined),
  )
}
