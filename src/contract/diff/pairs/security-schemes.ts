import type { ApiDescription } from '../../../api-description/api-description.ts'
import { writtenSecuritySchemes } from '../../../api-description/build-security.ts'
import type { LocatedObject } from '../../../api-description/documents/loaded-document.ts'
import { Reading } from '../../../api-description/reading.ts'
import type { JsonObject } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { mapping, property, text } from '../../../util/read-values.ts'
import { canonicalJson } from '../../../util/canonical-json.ts'

/** The security schemes of a description as they are written, by name. */
export function writtenSchemes({
  root,
  documents,
  version,
}: ApiDescription): ReadonlyMap<string, LocatedObject> {
  const top = { value: mapping(root.root), document: root }
  return writtenSecuritySchemes(top, version, new Reading(documents))
}

/** Names of the new schemes with those of the old ones they are: the same name, or the same definition under another. */
export function pairSchemes(before: ApiDescription, after: ApiDescription): ReadonlyMap<string, string> {
  const [old, fresh] = [writtenSchemes(before), writtenSchemes(after)]
  const renamed = [...old].filter(([name]) => !fresh.has(name))
  return new Map(
    [...fresh].flatMap(([name, { value }]) => {
      if (old.has(name)) return [[name, name] as const]
      const index = renamed.findIndex(([, other]) => definition(other.value) === definition(value))
      const [partner] = index === -1 ? [] : renamed.splice(index, 1)
      return partner === undefined ? [] : [[name, partner[0]] as const]
    }),
  )
}

/** The schemes that an operation asks for. */
export function usedSchemes({ operations }: ApiDescription): ReadonlySet<string> {
  return new Set(
    operations.flatMap(({ security = [] }) => security.flatMap(requirement => [...requirement.keys()])),
  )
}

/** `apiKey`, `http basic`, `oauth2`: what a scheme is, in the words of OpenAPI 3. */
export function kindOf(scheme: JsonObject): string {
  const type = text(property(scheme, 'type')) ?? ''
  if (type === 'basic') return 'http basic'
  return type === 'http' ? `http ${(text(property(scheme, 'scheme')) ?? '').toLowerCase()}` : type
}

/** Names of flows in OpenAPI 3 by those in Swagger 2. */
const flowNames: ReadonlyMap<string, string> = new Map([
  ['accessCode', 'authorizationCode'],
  ['application', 'clientCredentials'],
])

/** The flows of OAuth 2 by name; Swagger 2 has one, and writes it in the scheme itself. */
export function flowsOf(scheme: JsonObject): ReadonlyMap<string, JsonObject> {
  const single = text(property(scheme, 'flow'))
  if (single !== undefined) return new Map([[flowNames.get(single) ?? single, scheme]])
  const flows = Object.entries(mapping(property(scheme, 'flows')))
  return new Map(flows.flatMap(([name, flow]) => (isObject(flow) ? [[name, flow]] : [])))
}

function definition(scheme: JsonObject): string {
  const { description: _, ...rest } = scheme
  return kindOf(scheme) + canonicalJson(rest)
}
