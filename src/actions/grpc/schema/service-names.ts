import type { ReflectionObject, Service } from 'protobufjs'
import { protobuf } from '../protobuf.ts'

/** Every service below a namespace, in the order the files define them. */
export function servicesIn(object: ReflectionObject): readonly Service[] {
  if (object instanceof protobuf.Service) return [object]
  if (!(object instanceof protobuf.Namespace)) return []
  return object.nestedArray.flatMap(nested => servicesIn(nested))
}

/** A full name without the dot that protobufjs puts in front: `shop.v1.Orders`. */
export function fullName({ fullName: name }: Pick<ReflectionObject, 'fullName'>): string {
  return name.replace(/^\./, '')
}
