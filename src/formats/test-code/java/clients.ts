import { valueText } from '../../../util/value-text.ts'
import { encodePairs, encodeQueryText } from '../../../actions/http/query.ts'
import { hasQuery, urlParts } from '../../../compile/test-program/request-parts.ts'
import type { Field, ProgramPart, ProgramRequest, Value } from '../../../compile/test-program/test-program.ts'
import type { Doc } from '../layout.ts'
import { assignment, atom, call, type Expression, on } from './java-layout.ts'
import { type JavaCode, text, type Typed } from './java-code.ts'
import type { AnswerWords } from './helpers.ts'

/** A request as code. */
export interface WrittenRequestCode {
  /** Statements before it. */
  readonly before: readonly Doc[]
  /** An expression that is the answer. */
  readonly call: Expression
  readonly losses: readonly RequestLoss[]
}

interface RequestLoss {
  readonly what: string
  readonly why: string
}

export interface RequestContext {
  readonly code: JavaCode
  /** True where the program keeps cookies. */
  readonly keepsCookies: boolean
  /** True where it is sent again and again. */
  readonly isRepeated: boolean
  /** An expression for a file that lies beside the tests. */
  readonly file: (path: Value) => Expression
}

/** How requests are sent, and answers looked at. */
export interface JavaClient {
  readonly answer: AnswerWords
  /** Writes a request; a text says why it cannot be sent at all. */
  readonly write: (request: ProgramRequest, around: RequestContext) => WrittenRequestCode | string
  /** Annotations of a test that sends this. */
  readonly annotations: (request: ProgramRequest, code: JavaCode) => readonly string[]
  /** Fields that its requests need. */
  readonly fields: (code: JavaCode) => readonly Doc[]
}

/** A value of a query or a form, encoded: by now where it is known, else when it runs. */
export function encodedValue(value: Value, code: JavaCode, encode = encodeQueryText): string | Typed {
  if (value.kind === 'literal') return encode(valueText(value.value))
  const charset = code.use('java.nio.charset.StandardCharsets')
  const encoded = on(code.use('java.net.URLEncoder'), 'encode', code.textOf(value), atom(`${charset}.UTF_8`))
  return { code: encoded, type: 'String' }
}

/** The URL with all of its query. */
export function urlWithQuery(request: ProgramRequest, code: JavaCode): Expression {
  const fields = request.query.flatMap(({ name, value }, index) => [
    `${index > 0 || hasQuery(request.url) ? '&' : '?'}${encodeQueryText(name)}=`,
    encodedValue(value, code),
  ])
  return code.concatenated(merged([...urlParts(request.url), ...fields]))
}

/** A name or value as forms have it. */
export function encodeFormText(written: string): string {
  return encodePairs([['', written]]).slice(1)
}

/** A form as text. */
export function formText(fields: readonly Field[], code: JavaCode): Expression {
  const parts = fields.flatMap(({ name, value }, index) => [
    `${index > 0 ? '&' : ''}${encodeFormText(name)}=`,
    encodedValue(value, code, encodeFormText),
  ])
  return code.concatenated(merged(parts))
}

/** Texts that follow each other are one. */
export function merged(parts: readonly (string | Value | Typed)[]): readonly (string | Value | Typed)[] {
  const found: (string | Value | Typed)[] = []
  for (const part of parts) {
    const last = found.at(-1)
    if (typeof part === 'string' && typeof last === 'string') found[found.length - 1] = last + part
    else found.push(part)
  }
  return found
}

/** The type of a part with a file. */
export function typeOfPart({ type }: ProgramPart): string {
  return type ?? 'application/octet-stream'
}

/** The name that a file of a form is sent under. */
export function shownName({ file, filename }: ProgramPart, code: JavaCode): Expression {
  if (filename !== undefined) return code.textOf(filename)
  const path = file?.kind === 'literal' ? valueText(file.value) : ''
  return text(path.replace(/^.*\//, ''))
}

/** True where the body is JSON of a type that Jackson is asked to write. */
export function isPlainJson({ headers }: ProgramRequest): boolean {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value
  return type?.kind === 'literal' && type.value === 'application/json'
}

/** A value as the text of its JSON. */
export function jsonText(value: Value, code: JavaCode): Expression {
  if (
    value.kind === 'literal' &&
    (typeof value.value !== 'object' || value.value === null || Object.keys(value.value).length === 0)
  )
    return text(JSON.stringify(value.value))
  code.throwing()
  return on('JSON', 'writeValueAsString', code.plain(value))
}

/** `Type name = value;` */
export function declared(type: string, name: string, value: Expression): Doc {
  return assignment(`${type} ${name}`, value)
}

/** `name(...)` of an imported method. */
export function imported(code: JavaCode, qualified: string, ...args: readonly Expression[]): Expression {
  code.imports.add(`static ${qualified}`)
  return call(qualified.slice(qualified.lastIndexOf('.') + 1), ...args)
}
