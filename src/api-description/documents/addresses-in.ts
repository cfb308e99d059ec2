import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { absoluteAddress, splitAddress, whyRefused } from './address.ts'
import type { LoadedDocument } from './loaded-document.ts'

/** What a document says of addresses. */
export interface DocumentAddresses {
  /** Documents that its references lead to, itself left out. */
  readonly referred: ReadonlySet<string>
  /** Schemas that give themselves an address with `$id`. */
  readonly identified: ReadonlyMap<string, JsonValue>
}

/** Looks through a document once for references and `$id`; what only shows example values is data. */
export function addressesIn(document: LoadedDocument): DocumentAddresses {
  const referred = new Set<string>()
  const identified = new Map<string, JsonValue>()
  const seen = new Set<object>()
  const waiting: [value: JsonValue, key: string, names: boolean][] = [[document.root, '', false]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, key, areNames] = next
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (isObject(value)) note(value, document.address, referred, identified)
    for (const [name, part] of Object.entries<JsonValue>(value)) {
      if (!areNames && dataKeys.has(name) && key !== 'responses' && !(name === 'examples' && isObject(part)))
        continue
      waiting.push([part, name, !areNames && !isList(value) && mapKeys.has(name)])
    }
  }
  return { referred, identified }
}

function note(
  value: Readonly<Record<string, JsonValue>>,
  base: string,
  referred: Set<string>,
  identified: Map<string, JsonValue>,
): void {
  const { $ref, $id } = value
  if (typeof $ref === 'string' && !$ref.startsWith('#') && whyRefused($ref, base) === undefined) {
    const [address] = splitAddress(absoluteAddress($ref, base) ?? '')
    if (address !== '' && address !== base) referred.add(address)
  }
  const id = typeof $id === 'string' ? absoluteAddress($id, base) : undefined
  if (id !== undefined) identified.set(splitAddress(id)[0], value)
}

/** Their values are data that may look like references. */
const dataKeys = new Set([
  'example',
  'examples',
  'default',
  'const',
  'enum',
  'value',
  'x-example',
  'x-examples',
])

/** The keys of their values are names that mean nothing: a property may be called `example`. */
const mapKeys = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'dependentSchemas',
  'schemas',
  'parameters',
  'examples',
  'headers',
])
