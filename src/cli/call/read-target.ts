import path from 'node:path'
import { requestMethods } from '../../model/request-methods.ts'
import { withScheme } from '../../util/with-scheme.ts'
import type { CallArguments } from './call-options.ts'
import { emptyParameter } from './empty-credentials.ts'
import { argument, misused, part, type Part, warned } from './part.ts'
import { isStandardInput } from './read-text-argument.ts'

/** Reads `[METHOD] URL`. `method` is the one that the rest of the arguments ask for. */
export function readTarget({ words = [], request, uploadFile }: CallArguments, method: string): Part {
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
  const url = withUploadName(withScheme(second ?? first), uploadFile)
  const chosen = request ?? (second === undefined ? method : first)
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? []
  return warned(
    part(
      { request: `${chosen.toUpperCase()} ${url}` },
      argument(words.join(' '), undefined, 'request'),
      argument(words.join(' '), undefined),
    ),
    emptyParameter(query),
  )
}

/** As in curl, a file that is sent to a URL ending with a slash has its own name there. */
function withUploadName(url: string, file: string | undefined): string {
  return file === undefined || isStandardInput(file) || !url.endsWith('/')
    ? url
    : url + encodeURIComponent(path.basename(file))
}
