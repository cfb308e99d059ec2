import { unknown } from './find-method.ts'
import type { Enum, Method, Service, Type } from 'protobufjs'
import { suggesting } from '../../../util/did-you-mean.ts'
import { prepared, type Prepared } from '../../failure.ts'
import { protobuf } from '../protobuf.ts'
import type { Schema } from './schema.ts'

/** A symbol that a schema has a name for, and can describe. */
export type GrpcSymbol = Service | Method | Type | Enum

/** The service, method, message or enum of that full name; a method's name may have a slash before its last part. */
export function findSymbol({ root, source, services }: Schema, written: string): Prepared<GrpcSymbol> {
  const name = written.replace(/^[./]/, '').replace('/', '.')
  const found = root.lookup(name) ?? methodOf(root, name)
  if (
    found instanceof protobuf.Service ||
    found instanceof protobuf.Method ||
    found instanceof protobuf.Type ||
    found instanceof protobuf.Enum
  )
    return prepared(found)
  const list = `Its services are: ${services.join(', ')}.`
  return unknown(`${source} has no "${written}"`, suggesting(written, services, list))
}

/** Methods are no part of the tree that protobufjs looks in. */
function methodOf(root: Schema['root'], name: string): Method | undefined {
  const dot = name.lastIndexOf('.')
  const service = root.lookup(name.slice(0, Math.max(dot, 0)))
  return service instanceof protobuf.Service ? service.methods[name.slice(dot + 1)] : undefined
}
