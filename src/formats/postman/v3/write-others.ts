import path from 'node:path'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { writeJson } from '../../../util/exact-number.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import type { ConversionLog } from '../conversion-log.ts'
import { namedValues } from '../named-values.ts'
import { objectAt, objectOf, textAt, textOf, withoutUndefined } from '../parts.ts'
import { nameForExtract, nameForValidation } from '../scripts/validation-name.ts'
import { plainText, postmanText } from '../template.ts'
import { writeAuth } from '../write/write-auth.ts'
import { authDocument, namedList } from './write-parts.ts'

/** A step that version 2.1 has not as the file of a request; undefined for one that Postman has not, either. */
export function otherDocument(
  step: JsonObject,
  { stem, folder }: { readonly stem: string; readonly folder: string },
  log: ConversionLog,
): JsonObject | undefined {
  const kind = otherKinds.find(one => typeof step[one.key] === 'string')
  if (kind === undefined) return undefined
  for (const key of Object.keys(step).filter(one => !kind.said.includes(one)))
    for (const what of namesOf(key, step[key])) log.lose(what, 'Postman has no word for it in such a request')
  const name = plainText(textAt(step, 'name') ?? textAt(step, kind.key) ?? '')
  return withoutUndefined({
    $kind: `${kind.key}-request`,
    name: name === stem ? undefined : name,
    description: step['description'],
    ...kind.write(step, folder),
    auth: authDocument(writeAuth(step['auth'])),
  })
}

/** A key that is not written, or each validation and extract of it. */
function namesOf(key: string, value: JsonValue = null): readonly string[] {
  if (key === 'extracts' && isObject(value)) return Object.keys(value).map(nameForExtract)
  if (key !== 'validations' || !isList(value)) return [key]
  return value.filter(isObject).map(one => `validation ${textAt(one, 'name') ?? nameForValidation(one)}`)
}

interface OtherKind {
  readonly key: string
  /** The keys of the step that are written. */
  readonly said: readonly string[]
  /** Files are named from `folder`, in which the request lies. */
  readonly write: (step: JsonObject, folder: string) => JsonObject
}

const common = ['name', 'description', 'auth', 'tls']

const otherKinds: readonly OtherKind[] = [
  {
    key: 'websocket',
    said: [...common, 'websocket', 'headers', 'follow-redirects'],
    write: step => {
      const follow = step['follow-redirects']
      return withoutUndefined({
        url: postmanText(textAt(step, 'websocket') ?? ''),
        headers: namedOf(step['headers']),
        settings: objectOf({
          strictSSL: objectAt(step, 'tls')['verify'],
          followRedirects: typeof follow === 'boolean' ? follow : undefined,
        }),
      })
    },
  },
  {
    key: 'grpc',
    said: [...common, 'grpc', 'target', 'proto', 'metadata', 'message'],
    write: (step, folder) => {
      const target = postmanText(textAt(step, 'target') ?? '')
      const proto = textAt(step, 'proto')
      const { message } = step
      return withoutUndefined({
        url: target.replace(/^grpcs?:\/\//, ''),
        methodPath: (textAt(step, 'grpc') ?? '').replace('/', '.'),
        message: message === undefined ? undefined : { content: postmanText(writeJson(message, 2)) },
        metadata: namedOf(step['metadata'], true),
        schema:
          proto === undefined ? undefined : { source: 'file', location: path.posix.relative(folder, proto) },
        settings: objectOf({
          secureConnection: target.startsWith('grpcs://') ? true : undefined,
          strictSSL: objectAt(step, 'tls')['verify'],
        }),
      })
    },
  },
]

function namedOf(values: JsonValue | undefined, isListed = false): JsonValue | undefined {
  if (!isObject(values)) return undefined
  const pairs = namedValues(values).map(({ name, value, disabled }) => ({
    key: postmanText(name),
    value: postmanText(textOf(value)),
    disabled,
  }))
  return namedList(pairs, isListed)
}
