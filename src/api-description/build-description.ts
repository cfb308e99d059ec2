import { list, mapping, property, text } from '../util/read-values.ts'
import type { ApiDescription, BrokenOperation, DescriptionVersion, Tag } from './api-description.ts'
import { buildOperations, type OperationSurroundings } from './build-operations.ts'
import { buildRequirements, buildSecuritySchemes } from './build-security.ts'
import { buildServers } from './build-servers.ts'
import type { DocumentSet } from './documents/document-set.ts'
import type { LoadedDocument, LocatedObject } from './documents/loaded-document.ts'
import { inside, Reading } from './reading.ts'
import { defined } from '../util/defined.ts'

/** Reads a whole description. What is of another kind than it should be is left out. */
export function buildDescription(
  root: LoadedDocument,
  documents: DocumentSet,
  version: DescriptionVersion,
): ApiDescription {
  const top = { value: mapping(root.root), document: root }
  const info = mapping(property(top.value, 'info'))
  const reading = new Reading(documents)
  const security = buildRequirements(property(top.value, 'security'))
  const broken: BrokenOperation[] = []
  return defined({
    version,
    title: text(property(info, 'title'))?.trim() ?? '',
    description: text(property(info, 'description')),
    root,
    documents,
    servers: buildServers(top, version),
    tags: buildTags(top),
    security,
    securitySchemes: buildSecuritySchemes(top, version, reading),
    operations: allOperations(top, { top, version, reading, security, broken }),
    broken,
    webhooks: webhooksOf(top, version, reading),
    unresolved: reading.unresolved,
    malformed: reading.malformed,
  })
}

function allOperations(
  top: LocatedObject,
  surroundings: OperationSurroundings,
): ApiDescription['operations'] {
  const paths = surroundings.reading.members(inside(top, 'paths'), 'paths')
  return paths
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, item]) => {
      if (path.startsWith('/')) return buildOperations(path, item, surroundings)
      // Behind a base URL it would name another host (OpenAPI "Paths Object").
      const reason = 'a path begins with "/"'
      surroundings.reading.misread(`path "${path}"`, reason)
      surroundings.broken.push({ path, reason })
      return []
    })
}

function buildTags({ value }: LocatedObject): readonly Tag[] {
  return list(property(value, 'tags')).flatMap(item => {
    const name = text(property(mapping(item), 'name'))
    const description = text(property(mapping(item), 'description'))
    return name === undefined ? [] : [defined({ name, description })]
  })
}

function webhooksOf(top: LocatedObject, version: DescriptionVersion, reading: Reading): readonly string[] {
  const items = [
    ...reading.members(inside(top, 'webhooks'), 'webhooks'),
    ...reading.members(inside(top, 'x-webhooks'), 'webhooks'),
  ]
  return items.flatMap(([name, item]) =>
    buildOperations(name, item, { top, version, reading, security: undefined, broken: [] }).map(
      ({ method }) => `${method} ${name}`,
    ),
  )
}
