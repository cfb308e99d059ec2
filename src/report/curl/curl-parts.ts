import type { SentPart } from '../../model/exchange.ts'

/** Without an option curl sends GET, and POST when there is a body. */
export function methodOption(method: string, hasBody: boolean): readonly string[] {
  if (method === 'HEAD' && !hasBody) return ['--head']
  return method === (hasBody ? 'POST' : 'GET') ? [] : ['-X', method]
}

/** A header line behind `-H`; `name;` is how curl writes one without a value. */
export function headerText(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`
}

/**
 * A part of a form as an option of curl and its value, neither yet quoted for a shell. By a name curl would write a header line that
 * parts of other bodies than forms have not.
 */
export function formPart(
  { name: own, text = '', file, filename, contentType, headers = [] }: SentPart,
  isForm: boolean,
): readonly [option: '-F' | '--form-string', value: string] {
  const name = isForm ? own : ''
  const details = [
    ...(filename === undefined ? [] : [`;filename=${formText(filename)}`]),
    ...(contentType === undefined ? [] : [`;type=${contentType}`]),
    ...headers.map(([line, value]) => `;headers=${formText(`${line}: ${value}`)}`),
  ].join('')
  // A part that is sent as a file gets a name from curl.
  const sign = isForm || filename !== undefined ? '@' : '<'
  if (file !== undefined) return ['-F', `${name}=${sign}${formText(file)}${details}`]
  return details === '' ? ['--form-string', `${name}=${text}`] : ['-F', `${name}=${formText(text)}${details}`]
}

/** A text inside curl's `-F`, where `;` and `,` separate. */
export function formText(text: string): string {
  return /^[\w@%+./-][\w@%+=:./ -]*$/.test(text) && !/^[@<]| $/.test(text)
    ? text
    : `"${text.replace(/[\\"]/g, character => `\\${character}`)}"`
}
