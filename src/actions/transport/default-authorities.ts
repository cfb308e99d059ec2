import { readFileSync } from 'node:fs'
import * as tls from 'node:tls'

/** The certificates that Node trusts by itself, those of NODE_EXTRA_CA_CERTS included, as PEM texts. */
export function defaultAuthorities(): readonly string[] {
  // Node has it from 22.15 on.
  if (knowsAuthorities(tls)) return tls.getCACertificates('default')
  return [...tls.rootCertificates, ...extraAuthorities(process.env['NODE_EXTRA_CA_CERTS'])]
}

function knowsAuthorities(
  module: object,
): module is { getCACertificates(type: 'default'): readonly string[] } {
  return 'getCACertificates' in module
}

/** A file that cannot be read is left out: Node has warned of it at its start. */
function extraAuthorities(file: string | undefined): readonly string[] {
  if (file === undefined || file === '') return []
  try {
    return [readFileSync(file, 'utf8')]
  } catch {
    return []
  }
}
