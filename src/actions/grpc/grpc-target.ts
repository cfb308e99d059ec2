import type { Target } from '../transport/route.ts'
import { prepared, type Read, unfit } from '../failure.ts'

/** Where a server listens. */
export interface GrpcTarget extends Target {
  /** The name of the server: `127.0.0.1:4011`. */
  readonly authority: string
  /** As messages name it: `grpc://127.0.0.1:4011`. */
  readonly url: string
  /** The socket file that leads to it, where the target names one. */
  readonly unixSocket?: string
}

/** Reads `host:port` or `grpc://host:port` (plaintext), `grpcs://host:port` (TLS), or `unix:/path`. */
export function readGrpcTarget(written: unknown): Read<GrpcTarget> {
  const text = typeof written === 'string' ? written.trim() : ''
  const [, file] = /^unix:(?:\/\/)?(\/.+)$/.exec(text) ?? []
  if (file !== undefined)
    return prepared({ ...at('localhost', 80, false), authority: 'localhost', url: text, unixSocket: file })
  const [, scheme = 'grpc', bracketed, name, digits] =
    /^(?:(grpcs?):\/\/)?(?:\[([\da-f:.]+)\]|([^\s:/?#@[\]]+))(?::(\d+))?\/?$/i.exec(text) ?? []
  const host = bracketed ?? name
  const secure = scheme.toLowerCase() === 'grpcs'
  const port = digits === undefined && secure ? 443 : Number(digits)
  if (host === undefined || !(port >= 1 && port <= 65_535)) return badTarget(text)
  return prepared(at(host, port, secure))
}

function at(host: string, port: number, secure: boolean): GrpcTarget {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return { host, port, secure, authority, url: `${secure ? 'grpcs' : 'grpc'}://${authority}` }
}

function badTarget(text: string): Read<never> {
  return unfit(
    text === ''
      ? 'a gRPC call needs a target'
      : `the target "${text.replace(/:[^:/@]+@/, ':***@')}" is not a host and a port`,
    'Write it as 127.0.0.1:50051, as grpcs://api.example.com:443 for TLS, or as unix:/path.',
  )
}
