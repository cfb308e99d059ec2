import { preparePattern } from '../../../patterns/engine.ts'
import type { Claim } from './claim.ts'
import { fewest, type Inhabitants, type Inside, most } from './inhabitants.ts'
import type { ObjectLiteral, OtherNames, SomeProperty } from './literal.ts'
import type { Counts } from './scalar-facts.ts'

/** The demands on objects. */
export interface ObjectFacts {
  readonly nameCount: Counts
  readonly needed: ReadonlySet<string>
  readonly missing: ReadonlySet<string>
  readonly properties: readonly Exclude<ObjectLiteral, SomeProperty | { is: 'needed' | 'missing' }>[]
  readonly some: readonly SomeProperty[]
}

/** Tells if there are objects that are like this. */
export function objectsOf(facts: ObjectFacts, inside: Inside): Inhabitants {
  const { needed, some } = facts
  if (hasTooMany(facts, inside)) return 'none'
  return fewest([
    ...[...needed].map(name => withProperty(facts, name, inside)),
    ...some.map(literal => withSome(facts, literal, inside)),
    some.length > 1 ? 'perhaps' : 'some',
  ])
}

/** Tells if a property can be there. */
export function withProperty(facts: ObjectFacts, name: string, inside: Inside): Inhabitants {
  if (facts.missing.has(name)) return 'none'
  const names = facts.properties.flatMap(one => (one.is === 'each-name' ? [one.claim] : []))
  const isNamed = names.length === 0 ? 'some' : inside.ask([...names, inside.named(name)])
  return isNamed === 'none' ? 'none' : fewest([isNamed, inside.ask(claimsOf(facts, name))])
}

/** True where more properties are needed than there may be, or than can be there. */
function hasTooMany(facts: ObjectFacts, inside: Inside): boolean {
  const { nameCount, needed } = facts
  if (Math.max(nameCount.least, needed.size) > nameCount.most) return true
  if (nameCount.least <= needed.size) return false
  const allowed = onlyNames(facts)
  if (allowed === undefined) return false
  const there = [...allowed].filter(name => withProperty(facts, name, inside) !== 'none')
  return there.length < nameCount.least
}

/** The names that properties can have, where no others are let in. */
function onlyNames({ properties }: ObjectFacts): ReadonlySet<string> | undefined {
  for (const one of properties)
    if (one.is === 'others' && one.patterns.length === 0 && one.claim.atom.schema === false) return one.names
  return undefined
}

/** Lists the demands on a property, if it is there. */
function claimsOf({ properties }: ObjectFacts, name: string): readonly Claim[] {
  return properties.flatMap((one): readonly Claim[] => {
    if (one.is === 'property') return one.name === name ? [one.claim] : []
    if (one.is === 'properties') {
      const claim = one.claims.get(name)
      return claim === undefined ? [] : [claim]
    }
    if (one.is === 'matching') return matches(one.pattern, name) ? [one.claim] : []
    return one.is === 'others' && isOther(one, name) ? [one.claim] : []
  })
}

/** Tells if some property can be like this: one whose name is known, or another. */
export function withSome(facts: ObjectFacts, literal: SomeProperty, inside: Inside): Inhabitants {
  const { but, matching, name: named, value } = literal
  const known = [...knownNames(facts)].filter(
    name => isOther(but, name) && (matching === undefined || matches(matching, name)),
  )
  const claims = value === undefined ? [] : [value]
  return most([
    ...known.map(name =>
      facts.missing.has(name)
        ? 'none'
        : fewest([
            named === undefined ? 'some' : inside.ask([named, inside.named(name)]),
            withProperty(facts, name, inside),
            inside.ask([...claimsOf(facts, name), ...claims]),
          ]),
    ),
    unknownOne(facts, literal, claims, inside),
  ])
}

/** Tells if a property can be like this whose name nothing mentions: what is surely asked of such counts. */
function unknownOne(
  { properties }: ObjectFacts,
  { but, matching, name }: SomeProperty,
  claims: readonly Claim[],
  inside: Inside,
): Inhabitants {
  const patterns = [...but.patterns, ...(matching === undefined ? [] : [matching])]
  const asked = properties.flatMap(one => {
    if (one.is === 'matching') return one.pattern === matching ? [one.claim] : []
    return one.is === 'others' && one.patterns.every(pattern => but.patterns.includes(pattern))
      ? [one.claim]
      : []
  })
  const names = properties.flatMap(one => (one.is === 'each-name' ? [one.claim] : []))
  const isNamed = inside.ask([...names, ...(name === undefined ? [] : [name]), inside.text])
  const isDoubtful =
    patterns.length > 0 ||
    properties.some(one => one.is === 'matching' || (one.is === 'others' && one.patterns.length > 0))
  return fewest([isNamed, inside.ask([...asked, ...claims]), isDoubtful ? 'perhaps' : 'some'])
}

function knownNames({ properties, needed }: ObjectFacts): ReadonlySet<string> {
  const names = new Set(needed)
  for (const one of properties) {
    if (one.is === 'property') names.add(one.name)
    if (one.is === 'properties') for (const name of one.claims.keys()) names.add(name)
    if (one.is === 'others') for (const name of one.names) names.add(name)
  }
  return names
}

function isOther({ names, patterns }: OtherNames, name: string): boolean {
  return !names.has(name) && !patterns.some(pattern => matches(pattern, name))
}

function matches(pattern: string, name: string): boolean {
  const prepared = preparePattern(pattern)
  return prepared.ok && prepared.pattern.test(name)
}
