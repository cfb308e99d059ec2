import type { JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { prepared, type Read, unfit } from '../failure.ts'
import { placeKey } from './place.ts'
import type { Place } from './route.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Reads the setting `resolve`: `host:port` of a URL, and the `address` or `address:port` to connect to instead. */
export function readResolve(setting: JsonValue | undefined): Read<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>()
  if (!isObject(setting)) return prepared(places)
  for (const [key, value] of Object.entries(setting)) {
    const from = readPlace(key)
    if (from?.port === undefined) return unfit(`resolve: "${key}" is not a host with a port`, example)
    const to = typeof value === 'string' ? readPlace(value) : undefined
    if (to === undefined)
      return unfit(`resolve: ${writeJson(value)} is not an address, with a port or without`, example)
    places.set(placeKey({ host: from.host, port: from.port }), {
      host: to.host,
      port: to.port ?? from.port,
    })
  }
  return prepared(places)
}

const example = "For example: resolve: { 'api.example.com:443': '127.0.0.1:8443' }; IPv6 stands in brackets."

function readPlace(text: string): { readonly host: string; readonly port?: number } | undefined {
  const match = /^(?:\[([\da-f:.%\w]+)\]|([^:[\]/\s*]+))(?::(\d{1,5}))?$/i.exec(text.trim())
  if (match === null) return undefined
  const [, bracketed, plain = '', port] = match
  if (port !== undefined && (Number(port) > 65535 || Number(port) === 0)) return undefined
  return { host: bracketed ?? plain, ...(port === undefined ? {} : { port: Number(port) }) }
}
