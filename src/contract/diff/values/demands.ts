import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isNumber, type Numeric } from '../../../util/exact-number.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { property, texts } from '../../../util/read-values.ts'
import { leftOut } from '../../../api-description/json-schema/json-schemas.ts'
import { type Atom, type Atoms, type Claim, followed } from './claim.ts'
import { evaluatedNames } from './evaluated-names.ts'
import { formatOfNumber, isDistinct, isShownOnly } from './formats.ts'
import {
  type Alternative,
  anyKind,
  type Clause,
  type Demands,
  kinds,
  type Literal,
  numberKinds,
  type OtherNames,
} from './literal.ts'

/** How schemas are read. */
export interface Reading {
  readonly atoms: Atoms
  /** Whether values are written as text, so that numbers are right where any text is. */
  readonly isText: boolean
  /** Whether properties that a schema does not let in are no harm: who reads a response looks past them. */
  readonly looksPast: boolean
}

/** What a schema asks for of a value. */
export function demandsOf(atom: Atom, reading: Reading): Demands {
  const { schema } = atom
  if (!isObject(schema))
    return { literals: schema ? [] : [{ is: 'kind', kinds: 0 }], claims: [], clauses: [], lateClauses: [] }
  return new Demanding(atom, schema, reading).demands()
}

/** What is wrong with a value that a schema refuses: one of several; none where it refuses nothing. */
export function faultsOf(atom: Atom, sign: '-' | '~', reading: Reading): readonly Clause[] {
  const { schema } = atom
  if (!isObject(schema)) return [{ alternatives: schema ? [] : [nothing] }]
  return new Refusing(atom, schema, sign, reading).clauses()
}

const nothing: Alternative = { literals: [], claims: [] }

/** Where the limits of a kind are written. */
const counts = [
  ['length', 'minLength', 'maxLength', kinds.string],
  ['items', 'minItems', 'maxItems', kinds.array],
  ['names', 'minProperties', 'maxProperties', kinds.object],
] as const

const bounds = [
  ['least', 'minimum', false],
  ['least', 'exclusiveMinimum', true],
  ['most', 'maximum', false],
  ['most', 'exclusiveMaximum', true],
] as const

/** What both readings of a schema need of it. */
class Schema {
  protected readonly atom: Atom
  protected readonly schema: JsonObject
  protected readonly reading: Reading

  constructor(atom: Atom, schema: JsonObject, reading: Reading) {
    this.atom = atom
    this.schema = schema
    this.reading = reading
  }

  protected get(keyword: string): JsonValue | undefined {
    return property(this.schema, keyword)
  }

  protected number(keyword: string): Numeric | undefined {
    const value = this.get(keyword)
    return isNumber(value) ? value : undefined
  }

  protected count(keyword: string): number | undefined {
    const value = this.number(keyword)
    return value === undefined ? undefined : Number(value)
  }

  protected text(keyword: string): string | undefined {
    const value = this.get(keyword)
    return typeof value === 'string' ? value : undefined
  }

  protected atomOf(schema: JsonValue): Atom {
    return this.reading.atoms.of(schema, this.atom.definitions)
  }

  protected referred(reference: string): Atom {
    return this.atomOf(followed(reference, this.atom.definitions))
  }

  protected list(keyword: string): readonly Atom[] {
    const value = this.get(keyword)
    return value !== undefined && isList(value) ? value.map(schema => this.atomOf(schema)) : []
  }

  protected members(keyword: string): readonly (readonly [string, JsonValue])[] {
    const value = this.get(keyword)
    return isObject(value) ? Object.entries(value) : []
  }

  protected single(keyword: string): Atom | undefined {
    const value = this.get(keyword)
    return value === undefined ? undefined : this.atomOf(value)
  }

  protected get kinds(): number | undefined {
    const type = this.get('type')
    if (type === undefined) return undefined
    return [type].flat().reduce<number>((mask, name) => mask | kindOfType(name), 0)
  }

  /** The lists of values of which one is right. */
  protected get lists(): readonly (readonly JsonValue[])[] {
    const [constant, choices] = [this.get('const'), this.get('enum')]
    return [
      ...(constant === undefined ? [] : [[constant]]),
      ...(choices !== undefined && isList(choices) ? [choices] : []),
    ]
  }

  /** Names that properties have, and the patterns of others. */
  protected get described(): OtherNames {
    return {
      names: new Set(this.members('properties').map(([name]) => name)),
      patterns: this.members('patternProperties').map(([pattern]) => pattern),
    }
  }

  /** A schema that is right for one list or object alone. */
  protected constant(value: JsonValue): Atom {
    const only = (one: JsonValue): JsonObject => ({ const: one })
    const written: JsonObject = isObject(value)
      ? {
          type: 'object',
          required: Object.keys(value),
          properties: Object.fromEntries(Object.entries(value).map(([name, one]) => [name, only(one)])),
          additionalProperties: false,
        }
      : isList(value)
        ? {
            type: 'array',
            minItems: value.length,
            maxItems: value.length,
            ...(value.length === 0 ? {} : { prefixItems: value.map(only) }),
          }
        : only(value)
    return this.reading.atoms.of(written, this.atom.definitions)
  }
}

/** A schema whose values are right. */
class Demanding extends Schema {
  readonly #literals: Literal[] = []
  readonly #claims: Claim[] = []
  readonly #clauses: Clause[] = []
  readonly #lateClauses: Clause[] = []

  demands(): Demands {
    this.#addValues()
    this.#addScalars()
    this.#addArray()
    this.#addObject()
    this.#addCompositions()
    const [literals, claims] = [this.#literals, this.#claims]
    return { literals, claims, clauses: this.#clauses, lateClauses: this.#lateClauses }
  }

  #holds(atom: Atom): Claim {
    return { sign: '+', atom }
  }

  #addValues(): void {
    const { kinds: mask = this.#impliedKinds } = this
    if (mask !== undefined) this.#literals.push({ is: 'kind', kinds: mask })
    for (const values of this.lists) this.#addList(values)
  }

  #addList(values: readonly JsonValue[]): void {
    const scalars = values.filter(isScalar)
    const alternatives = values
      .filter(value => !isScalar(value))
      .map(value => ({ literals: [], claims: [this.#holds(this.constant(value))] }))
    const literal: Literal = { is: 'one-of', values: scalars }
    if (alternatives.length === 0) this.#literals.push(literal)
    else this.#clauses.push({ alternatives: [{ literals: [literal], claims: [] }, ...alternatives] })
  }

  /** Who describes properties or items means objects or lists, and says so or not. */
  get #impliedKinds(): number | undefined {
    if (this.members('properties').length > 0) return kinds.object
    return 'items' in this.schema || 'prefixItems' in this.schema ? kinds.array : undefined
  }

  #addScalars(): void {
    for (const [is, keyword, isExclusive] of bounds) {
      const value = this.number(keyword)
      if (value !== undefined) this.#literals.push({ is, value, isExclusive })
    }
    const step = this.count('multipleOf')
    if (step !== undefined) this.#literals.push({ is: 'multiple', of: step, isNot: false })
    for (const [is, low, high] of counts) {
      const [least, most] = [this.count(low), this.count(high)]
      if (least !== undefined) this.#literals.push({ is, least })
      if (most !== undefined) this.#literals.push({ is, most })
    }
    const [pattern, format] = [this.text('pattern'), this.text('format')]
    if (pattern !== undefined) this.#literals.push({ is: 'pattern', text: pattern, isNot: false })
    if (format === undefined || isShownOnly(format)) return
    const ofNumbers = formatOfNumber(format)
    if (ofNumbers === undefined) this.#literals.push({ is: 'format', text: format, isNot: false })
    if (ofNumbers?.isWhole === true) this.#literals.push({ is: 'kind', kinds: anyKind & ~kinds.fraction })
    this.#literals.push(...(ofNumbers?.limits ?? []))
  }

  #addArray(): void {
    if (this.get('uniqueItems') === true) this.#literals.push({ is: 'unique', isNot: false })
    const prefix = this.list('prefixItems')
    prefix.forEach((atom, index) => {
      this.#literals.push({ is: 'each-item', from: index, to: index + 1, claim: this.#holds(atom) })
    })
    const items = this.single('items')
    if (items !== undefined)
      this.#literals.push({
        is: 'each-item',
        from: prefix.length,
        to: Infinity,
        claim: this.#holds(items),
      })
    const contains = this.single('contains')
    const least = this.count('minContains') ?? 1
    if (contains !== undefined && least > 0)
      this.#literals.push({ is: 'some-item', from: 0, to: Infinity, claim: this.#holds(contains) })
    if (this.get('maxContains') !== undefined || least > 1 || this.get('unevaluatedItems') !== undefined)
      this.#literals.push({ is: 'doubtful', kinds: kinds.array })
  }

  #addObject(): void {
    for (const name of texts(this.get('required'))) this.#literals.push({ is: 'needed', name })
    const properties = this.members('properties')
    if (properties.length > 0)
      this.#literals.push({
        is: 'properties',
        claims: new Map(
          properties.map(([name, schema]) => [
            name,
            this.#holds(this.atomOf(isLeftOut(schema) ? false : schema)),
          ]),
        ),
      })
    for (const [pattern, schema] of this.members('patternProperties'))
      this.#literals.push({ is: 'matching', pattern, claim: this.#holds(this.atomOf(schema)) })
    const others = this.single('additionalProperties')
    if (others !== undefined)
      this.#literals.push({ is: 'others', ...this.described, claim: this.#holds(others) })
    const names = this.single('propertyNames')
    if (names !== undefined) this.#literals.push({ is: 'each-name', claim: this.#holds(names) })
    const unevaluated = this.single('unevaluatedProperties')
    if (unevaluated !== undefined) {
      const known = evaluatedNames(this.atom, 'possibly')
      if (known === undefined) this.#literals.push({ is: 'doubtful', kinds: kinds.object })
      else this.#literals.push({ is: 'others', ...known, claim: this.#holds(unevaluated) })
    }
    this.#addDependencies()
  }

  #addDependencies(): void {
    for (const [name, names] of this.members('dependentRequired'))
      this.#depends(name, {
        literals: texts(names).map(other => ({ is: 'needed', name: other })),
        claims: [],
      })
    for (const [name, schema] of this.members('dependentSchemas'))
      this.#depends(name, { literals: [], claims: [this.#holds(this.atomOf(schema))] })
  }

  #depends(name: string, then: Alternative): void {
    const other: Alternative = { literals: [{ is: 'kind', kinds: anyKind & ~kinds.object }], claims: [] }
    const missing: Alternative = { literals: [{ is: 'missing', name }], claims: [] }
    const there: Alternative = {
      literals: [{ is: 'kind', kinds: kinds.object }, { is: 'needed', name }, ...then.literals],
      claims: then.claims,
    }
    this.#clauses.push({ alternatives: [there, missing, other] })
  }

  #addCompositions(): void {
    const reference = this.text('$ref')
    if (reference !== undefined) this.#claims.push(this.#holds(this.referred(reference)))
    for (const atom of this.list('allOf')) this.#claims.push(this.#holds(atom))
    const any = this.list('anyOf')
    if (any.length > 0)
      this.#clauses.push({ alternatives: any.map(atom => ({ literals: [], claims: [this.#holds(atom)] })) })
    this.#addExclusive(this.list('oneOf'))
    const not = this.single('not')
    if (not !== undefined) this.#claims.push({ sign: '-', atom: not })
    this.#addCondition()
  }

  /** That one holds is looked at first, and that no other does where that does not decide. */
  #addExclusive(one: readonly Atom[]): void {
    if (one.length === 0) return
    this.#clauses.push({ alternatives: one.map(atom => ({ literals: [], claims: [this.#holds(atom)] })) })
    if (one.length > 1 && one.length <= mostExclusive)
      this.#lateClauses.push({
        alternatives: one.map(atom => ({
          literals: [],
          claims: one.map(other => ({ sign: other === atom ? '+' : '-', atom: other })),
        })),
      })
  }

  #addCondition(): void {
    const condition = this.single('if')
    if (condition === undefined) return
    const branch = (sign: '+' | '-', then: Atom | undefined): Alternative => ({
      literals: [],
      claims: [{ sign, atom: condition }, ...(then === undefined ? [] : [this.#holds(then)])],
    })
    this.#clauses.push({ alternatives: [branch('+', this.single('then')), branch('-', this.single('else'))] })
  }
}

/** Members of `oneOf` that are looked at for excluding each other. */
const mostExclusive = 40

/** A schema whose values are wrong. */
class Refusing extends Schema {
  readonly #sign: '-' | '~'
  readonly #faults: Alternative[] = []
  #exactly: readonly Atom[] = []

  constructor(atom: Atom, schema: JsonObject, sign: '-' | '~', reading: Reading) {
    super(atom, schema, reading)
    this.#sign = sign
  }

  clauses(): readonly Clause[] {
    this.#addValues()
    this.#addScalars()
    this.#addArray()
    this.#addObject()
    this.#addCompositions()
    const [faults, one, sign] = [this.#faults, this.#exactly, this.#sign]
    if (one.length === 0) return [{ alternatives: faults }]
    if (faults.length === 0) return [{ exactly: one, sign }]
    return [{ alternatives: [...faults, { literals: [], claims: [this.#failsIn(this.#alone('oneOf'))] }] }]
  }

  #fails(atom: Atom): Claim {
    return { sign: this.#sign, atom }
  }

  /** That a part does not hold; what other parts ask of text that may be a number is not known to it. */
  #failsIn(atom: Atom): Claim {
    return { sign: this.reading.isText && !this.#hasOnePart ? '-' : this.#sign, atom }
  }

  get #hasOnePart(): boolean {
    return asserting.filter(keyword => keyword in this.schema).length === 1
  }

  /** Whether values that are written as text are right where they are read as text. */
  get #isAnyText(): boolean {
    const isText = ((this.kinds ?? 0) & kinds.string) !== 0
    return this.reading.isText && this.#sign === '~' && isText && !this.#limitsText()
  }

  #limitsText(): boolean {
    const { format } = this.schema
    if (typeof format === 'string' && isDistinct(format)) return true
    return limitingText.some(keyword => (this.get(keyword) ?? 0) !== 0)
  }

  /** A keyword with nothing beside it. */
  #alone(keyword: string): Atom {
    return this.atomOf({ [keyword]: this.get(keyword) ?? true })
  }

  #fault(mask: number, ...literals: readonly Literal[]): void {
    this.#faults.push({ literals: [{ is: 'kind', kinds: mask }, ...literals], claims: [] })
  }

  #addValues(): void {
    const { kinds: mask = anyKind } = this
    if (!this.#isAnyText) this.#kindFault(anyKind & ~mask)
    else {
      this.#kindFault(anyKind & ~(mask | scalarsAsText))
      const asText = scalarsAsText & ~mask
      // Other parts may ask for a number, and not for its text.
      if (!this.#hasOnePart) this.#kindFault(asText, { is: 'doubtful', kinds: asText })
    }
    for (const values of this.lists) this.#addList(values)
  }

  #kindFault(mask: number, ...literals: readonly Literal[]): void {
    if (mask !== 0) this.#fault(mask, ...literals)
  }

  #addList(values: readonly JsonValue[]): void {
    const scalars = values.filter(isScalar)
    const others = values.filter(value => !isScalar(value))
    this.#faults.push({
      literals: [{ is: 'none-of', values: scalars }],
      claims: others.map(value => this.#fails(this.constant(value))),
    })
  }

  #addScalars(): void {
    for (const [is, keyword, isExclusive] of bounds) {
      const value = this.number(keyword)
      if (value !== undefined)
        this.#fault(numberKinds, { is: is === 'least' ? 'most' : 'least', value, isExclusive: !isExclusive })
    }
    const step = this.count('multipleOf')
    if (step !== undefined) this.#fault(numberKinds, { is: 'multiple', of: step, isNot: true })
    for (const [is, low, high, mask] of counts) {
      const [least, most] = [this.count(low), this.count(high)]
      if (least !== undefined && least > 0) this.#fault(mask, { is, most: least - 1 })
      if (most !== undefined) this.#fault(mask, { is, least: most + 1 })
    }
    const text = this.text('pattern')
    if (text !== undefined) this.#textFault({ is: 'pattern', text, isNot: true })
    this.#addFormat(this.text('format'))
  }

  /** Numbers that are written as text may break the rules of text, too. */
  #textFault(literal: Literal): void {
    this.#fault(kinds.string, literal)
    const others = scalarsAsText
    if (this.reading.isText) this.#fault(others, { is: 'doubtful', kinds: others })
  }

  #addFormat(format: string | undefined): void {
    if (format === undefined || isShownOnly(format)) return
    const ofNumbers = formatOfNumber(format)
    if (ofNumbers === undefined) this.#textFault({ is: 'format', text: format, isNot: true })
    else {
      if (ofNumbers.isWhole) this.#fault(kinds.fraction)
      for (const { is, value, isExclusive } of ofNumbers.limits)
        this.#fault(numberKinds, { is: is === 'least' ? 'most' : 'least', value, isExclusive: !isExclusive })
    }
  }

  #addArray(): void {
    if (this.get('uniqueItems') === true) this.#fault(kinds.array, { is: 'unique', isNot: true })
    const prefix = this.list('prefixItems')
    const some = (from: number, to: number, atom: Atom): void => {
      if (atom.schema !== true)
        this.#fault(kinds.array, { is: 'some-item', from, to, claim: this.#fails(atom) })
    }
    prefix.forEach((atom, index) => {
      some(index, index + 1, atom)
    })
    const items = this.single('items')
    if (items !== undefined) some(prefix.length, Infinity, items)
    this.#addContains()
    if (this.get('unevaluatedItems') !== undefined)
      this.#fault(kinds.array, { is: 'doubtful', kinds: kinds.array })
  }

  #addContains(): void {
    const contains = this.single('contains')
    if (contains === undefined) return
    const least = this.count('minContains') ?? 1
    const none: Literal = { is: 'each-item', from: 0, to: Infinity, claim: this.#fails(contains) }
    if (least === 1) this.#fault(kinds.array, none)
    if (least > 1) this.#fault(kinds.array, { is: 'doubtful', kinds: kinds.array })
    if (this.get('maxContains') !== undefined)
      this.#fault(
        kinds.array,
        { is: 'items', least: (this.count('maxContains') ?? 0) + 1 },
        { is: 'doubtful', kinds: kinds.array },
      )
  }

  #addObject(): void {
    for (const name of texts(this.get('required'))) this.#fault(kinds.object, { is: 'missing', name })
    for (const [name, schema] of this.members('properties')) {
      const atom = this.atomOf(schema)
      if (atom.schema !== true && !isLeftOut(schema))
        this.#fault(kinds.object, { is: 'property', name, claim: this.#fails(atom) })
    }
    const anyName: OtherNames = { names: new Set(), patterns: [] }
    for (const [pattern, schema] of this.members('patternProperties')) {
      const value = this.#fails(this.atomOf(schema))
      this.#fault(kinds.object, { is: 'some-property', but: anyName, matching: pattern, value })
    }
    const others = this.single('additionalProperties')
    const isPast = this.#sign === '~' && this.reading.looksPast && others?.schema === false
    if (!isPast) this.#addOthers(others, this.described)
    const unevaluated = this.single('unevaluatedProperties')
    if (unevaluated !== undefined) this.#addUnevaluated(unevaluated)
    const names = this.single('propertyNames')
    if (names !== undefined)
      this.#fault(kinds.object, { is: 'some-property', but: anyName, name: this.#fails(names) })
    this.#addDependencies()
  }

  /** Which properties are looked at may depend on the value. */
  #addUnevaluated(atom: Atom): void {
    const [possibly, surely] = [evaluatedNames(this.atom, 'possibly'), evaluatedNames(this.atom, 'surely')]
    if (possibly !== undefined) this.#addOthers(atom, possibly)
    if (atom.schema !== true && surely?.names.size !== possibly?.names.size)
      this.#fault(kinds.object, { is: 'doubtful', kinds: kinds.object })
  }

  #addOthers(atom: Atom | undefined, but: OtherNames): void {
    if (atom === undefined || atom.schema === true) return
    this.#fault(kinds.object, { is: 'some-property', but, value: this.#fails(atom) })
  }

  #addDependencies(): void {
    for (const [name, names] of this.members('dependentRequired'))
      for (const other of texts(names))
        this.#fault(kinds.object, { is: 'needed', name }, { is: 'missing', name: other })
    for (const [name, schema] of this.members('dependentSchemas'))
      this.#faults.push({
        literals: [
          { is: 'kind', kinds: kinds.object },
          { is: 'needed', name },
        ],
        claims: [this.#fails(this.atomOf(schema))],
      })
  }

  #addCompositions(): void {
    const reference = this.text('$ref')
    const all = reference === undefined ? [] : [this.referred(reference)]
    for (const atom of [...all, ...this.list('allOf')])
      this.#faults.push({ literals: [], claims: [this.#failsIn(atom)] })
    const any = this.list('anyOf')
    if (any.length > 0) this.#faults.push({ literals: [], claims: any.map(atom => this.#failsIn(atom)) })
    this.#exactly = this.list('oneOf')
    const not = this.single('not')
    if (not !== undefined) this.#faults.push({ literals: [], claims: [{ sign: '+', atom: not }] })
    const condition = this.single('if')
    if (condition === undefined) return
    const [then, other] = [this.single('then'), this.single('else')]
    if (then !== undefined)
      this.#faults.push({ literals: [], claims: [{ sign: '+', atom: condition }, this.#failsIn(then)] })
    if (other !== undefined)
      this.#faults.push({ literals: [], claims: [{ sign: '-', atom: condition }, this.#failsIn(other)] })
  }
}

const scalarsAsText = numberKinds | kinds.boolean

const limitingText = ['pattern', 'minLength', 'maxLength', 'enum', 'const']

/** Keywords that ask something of every kind of values, or of those of other schemas. */
const asserting = ['type', 'enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if']

function kindOfType(name: JsonValue): number {
  if (name === 'number') return numberKinds
  return typeof name === 'string' && Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : 0
}

function isScalar(value: JsonValue): boolean {
  return !isObject(value) && !isList(value)
}

/** Whether a property does not travel in this direction. */
function isLeftOut(schema: JsonValue): boolean {
  return isObject(schema) && property(schema, leftOut) === true
}
