import type { MemberChange, ShapePair, SourceLocation, UnionChanges } from '../rules/rule.ts'
import type { Shape, Union, UnionMember } from '../shape/shape.ts'
import type { ChildPair } from './child-pairs.ts'
import { defined } from '../../../util/defined.ts'

/** The members of unions that belong together, and those that came and went. */
export interface MatchedUnions {
  readonly changes: UnionChanges
  readonly matched: readonly ChildPair[]
  /** True where one side is a union and nothing else, and the other is none: they differ in the union only. */
  readonly replaces: boolean
}

const unchanged: MatchedUnions = { changes: { added: [], removed: [] }, matched: [], replaces: false }

/** The questions about schemas inside two schemas. */
type Asking = Pick<ShapePair, 'isSame' | 'shapeBefore' | 'shapeAfter'>

export function matchUnions(before: Shape, after: Shape, asking: Asking): MatchedUnions {
  if (before.unions.length === 0 && after.unions.length === 0) return unchanged
  const matching = new Matching(asking)
  const [only, ...others] = after.unions
  if (only !== undefined && others.length === 0 && isWhole(after) && before.unions.length === 0)
    return isAnything(before) ? unchanged : matching.wrapped(before, only)
  const [whole, ...further] = before.unions
  if (whole !== undefined && further.length === 0 && isWhole(before) && after.unions.length === 0)
    return isAnything(after) ? unchanged : matching.unwrapped(whole, after)
  return matching.unions(before.unions, after.unions)
}

/** True where a schema is a union and nothing else. */
function isWhole(shape: Shape): boolean {
  const { types, values, properties, schemas, bounds } = shape
  return types === undefined && values === undefined && properties.size + schemas.size + bounds.size === 0
}

function isAnything(shape: Shape): boolean {
  return isWhole(shape) && shape.unions.length === 0
}

class Matching {
  readonly #asking: Asking
  readonly #added: MemberChange[] = []
  readonly #removed: MemberChange[] = []
  readonly #matched: ChildPair[] = []

  constructor(asking: Asking) {
    this.#asking = asking
  }

  unions(before: readonly Union[], after: readonly Union[]): MatchedUnions {
    for (let index = 0; index < Math.max(before.length, after.length); index++)
      this.#members(before[index], after[index])
    return this.#result(false)
  }

  wrapped(before: Shape, union: Union): MatchedUnions {
    const alone = memberOf(before)
    this.#members({ kind: union.kind, part: union.part, members: [alone] }, union)
    const { changes, ...rest } = this.#result(true)
    const wrapped = { kind: union.kind, location: { ...union.part, keys: [union.kind] } }
    return { ...rest, changes: this.#removed.length === 0 ? { ...changes, wrapped } : changes }
  }

  unwrapped(union: Union, after: Shape): MatchedUnions {
    this.#members(union, { kind: union.kind, part: union.part, members: [memberOf(after)] })
    return this.#result(true)
  }

  #result(replaces: boolean): MatchedUnions {
    return { changes: { added: this.#added, removed: this.#removed }, matched: this.#matched, replaces }
  }

  /** By the name of the component, by what the discriminator says, as the very same schema, and else by likeness. */
  #members(before: Union | undefined, after: Union | undefined): void {
    const left = [...(before?.members ?? []).entries()]
    const right = [...(after?.members ?? []).entries()]
    const take = (belong: (one: UnionMember, other: UnionMember) => boolean): void => {
      this.#take(left, right, after?.kind ?? 'oneOf', belong)
    }
    take((one, other) => one.name !== undefined && one.name === other.name)
    take((one, other) => one.tag !== undefined && one.tag === other.tag)
    take((one, other) => this.#asking.isSame(one.schemas, other.schemas))
    take((one, other) => this.#isAlike(one, other))
    if (before !== undefined)
      for (const [index, member] of left)
        this.#removed.push(change(before, member, index, after !== undefined && right.length === 0))
    if (after !== undefined)
      for (const [index, member] of right) this.#added.push(change(after, member, index, false))
  }

  #take(
    left: [number, UnionMember][],
    right: [number, UnionMember][],
    kind: Union['kind'],
    belong: (one: UnionMember, other: UnionMember) => boolean,
  ): void {
    for (const entry of [...left]) {
      const partner = right.find(([, other]) => belong(entry[1], other))
      if (partner === undefined) continue
      left.splice(left.indexOf(entry), 1)
      right.splice(right.indexOf(partner), 1)
      const path = `${entry[1].name ?? entry[0]}`
      this.#matched.push({ before: entry[1].schemas, after: partner[1].schemas, path: [`${kind}[${path}]`] })
    }
  }

  /** Two schemas of which at most one has a name, of one type, with at least half of the properties in common. */
  #isAlike(one: UnionMember, other: UnionMember): boolean {
    if (one.name !== undefined && other.name !== undefined) return false
    const { shapeBefore, shapeAfter } = this.#asking
    const [before, after] = [shapeBefore(one.schemas), shapeAfter(other.schemas)]
    const types = [...(before.types ?? [])]
    if (types.length === 0 || !types.every(type => after.types?.has(type) === true)) return false
    if (!types.includes('object')) return true
    const names = [...before.properties.keys()]
    const common = names.filter(name => after.properties.has(name)).length
    return common * 2 >= Math.max(names.length, after.properties.size)
  }
}

function memberOf(shape: Shape): UnionMember {
  return defined({ schemas: shape.source, name: shape.name })
}

function change({ kind, part }: Union, { name }: UnionMember, index: number, isLess: boolean): MemberChange {
  const location: SourceLocation = { ...part, keys: [kind, index] }
  return { kind, name: name ?? `number ${index + 1}`, isOffer: isLess && name !== undefined, location }
}
