import type { Fault, WireRequest } from '../http/engine/wire.ts'
import type { Proxy } from '../transport/route.ts'
import type { SettingNames } from './setting-names.ts'

/** A request that got no answer. */
export interface WireFault {
  readonly fault: Fault
  readonly request: WireRequest
  /** The proxy that the request goes through. */
  readonly proxy?: Proxy | undefined
}

/** Host and port of a request: `127.0.0.1:4010`. */
export function placeOf({ request }: Pick<WireFault, 'request'>): string {
  return request.origin.replace(/^https?:\/\//, '')
}

/** True where TLS is spoken with the server. */
export function isSecure({ request }: Pick<WireFault, 'request'>): boolean {
  return request.origin.startsWith('https:')
}

/** The code by which Node, or the engine, tells a fault. */
export function errorCode({ fault: { error } }: WireFault): string {
  return error.code ?? ''
}

/** Advice about a server that ends the connection because it wants to know who is asking, or knows now. */
export function clientCertificateHint({ request: { route } }: WireFault, names: SettingNames): string {
  const file = route?.tls.clientFile
  return file === undefined
    ? `If the server asks for a client certificate, name one it accepts: ${names.clientCertificate}.`
    : `The server may not accept the client certificate ${file}: look at who signed it, and how long it is valid.`
}

/** Advice about a server that ends the connection before it answers. */
export const gaveUpBefore =
  'Look into the log of the server, and of what stands before it: it gave up before it answered.'
