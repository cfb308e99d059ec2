import type { JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { texts } from '../../../util/read-values.ts'
import type { Atom, Claim } from './claim.ts'
import { evaluatedNames } from './evaluated-names.ts'
import { formatOfNumber, isShownOnly } from './formats.ts'
import { type Alternative, anyKind, type Clause, type Demands, kinds, type Literal } from './literal.ts'
import { bounds, counts, isLeftOut, isScalar, type Reading, WrittenSchema } from './written-schema.ts'

/** Reads the demands of a schema on a value. */
export function demandsOf(atom: Atom, reading: Reading): Demands {
  const { schema } = atom
  if (!isObject(schema))
    return { literals: schema ? [] : [{ is: 'kind', kinds: 0 }], claims: [], clauses: [], lateClauses: [] }
  return new Demanding(atom, schema, reading).demands()
}

/** A schema whose values are right. */
class Demanding extends WrittenSchema {
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

  #alternative(atom: Atom): Alternative {
    return { literals: [], claims: [{ ...this.#holds(atom), isAlternative: true }] }
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

  /** The kinds that properties or items mean: objects or lists, whether the schema says so or not. */
  get #impliedKinds(): number | undefined {
    if (this.members('properties').length > 0) return kinds.object
    return 'items' in this.schema || 'prefixItems' in this.schema ? kinds.array : undefined
  }

  #addScalars(): void {
    for (const [is, keyword, isExclusive] of bounds) {
      const value = this.number(keyword)
      if (value !== undefined) this.#literals.push({ is, value, isExclusive })
    }
    const step = this.number('multipleOf')
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
    if (any.length > 0) this.#clauses.push({ alternatives: any.map(atom => this.#alternative(atom)) })
    this.#addExclusive(this.list('oneOf'))
    const not = this.single('not')
    if (not !== undefined) this.#claims.push({ sign: '-', atom: not })
    this.#addCondition()
  }

  /** That one holds is looked at first, and that no other does where that does not decide. */
  #addExclusive(one: readonly Atom[]): void {
    if (one.length === 0) return
    this.#clauses.push({ alternatives: one.map(atom => this.#alternative(atom)) })
    if (one.length > 1 && one.length <= mostExclusive)
      this.#lateClauses.push({
        alternatives: one.map(atom => ({
          literals: [],
          claims: one.map(other => ({ sign: other === atom ? '+' : '-', atom: other, isAlternative: true })),
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
