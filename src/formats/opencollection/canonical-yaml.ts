import { writtenYaml } from '../../document/edit-yaml.ts'
import type { JsonObject } from '../../model/json.ts'

/** Parts that stand apart, as Bruno writes them. */
const apart = new Set(
  'info http graphql grpc websocket runtime settings examples docs items request'.split(' '),
)

/** A document as Bruno itself writes it. */
export function canonicalYaml(document: JsonObject): string {
  return Object.entries(document)
    .map(
      ([key, value], index) => `${index > 0 && apart.has(key) ? '\n' : ''}${writtenYaml({ [key]: value })}`,
    )
    .join('')
}
