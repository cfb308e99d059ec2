import type {
  ProgramBody,
  ProgramPart,
  ProgramRequest,
  Value,
} from '../../compile/test-program/test-program.ts'
import { valueText } from '../../util/value-text.ts'
import {
  encodedFields,
  formCode,
  headerMembers,
  shownName,
  urlCode,
} from '../test-code/javascript/clients.ts'
import {
  type AnswerWords,
  type JavaScriptCode,
  type Platform,
} from '../test-code/javascript/javascript-code.ts'

/** The engine of k6, which has nothing of Node. */
export const k6Platform: Platform = {
  environment: '__ENV',
  duration: 'response.timings.duration',
  base64: (text, isForUrls) => `encoding.b64encode(${text}${isForUrls === true ? ', "rawurl"' : ''})`,
  hash: (name, text, encoding, key) => {
    const encoded = `${text}, "${encoding === 'base64url' ? 'base64rawurl' : encoding}"`
    return key === undefined ? `${name}(${encoded})` : `hmac("${name}", ${key}, ${encoded})`
  },
  taken: (
    'any areAbsent check checks cookies Counter data each encoding fits group http jsonOf judge lengthOf open options parseCsv partsOf queryOf Rate ' +
    'fail hmac must md5 requestErrorRate requestErrors sameJson sha1 sha256 sha512 scenario setCookies SharedArray setup teardown console encodeURIComponent'
  ).split(' '),
  isNode: false,
}

/** An answer of `http.request`, which has names of headers such as `X-Api-Version`. */
export const k6Answer: AnswerWords = {
  status: 'response.status',
  url: 'response.url',
  header: name => {
    const canonical = name.toLowerCase().replace(/(^|-)[a-z]/g, letter => letter.toUpperCase())
    return `response.headers[${JSON.stringify(canonical)}]`
  },
  // k6 joins them by commas, which dates have, too.
  setCookies: '(response.headers["Set-Cookie"]?.split(/, ?(?=[^;,=\\s]+=)/) ?? [])',
  noHeader: 'undefined',
}

/** Context in which a request is written. */
export interface K6Request {
  readonly code: JavaScriptCode
  /** Name of the request's figures. */
  readonly name: string
  /** The contents of a file beside the script, opened before anything runs. */
  readonly open: (file: string) => string
}

interface Written<Code> {
  readonly code: Code
  readonly losses: readonly { readonly what: string; readonly why: string }[]
}

/** A request as a call of `http.request`. */
export function callOf(request: ProgramRequest, around: K6Request): Written<string> {
  const { method, body, digest, redirects, timeout, cookies } = request
  const { code, name } = around
  const sent = body === undefined ? { code: 'null', losses: [] } : bodyOf(body, around)
  const headers = headerMembers(request, around)
  const user = digest && encodedUser(digest, code)
  const url = urlCode(request, code)
  const params = [
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(digest === undefined ? [] : ['auth: "digest"']),
    ...(redirects === 0 ? [] : [`redirects: ${redirects}`]),
    ...(timeout === undefined ? [] : [`timeout: ${timeout}`]),
    ...(cookies ? [] : ['jar: new http.CookieJar()']),
    `tags: { name: ${JSON.stringify(name)} }`,
  ]
  const parts = [
    JSON.stringify(method),
    user === undefined ? url : `${url}.replace("://", \`://${user}@\`)`,
    sent.code,
    `{ ${params.join(', ')} }`,
  ]
  const names = request.headers.map(header => header.name)
  const repeated = new Set(names.filter((one, index) => names.indexOf(one) < index))
  const joined = [...repeated].map(one => ({
    what: `header ${one}`,
    why: 'k6 sends a name once; its values are joined',
  }))
  return { code: `http.request(${parts.join(', ')})`, losses: [...sent.losses, ...joined] }
}

function encodedUser(
  { username, password }: NonNullable<ProgramRequest['digest']>,
  code: JavaScriptCode,
): string {
  return [username, password].map(one => `\${encodeURIComponent(${code.value(one)})}`).join(':')
}

function bodyOf(body: ProgramBody, around: K6Request): Written<string> {
  const { code } = around
  switch (body.kind) {
    case 'json':
      return { code: `JSON.stringify(${code.value(body.value)})`, losses: [] }
    case 'text':
      return { code: code.value(body.text), losses: [] }
    case 'form': {
      const isUnique = new Set(body.fields.map(({ name }) => name)).size === body.fields.length
      // k6 encodes an object.
      const written = isUnique
        ? formCode(body.fields, code)
        : `\`${encodedFields(body.fields, code)}\`.replaceAll("%20", "+")`
      return { code: written, losses: [] }
    }
    case 'file':
      return openedFile(body.file, around)
    case 'multipart':
      return formOf(body.parts, around)
  }
}

/** An object with a file in it is sent as a multipart form. */
function formOf(parts: readonly ProgramPart[], around: K6Request): Written<string> {
  const { code } = around
  const isFile = ({ file, filename }: ProgramPart): boolean => file !== undefined || filename !== undefined
  const members = parts.map(part => {
    const { name, text, file, type } = part
    const content =
      file === undefined
        ? { code: text === undefined ? '""' : code.value(text), losses: [] }
        : openedFile(file, around)
    const typed = type === undefined ? [] : [JSON.stringify(type)]
    const given = [content.code, shownName(part, code), ...typed]
    const written = isFile(part) ? `http.file(${given.join(', ')})` : content.code
    return { code: `${JSON.stringify(name)}: ${written}`, losses: content.losses }
  })
  const isRepeated = new Set(parts.map(({ name }) => name)).size < parts.length
  const isTyped = parts.some(part => part.type !== undefined && !isFile(part))
  const reasons = [
    ...(isRepeated ? ['k6 sends a name of a form once'] : []),
    ...(isTyped ? ['k6 has no types for texts of a form'] : []),
    ...(parts.some(isFile) ? [] : ['k6 sends a form without files in another encoding']),
  ]
  return {
    code: `{ ${members.map(member => member.code).join(', ')} }`,
    losses: [...members.flatMap(({ losses }) => losses), ...reasons.map(why => ({ what: 'multipart', why }))],
  }
}

function openedFile(file: Value, { open }: K6Request): Written<string> {
  if (file.kind === 'literal') return { code: open(valueText(file.value)), losses: [] }
  const why = 'k6 opens files before anything runs, when its name is not yet known'
  return { code: 'null', losses: [{ what: 'file', why }] }
}
