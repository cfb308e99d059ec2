import type { Shape, ShapeProperty } from '../shape/shape.ts'
import { openness } from './additional-properties.ts'
import { locationOf, locationOfKeyword } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair, SourceLocation } from './rule.ts'

/** Properties that came, went, and are needed or not. */
export const propertyRules: readonly SchemaRule[] = [
  {
    id: 'new-required-request-property',
    headerId: 'new-required-request-header-property',
    request: 'breaking',
    description: 'There is a new property that is required',
    find: pair => added(pair, name => isRequired(pair.after, name) && !hasDefault(pair, name)),
  },
  {
    id: 'new-required-request-property-with-default',
    request: 'breaking',
    description: 'There is a new property that is required, with a default',
    find: pair => added(pair, name => isRequired(pair.after, name) && hasDefault(pair, name)),
  },
  {
    id: 'new-optional-request-property',
    request: 'safe',
    description: 'There is a new property that may be left out',
    find: pair => added(pair, name => !isRequired(pair.after, name)),
  },
  {
    id: 'request-property-removed',
    isAgreed: true,
    request: 'warning',
    description: 'A property is gone, and may still be sent',
    find: pair => removed(pair, () => !isClosed(pair.after)),
  },
  {
    id: 'request-property-removed',
    isAgreed: true,
    request: 'breaking',
    description: 'A property is gone, and must not be sent (additionalProperties is false)',
    find: pair => removed(pair, () => isClosed(pair.after)),
  },
  {
    id: 'request-property-became-required',
    headerId: 'request-header-property-became-required',
    request: 'breaking',
    description: 'A property is required that could be left out',
    find: pair => becameRequired(pair, name => !hasDefault(pair, name)),
  },
  {
    id: 'request-property-became-required-with-default',
    request: 'breaking',
    description: 'A property with a default is required that could be left out',
    find: pair => becameRequired(pair, name => hasDefault(pair, name)),
  },
  {
    id: 'request-property-became-optional',
    request: 'safe',
    description: 'A property may be left out that was required',
    find: becameOptional,
  },
  {
    id: 'response-required-property-removed',
    isAgreed: true,
    response: 'breaking',
    description: 'A property is gone that was always there',
    find: pair => removed(pair, name => isRequired(pair.before, name)),
  },
  {
    id: 'response-optional-property-removed',
    isAgreed: true,
    response: 'breaking',
    description: 'A property is gone that was there at times',
    find: pair => removed(pair, name => !isRequired(pair.before, name)),
  },
  {
    id: 'response-property-became-optional',
    response: 'breaking',
    description: 'A property is no longer sure to be there',
    find: becameOptional,
  },
  {
    id: 'response-property-became-required',
    response: 'safe',
    description: 'A property is always there that was there at times',
    find: pair => becameRequired(pair, () => true),
  },
  {
    id: 'response-required-property-added',
    response: 'safe',
    description: 'There is a new property that is always there',
    find: pair => added(pair, name => isRequired(pair.after, name)),
  },
  {
    id: 'response-optional-property-added',
    response: 'safe',
    description: 'There is a new property that is there at times',
    find: pair => added(pair, name => !isRequired(pair.after, name)),
  },
]

type Wanted = (name: string) => boolean

function added(pair: ShapePair, wanted: Wanted): readonly SchemaFinding[] {
  const { before, after, afterProperties } = pair
  return [...afterProperties]
    .filter(([name]) => !before.properties.has(name) && !before.required.has(name) && wanted(name))
    .map(
      ([
        name,
        {
          schemas: [schema],
        },
      ]) => ({
        property: name,
        reason: isRequired(after, name) ? 'this property is new and required' : 'this property is new',
        before: locationOf(before, 'properties'),
        after: schema,
      }),
    )
}

function removed(pair: ShapePair, wanted: Wanted): readonly SchemaFinding[] {
  const { after, beforeProperties } = pair
  return [...beforeProperties]
    .filter(([name]) => !after.properties.has(name) && !after.required.has(name) && wanted(name))
    .map(
      ([
        name,
        {
          schemas: [schema],
        },
      ]) => ({
        property: name,
        reason: 'this property is gone',
        before: schema,
        after: locationOf(after, 'properties'),
      }),
    )
}

/** Names that are required now; of a property that is new only where it is not described. */
function becameRequired(pair: ShapePair, wanted: Wanted): readonly SchemaFinding[] {
  const { before, after } = pair
  return [...after.required]
    .filter(([name]) => !isRequired(before, name) && isKnown(pair, name) && wanted(name))
    .map(([name, keyword]) => ({
      property: name,
      reason: pair.direction === 'request' ? 'it is required now' : 'it is always there now',
      before: propertyLocation(before, name),
      after: locationOfKeyword(keyword),
    }))
}

function becameOptional(pair: ShapePair): readonly SchemaFinding[] {
  const { before, after, direction } = pair
  return [...before.required]
    .filter(([name]) => !isRequired(after, name) && travels(pair, name) && isThere(pair, name))
    .map(([name, keyword]) => ({
      property: name,
      reason: direction === 'request' ? 'it may be left out now' : 'it may be missing now',
      before: locationOfKeyword(keyword),
      after: propertyLocation(after, name),
    }))
}

/** True where a name that is required now was there before, or is not described at all. */
function isKnown(pair: ShapePair, name: string): boolean {
  return travels(pair, name) && (pair.before.properties.has(name) || !pair.after.properties.has(name))
}

/** True where nothing hides a property in this direction, before or after. */
function travels({ before, after, beforeProperties, afterProperties }: ShapePair, name: string): boolean {
  return (
    before.properties.has(name) === beforeProperties.has(name) &&
    after.properties.has(name) === afterProperties.has(name)
  )
}

/** A property that is not described may still be there, unless it was described before. */
function isThere({ before, after }: ShapePair, name: string): boolean {
  return after.properties.has(name) || !before.properties.has(name)
}

function isRequired({ required }: Shape, name: string): boolean {
  return required.has(name)
}

function isClosed({ schemas }: Shape): boolean {
  return openness(schemas.get('additionalProperties')) === 'closed'
}

function hasDefault({ after, shapeAfter }: ShapePair, name: string): boolean {
  const property: ShapeProperty | undefined = after.properties.get(name)
  return property !== undefined && shapeAfter(property.schemas).keywords.has('default')
}

function propertyLocation({ properties, ...shape }: Shape, name: string): SourceLocation | undefined {
  return properties.get(name)?.schemas[0] ?? locationOf({ properties, ...shape })
}
