import type { ShapeProperty } from '../shape/shape.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'

/** Properties that no longer travel in a direction, or do now. */
export const hiddenPropertyRules: readonly SchemaRule[] = [
  {
    id: 'request-required-property-became-read-only',
    isAgreed: true,
    request: 'warning',
    description: 'A required property is not sent any more (readOnly)',
    find: pair => hidden(pair, true, 'it is read-only now, and not sent any more'),
  },
  {
    id: 'request-optional-property-became-read-only',
    isAgreed: true,
    request: 'warning',
    description: 'An optional property is not sent any more (readOnly)',
    find: pair => hidden(pair, false, 'it is read-only now, and not sent any more'),
  },
  {
    id: 'request-required-property-became-not-read-only',
    isAgreed: true,
    request: 'breaking',
    description: 'A required property must be sent now (readOnly)',
    find: pair => shown(pair, true, 'it is no longer read-only, and must be sent'),
  },
  {
    id: 'request-optional-property-became-not-read-only',
    isAgreed: true,
    request: 'safe',
    description: 'An optional property may be sent now (readOnly)',
    find: pair => shown(pair, false, 'it is no longer read-only, and may be sent'),
  },
  {
    id: 'response-required-property-became-write-only',
    isAgreed: true,
    response: 'breaking',
    description: 'A property that was always there is not answered any more (writeOnly)',
    find: pair => hidden(pair, true, 'it is write-only now, and not answered any more'),
  },
  {
    id: 'response-optional-property-became-write-only',
    isAgreed: true,
    response: 'breaking',
    description: 'A property that was there at times is not answered any more (writeOnly)',
    find: pair => hidden(pair, false, 'it is write-only now, and not answered any more'),
  },
  {
    id: 'response-required-property-became-not-write-only',
    isAgreed: true,
    response: 'warning',
    description: 'A required property is answered now (writeOnly)',
    find: pair => shown(pair, true, 'it is no longer write-only, and is answered'),
  },
  {
    id: 'response-optional-property-became-not-write-only',
    isAgreed: true,
    response: 'safe',
    description: 'An optional property is answered now (writeOnly)',
    find: pair => shown(pair, false, 'it is no longer write-only, and may be answered'),
  },
]

function hidden(pair: ShapePair, required: boolean, reason: string): readonly SchemaFinding[] {
  const { before, after, beforeProperties, afterProperties } = pair
  return [...beforeProperties]
    .filter(([name]) => after.properties.has(name) && !afterProperties.has(name))
    .filter(([name]) => before.required.has(name) === required)
    .map(([name, property]) => finding(name, property, after.properties.get(name), reason))
}

function shown(pair: ShapePair, required: boolean, reason: string): readonly SchemaFinding[] {
  const { before, after, beforeProperties, afterProperties } = pair
  return [...afterProperties]
    .filter(([name]) => before.properties.has(name) && !beforeProperties.has(name))
    .filter(([name]) => after.required.has(name) === required)
    .map(([name, property]) => finding(name, before.properties.get(name), property, reason))
}

function finding(
  property: string,
  before: ShapeProperty | undefined,
  after: ShapeProperty | undefined,
  reason: string,
): SchemaFinding {
  return { property, reason, before: before?.schemas[0], after: after?.schemas[0] }
}
