import { misused, type Part, refused } from '../../parse/argument-part.ts'
import { hasForm, isMultipart } from '../../curl/read-form.ts'
import { contentTypeOf, headerLines, headersPart, isSame } from '../../curl/read-headers.ts'
import type { CallArguments } from './call-options.ts'
import { curlOptionsOf } from './curl-options-of.ts'
import { emptyCookie, emptyHeader } from './empty-credentials.ts'

/** Reads -H and what other options say of headers, and warns of credentials without a value. */
export function readHeaders(given: CallArguments): Part {
  const options = curlOptionsOf(given)
  if (options.all('cookie').some(({ value }) => value !== '' && !value.includes('=')))
    return misused(
      '--cookie needs name=value',
      'Cookies are not read from files; they are kept while one command runs.',
    )
  const { lines, problems } = headerLines(options)
  if (problems.length > 0) return refused(...problems)
  const isBeside = hasForm(options) && isMultipart(contentTypeOf(lines))
  return headersPart(
    isBeside ? lines.filter(line => !isSame(line, 'content-type')) : lines,
    ({ name, value, written }) =>
      name.toLowerCase() === 'cookie'
        ? emptyCookie(value ?? '')
        : emptyHeader(name, written, value === '' ? ';' : (value ?? '')),
  )
}
