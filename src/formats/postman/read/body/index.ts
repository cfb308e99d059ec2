import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { isObject } from '../../../../util/is-json.ts'
import { memberAt, textAt } from '../../parts.ts'
import type { Surroundings } from '../../surroundings.ts'
import { readFile } from './file.ts'
import { readForm } from './form.ts'
import { readGraphql } from './graphql.ts'
import { readMultipart } from './multipart.ts'
import { readRaw } from './raw.ts'

/** A body as the keys of a step, and what it does to the headers. */
export interface ReadBody {
  /** `json`, `form` and the like, with `content-type` where it is not the usual one. */
  readonly keys: JsonObject
  /** The type to send without any body, as Postman does when only comments are left of it. */
  readonly type?: string
  /** Whether a content-type header of the request gives way to the one that the body brings. */
  readonly replacesType?: boolean
}

/** What a body is read with. */
export interface BodySurroundings extends Surroundings {
  readonly method: string
  /** The value of the request's own content-type header. */
  readonly type: string | undefined
}

const nothing: ReadBody = { keys: {} }

/** Reads the body of one mode. */
type ReadMode = (body: JsonObject, around: BodySurroundings) => ReadBody

const modes: Readonly<Record<string, ReadMode>> = {
  raw: readRaw,
  urlencoded: readForm,
  formdata: readMultipart,
  file: readFile,
  graphql: readGraphql,
}

/** Methods that Postman sends without the body, unless the request says otherwise. */
const bodyless = new Set(['GET', 'COPY', 'HEAD', 'PURGE', 'UNLOCK'])

/** Reads the body of a request; one that Postman would not send is none. */
export function readBody(body: JsonValue | undefined, around: BodySurroundings): ReadBody {
  if (typeof body === 'string') return readBody({ mode: 'raw', raw: body }, around)
  if (!isObject(body) || memberAt(body, 'disabled') === true) return nothing
  if (bodyless.has(around.method) && memberAt(around.behavior, 'disableBodyPruning') !== true) return nothing
  const mode = textAt(body, 'mode')?.toLowerCase()
  if (mode === undefined || mode === '') return nothing
  const read = Object.hasOwn(modes, mode) ? modes[mode] : undefined
  return (read ?? readRaw)(body, around)
}
