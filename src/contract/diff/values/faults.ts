import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { texts } from '../../../util/read-values.ts'
import type { Atom, Claim } from './claim.ts'
import { evaluatedNames } from './evaluated-names.ts'
import { formatOfNumber, isDistinct, isShownOnly } from './formats.ts'
import {
  type Alternative,
  anyKind,
  type Clause,
  kinds,
  type Literal,
  numberKinds,
  type OtherNames,
} from './literal.ts'
import {
  bounds,
  counts,
  isLeftOut,
  isScalar,
  type Reading,
  saysLeftOut,
  WrittenSchema,
} from './written-schema.ts'

/** Lists the faults of a value that a schema refuses: one of several; none where it refuses nothing. */
export function faultsOf(atom: Atom, sign: '-' | '~', reading: Reading): readonly Clause[] {
  const { schema } = atom
  if (!isObject(schema)) return [{ alternatives: schema ? [] : [nothing] }]
  return new Refusing(atom, schema, sign, reading).clauses()
}

const nothing: Alternative = { literals: [], claims: [] }

/** A schema whose values are wrong. */
class Refusing extends WrittenSchema {
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

  /** True where values that are written as text are right where they are read as text. */
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
    const step = this.number('multipleOf')
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
    if (any.length > 0)
      this.#faults.push({
        literals: [],
        claims: any.map(atom => ({ ...this.#failsIn(atom), isAlternative: true })),
      })
    this.#exactly = this.list('oneOf')
    const not = this.single('not')
    if (not !== undefined) this.#addMet(not, '+')
    const condition = this.single('if')
    if (condition === undefined) return
    const [then, other] = [this.single('then'), this.single('else')]
    if (then !== undefined) this.#addMet(condition, '+', this.#failsIn(then))
    if (other !== undefined) this.#addMet(condition, '-', this.#failsIn(other))
  }

  /**
   * That a schema holds, or does not, which values are not made by: where it says of a property that it does not travel, that of
   * another schema may.
   */
  #addMet(atom: Atom, sign: '+' | '-', ...claims: readonly Claim[]): void {
    if (saysLeftOut(atom)) this.#faults.push({ literals: [{ is: 'doubtful', kinds: anyKind }], claims })
    else this.#faults.push({ literals: [], claims: [{ sign, atom }, ...claims] })
  }
}

const scalarsAsText = numberKinds | kinds.boolean

const limitingText = ['pattern', 'minLength', 'maxLength', 'enum', 'const']

/** Keywords that ask something of every kind of values, or of those of other schemas. */
const asserting = ['type', 'enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if']
