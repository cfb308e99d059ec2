import type { Method, Service, Type } from 'protobufjs'
import { suggesting } from '../../../util/did-you-mean.ts'
import { type Failed, prepared, type Prepared, failed } from '../../failure.ts'
import type { Schema } from './schema.ts'
import { fullName, servicesIn } from './service-names.ts'

/** A method that can be called. */
export interface GrpcMethod {
  /** `/shop.v1.Orders/GetOrder`. */
  readonly path: string
  readonly requestType: Type
  readonly responseType: Type
  readonly streamsRequests: boolean
  readonly streamsResponses: boolean
}

/** The parts of `shop.v1.Orders/GetOrder`; a dot is taken instead of the slash. */
export function splitMethod(
  written: string,
): { readonly service: string; readonly method: string } | undefined {
  const [, service, method] = /^\/?([\w.]+)[/.](\w+)$/.exec(written) ?? []
  return service === undefined || method === undefined ? undefined : { service, method }
}

/** The method of that name, or what there is instead. */
export function findMethod(
  schema: Schema,
  written: { service: string; method: string },
): Prepared<GrpcMethod> {
  const service = findService(schema, written.service)
  if (!service.ok) return service
  const method = service.value.methods[written.method]
  if (method === undefined) return noMethod(service.value, written.method)
  method.resolve()
  return prepared(grpcMethod(method))
}

/** The service of that full name, or what there is instead. */
export function findService(schema: Schema, name: string): Prepared<Service> {
  const service = servicesIn(schema.root).find(one => fullName(one) === name)
  if (service !== undefined) return prepared(service)
  const { services, source } = schema
  const list = services.length === 0 ? 'There is none.' : `There are: ${services.join(', ')}.`
  return unknown(`${source} has no service "${name}"`, suggesting(name, services, list))
}

/** A name that what describes the service does not have. */
export function unknown(reason: string, hint: string): Failed {
  return failed('method-unknown', { reason, hint })
}

function noMethod(service: Service, name: string): Prepared<never> {
  const names = Object.keys(service.methods)
  return unknown(
    `the service ${fullName(service)} has no method "${name}"`,
    suggesting(name, names, `It has: ${names.join(', ')}.`),
  )
}

function grpcMethod(method: Method): GrpcMethod {
  const { resolvedRequestType, resolvedResponseType, parent, name } = method
  if (resolvedRequestType === null || resolvedResponseType === null || parent === null)
    throw new Error(`The types of ${method.fullName} are not resolved.`)
  return {
    path: `/${fullName(parent)}/${name}`,
    requestType: resolvedRequestType,
    responseType: resolvedResponseType,
    streamsRequests: method.requestStream === true,
    streamsResponses: method.responseStream === true,
  }
}
