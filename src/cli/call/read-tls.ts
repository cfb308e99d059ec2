import { existsSync } from 'node:fs'
import path from 'node:path'
import type { JsonObject } from '../../model/json.ts'
import { readText } from '../../util/read-text.ts'
import type { CallArguments } from './call-options.ts'
import { argument, nothing, part, type Part } from './part.ts'

/** Reads the options of TLS. */
export function readTls(given: CallArguments): Part {
  const version = given['tlsv1.3'] === true ? 'TLSv1.3' : given['tlsv1.2'] === true ? 'TLSv1.2' : undefined
  const keys: JsonObject = {
    ...(given.cacert === undefined ? {} : { ca: given.cacert }),
    ...(given.crlfile === undefined ? {} : { crl: given.crlfile }),
    ...identityOf(given),
    ...(given.insecure === true ? { verify: false } : {}),
    ...(version === undefined ? {} : { 'min-version': version }),
  }
  if (Object.keys(keys).length === 0) return nothing
  const options = {
    ca: '--cacert',
    crl: '--crlfile',
    certificate: '--cert',
    pfx: '--cert',
    key: '--key',
    passphrase: '--pass',
    verify: '--insecure',
    'min-version': `--tlsv${version?.slice(4) ?? ''}`,
  }
  const used = Object.keys(keys).map(name =>
    argument(options[name as keyof typeof options], undefined, 'tls', name),
  )
  return part({ tls: keys }, ...used)
}

/** The client certificate: as in curl its file may hold the key, too, and its passphrase may stand behind a colon. */
function identityOf({ cert, certType, key, pass }: CallArguments): JsonObject {
  const [, name, behind] = /^(.+?):(.*)$/s.exec(cert ?? '') ?? []
  const isApart =
    name !== undefined && !existsSync(path.resolve(cert ?? '')) && existsSync(path.resolve(name))
  const file = isApart ? name : cert
  const passphrase = pass ?? (isApart ? behind : undefined)
  const isPfx = certType === undefined ? /\.(p12|pfx)$/i.test(file ?? '') : certType === 'P12'
  const inside = key ?? (file !== undefined && !isPfx && holdsKey(file) ? file : undefined)
  return {
    ...(file === undefined ? {} : { [isPfx ? 'pfx' : 'certificate']: file }),
    ...(inside === undefined ? {} : { key: inside }),
    ...(passphrase === undefined ? {} : { passphrase }),
  }
}

function holdsKey(file: string): boolean {
  const text = readText(path.resolve(file))
  return typeof text === 'string' && text.includes('PRIVATE KEY-----')
}
