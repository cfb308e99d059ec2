import type { JsonObject } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { type Atom, Atoms, type Claim } from './claim.ts'
import type { Reading } from './written-schema.ts'
import type { Inhabitants, Inside } from './inhabitants.ts'
import { keyOf, Search } from './search.ts'

/** A question if some claims hold of any value, and the facts that decided it. */
interface Question {
  readonly claims: readonly Claim[]
  /** That there is none is supposed until another is found. */
  known: Inhabitants
  state: 'new' | 'open' | 'known'
  /** Questions that were decided by this one. */
  readonly asking: Set<Question>
}

/** Questions inside each other that are asked at once; deeper ones have to wait. */
const deepest = 24

/** Steps that the answer to one question may take, and the answers to all. */
const mostSteps = { one: 2000, all: 50_000 }

/**
 * Tells whether every value that is right by one schema is right by another. Schemas may hold themselves: that there is no
 * value of some kind is supposed while it is looked at, which is sound since values inside a value are smaller than it is;
 * whatever was decided by it is decided anew when it turns out to be wrong.
 */
export class ValueSets {
  readonly #atoms: Atoms
  readonly #search: Search
  readonly #questions = new Map<string, Question>()
  readonly #waiting: Question[] = []
  /** Questions that are looked at and have to be decided anew. */
  readonly #stale = new Set<Question>()
  readonly #text: Claim
  readonly #names = new Map<string, Claim>()
  #left = mostSteps.all
  #depth = 0

  /** `isSame` tells of schemas that are written the same. */
  constructor(reading: Omit<Reading, 'atoms'>, isSame: (one: Atom, other: Atom) => boolean) {
    this.#atoms = new Atoms(isSame)
    this.#search = new Search({ ...reading, atoms: this.#atoms })
    this.#text = { sign: '+', atom: this.#atoms.of({ type: 'string' }, {}) }
  }

  /** Values that are right by one schema and wrong by another; there may be some where so much was looked at that no more is. */
  between(right: JsonObject, wrong: JsonObject): Inhabitants {
    const claims: readonly Claim[] = [
      { sign: '+', atom: this.#atomOf(right) },
      { sign: '~', atom: this.#atomOf(wrong) },
    ]
    const question = this.#question(claims)
    if (question === undefined) return 'none'
    this.#waiting.push(question)
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) this.#decide(next)
    return question.known
  }

  /** A schema with its definitions; one that only refers to another is the other. */
  #atomOf({ $defs, ...schema }: JsonObject): Atom {
    return this.#atoms.of(schema, isObject($defs) ? $defs : {})
  }

  #question(claims: readonly Claim[]): Question | undefined {
    const asked = new Map<string, Claim>()
    for (const claim of claims) {
      const { sign, atom } = claim
      if (atom.schema === (sign === '+')) continue
      if (typeof atom.schema === 'boolean') return undefined
      asked.set(keyOf(claim), claim)
    }
    const all = [...asked.values()]
    const right = all.filter(({ sign }) => sign === '+')
    const wrong = all.filter(({ sign }) => sign !== '+')
    if (wrong.some(({ atom }) => right.some(other => this.#atoms.areSame(atom, other.atom)))) return undefined
    const key = [...asked.keys()].sort().join(' ')
    const known = this.#questions.get(key)
    if (known !== undefined) return known
    const question: Question = { claims: all, known: 'none', state: 'new', asking: new Set() }
    this.#questions.set(key, question)
    if (all.length === 0) Object.assign(question, { known: 'some', state: 'known' })
    return question
  }

  #decide(question: Question): void {
    if (question.state !== 'new') return
    question.state = 'open'
    this.#stale.delete(question)
    this.#depth++
    const budget = { left: Math.min(mostSteps.one, this.#left) }
    const before = budget.left
    const inside: Inside = {
      ask: claims => this.#ask(claims, question),
      isDescribed: () => true,
      text: this.#text,
      named: name => this.#named(name),
    }
    const known = this.#search.find(question.claims, inside, budget)
    this.#left -= before - budget.left
    this.#depth--
    question.known = known
    question.state = 'known'
    if (known !== 'none') for (const asking of question.asking) this.#reconsider(asking)
    else if (this.#stale.delete(question)) this.#reconsider(question)
  }

  /** Decides a question anew whose answer was made of what was only supposed. */
  #reconsider(question: Question): void {
    if (question.known !== 'none') return
    if (question.state !== 'known') {
      this.#stale.add(question)
      return
    }
    question.state = 'new'
    this.#waiting.push(question)
  }

  #ask(claims: readonly Claim[], by: Question): Inhabitants {
    const question = this.#question(claims)
    if (question === undefined) return 'none'
    if (question.state === 'new') {
      if (this.#depth < deepest) this.#decide(question)
      else this.#waiting.push(question)
    }
    if (question.known === 'none') question.asking.add(by)
    return question.known
  }

  #named(name: string): Claim {
    const known = this.#names.get(name) ?? { sign: '+', atom: this.#atoms.of({ const: name }, {}) }
    this.#names.set(name, known)
    return known
  }
}
