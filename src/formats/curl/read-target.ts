import { requestMethods } from '../../model/request-methods.ts'
import { encodeAround } from './encode-around.ts'
import { formText, isUrlData } from './read-data.ts'
import type { Given, Piece } from './given.ts'

/** The request line of a call. */
export function readTarget(given: Given, typed: string): Piece {
  const url = withQuery(withUploadName(withScheme(typed, given.last('proto-default')), given), given)
  const method = given.last('request') ?? methodOf(given)
  const refused = [
    ...(/^https?:\/\//i.test(url) || startsWithVariable.test(url) ? [] : [`${url} is no URL of HTTP`]),
    ...(requestMethods.includes(method) ? [] : [`suites have no method ${method}`]),
    ...(given.has('get') && given.all('form', 'form-string').length > 0 ? ['--get sends no form'] : []),
  ]
  return { keys: { request: `${method} ${url}` }, refused }
}

function methodOf(given: Given): string {
  if (given.has('head')) return 'HEAD'
  if (given.last('upload-file') !== undefined) return 'PUT'
  const sendsData = given.all(...isUrlData, 'json', 'form', 'form-string').length > 0
  return sendsData && !given.has('get') ? 'POST' : 'GET'
}

const startsWithVariable = /^(\ue000|\{\{)/

/** Without a scheme curl takes HTTP. */
function withScheme(typed: string, scheme = 'http'): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(typed) || startsWithVariable.test(typed)
    ? typed
    : `${scheme}://${typed}`
}

/** Where a URL names a folder, curl uploads a file under its own name. */
function withUploadName(url: string, given: Given): string {
  const file = given.last('upload-file')
  const [, base = '', rest = ''] = /^([^?#]*\/)([?#].*)?$/s.exec(url) ?? []
  if (file === undefined || file === '-' || file === '.' || base === '') return url
  return base + encodeAround(file.split(/[/\\]/).at(-1) ?? '') + rest
}

/** With -G all data goes into the query; --url-query always does. */
function withQuery(typed: string, given: Given): string {
  const url = typed.replace(/#.*$/s, '')
  const data = given.has('get') ? formText(given, isUrlData) : undefined
  const query = [data?.text, formText(given, ['url-query'])?.text].filter(
    text => text !== undefined && text !== '',
  )
  if (query.length === 0) return url
  return `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`
}
