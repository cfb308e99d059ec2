import { type LocatedObject, type Located } from '../../../api-description/documents/loaded-document.ts'
import { compareNumbers } from '../../../util/exact-number.ts'
import type { JsonValue } from '../../../model/json.ts'
import type { Bound, Discriminator, Keyword, Union } from './shape.ts'

/** A shape while it is put together. */
export class Draft {
  parts: LocatedObject[] = []
  isNever = false
  /** With null; undefined when any will do. */
  types: ReadonlySet<string> | undefined
  /** True where something says that null will do, beside types. */
  saysNull = false
  values: ReadonlyMap<string, JsonValue> | undefined
  valuesKeyword: Keyword | undefined
  readonly bounds = new Map<string, Bound>()
  readonly keywords = new Map<string, Keyword>()
  required = new Map<string, Keyword>()
  properties = new Map<string, readonly Located[]>()
  readonly schemas = new Map<string, readonly Located[]>()
  readonly named = new Map<string, Map<string, readonly Located[]>>()
  readonly prefixItems: Located[][] = []
  readonly dependentRequired = new Map<string, readonly string[]>()
  readonly unions: Union[] = []
  readonly allOf: Located[] = []
  discriminator: Discriminator | undefined

  /** Adds the constraints of another draft. Lists of one that is no longer needed are moved: copies of copies take long. */
  absorb(other: Draft, isNeeded = false): void {
    if (!isNeeded) this.#take(other)
    this.parts.push(...other.parts)
    this.isNever ||= other.isNever
    this.narrowTypes(other.types)
    this.saysNull ||= other.saysNull
    this.narrowValues(other.values, other.valuesKeyword)
    for (const [name, bound] of other.bounds) this.narrowBound(name, bound)
    for (const [name, keyword] of other.keywords)
      if (!this.keywords.has(name)) this.keywords.set(name, keyword)
    for (const [name, keyword] of other.required) this.required.set(name, keyword)
    for (const [name, schemas] of other.properties) push(this.properties, name, schemas)
    for (const [name, schemas] of other.schemas) push(this.schemas, name, schemas)
    for (const [keyword, members] of other.named)
      for (const [name, schemas] of members) this.addNamed(keyword, name, schemas)
    other.prefixItems.forEach((schemas, index) => {
      ;(this.prefixItems[index] ??= []).push(...schemas)
    })
    for (const [name, names] of other.dependentRequired) this.dependentRequired.set(name, names)
    this.unions.push(...other.unions)
    this.discriminator ??= other.discriminator
  }

  #take(other: Draft): void {
    if (this.parts.length === 0) [this.parts, other.parts] = [other.parts, this.parts]
    if (this.required.size === 0) [this.required, other.required] = [other.required, this.required]
    if (this.properties.size === 0) [this.properties, other.properties] = [other.properties, this.properties]
  }

  narrowTypes(types: ReadonlySet<string> | undefined): void {
    if (types === undefined) return
    this.types = this.types === undefined ? types : commonTypes(this.types, types)
  }

  narrowValues(values: ReadonlyMap<string, JsonValue> | undefined, keyword: Keyword | undefined): void {
    if (values === undefined) return
    const { values: own } = this
    this.values = own === undefined ? values : new Map([...values].filter(([key]) => own.has(key)))
    this.valuesKeyword ??= keyword
  }

  /** Keeps the tighter of two bounds. */
  narrowBound(name: string, bound: Bound): void {
    const own = this.bounds.get(name)
    if (own === undefined || isTighter(name, bound, own)) this.bounds.set(name, bound)
  }

  addNamed(keyword: string, name: string, schemas: readonly Located[]): void {
    const members = this.named.get(keyword) ?? new Map<string, readonly Located[]>()
    this.named.set(keyword, members)
    push(members, name, schemas)
  }

  /** Lets null be right, too. */
  allowNull(): void {
    this.saysNull = true
    if (this.types !== undefined) this.types = new Set([...this.types, 'null'])
  }
}

function push(map: Map<string, readonly Located[]>, name: string, schemas: readonly Located[]): void {
  const own = map.get(name)
  map.set(name, own === undefined ? schemas : [...own, ...schemas])
}

function commonTypes(left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> {
  const common = new Set([...left].filter(type => right.has(type)))
  const wholeNumbers =
    (left.has('integer') && right.has('number')) || (left.has('number') && right.has('integer'))
  return wholeNumbers ? new Set([...common, 'integer']) : common
}

/** True where a bound allows less than another of the same name. */
function isTighter(name: string, bound: Bound, than: Bound): boolean {
  const difference = compareNumbers(bound.value, than.value)
  if (difference === 0) return bound.isExclusive && !than.isExclusive
  return name.startsWith('max') ? difference < 0 : difference > 0
}
