import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { memberAt, objectOf, textAt } from '../parts.ts'
import { templateOf } from '../template.ts'

/** The client certificate and the proxy of a request, as keys of a step. */
export function readRoute(request: JsonObject): JsonObject {
  return objectOf({ tls: readCertificate(request['certificate']), proxy: readProxy(request['proxy']) }) ?? {}
}

function readCertificate(certificate: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(certificate)) return undefined
  const passphrase = textAt(certificate, 'passphrase')
  const files = objectOf({
    certificate: sourceOf(memberAt(certificate, 'cert')),
    key: sourceOf(memberAt(certificate, 'key')),
    pfx: sourceOf(memberAt(certificate, 'pfx')),
  })
  if (files === undefined) return undefined
  return passphrase === undefined || passphrase === ''
    ? files
    : { ...files, passphrase: templateOf(passphrase) }
}

function sourceOf(file: JsonValue | undefined): string | undefined {
  const source = textAt(file, 'src') ?? (typeof file === 'string' ? file : '')
  return source === '' ? undefined : source
}

function readProxy(proxy: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(proxy) || isList(proxy) || memberAt(proxy, 'disabled') === true) return undefined
  const host = textAt(proxy, 'host') ?? ''
  return host === '' ? undefined : `http://${templateOf(host)}:${textAt(proxy, 'port') ?? '8080'}`
}
