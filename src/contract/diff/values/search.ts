import { PatternTimeout } from '../../../patterns/index.ts'
import type { Atom, Claim } from './claim.ts'
import { describedNames } from './described-names.ts'
import { demandsOf } from './demands.ts'
import { faultsOf } from './faults.ts'
import type { Reading } from './written-schema.ts'
import { type Facts, inhabitantsOf, noFacts, withFact } from './facts.ts'
import type { Inhabitants, Inside } from './inhabitants.ts'
import type { Alternative, Clause, Demands } from './literal.ts'

/** The facts known on the way to a value. */
interface State {
  readonly facts: Facts
  /** The clauses that are still to be chosen from, and those that are looked at where these do not decide. */
  readonly clauses: readonly Clause[]
  readonly lateClauses: readonly Clause[]
  /** The claims that were made. */
  readonly made: readonly Claim[]
}

/** Steps that the search for a value may take. */
export interface Budget {
  left: number
}

/**
 * Searches for a value that all of some claims hold of, or the proof that there is none: claims become facts, and where one of
 * several must hold, each is tried, those first of which few are left (a tableau; R. Smullyan, 1968).
 */
export class Search {
  readonly #reading: Reading
  readonly #demands = new Map<Atom, Demands>()
  readonly #faults = new Map<string, readonly Clause[]>()

  constructor(reading: Reading) {
    this.#reading = reading
  }

  /** Finds out whether there are values that all claims hold of. */
  find(claims: readonly Claim[], inside: Inside, budget: Budget): Inhabitants {
    try {
      const state = this.#with(
        { facts: noFacts, clauses: [], lateClauses: [], made: [] },
        { literals: [], claims },
        inside,
      )
      return state === undefined ? 'none' : this.#decide(state, inside, budget)
    } catch (error) {
      // Nobody knows if a value fits a pattern that takes too long.
      if (error instanceof PatternTimeout) return 'perhaps'
      throw error
    }
  }

  #decide(start: State, inside: Inside, budget: Budget): Inhabitants {
    let state = start
    for (;;) {
      if (state.clauses.length === 0) {
        const { facts, lateClauses } = state
        if (lateClauses.length === 0) return inhabitantsOf(facts, inside)
        state = { ...state, clauses: lateClauses, lateClauses: [] }
      }
      if (budget.left <= 0) return 'perhaps'
      const [only, ...others] = state.clauses
      if (only !== undefined && others.length === 0)
        return this.#best(this.#choices(only, { ...state, clauses: [] }, inside, budget), inside, budget)
      const chosen = this.#choose(state, inside, budget)
      if (chosen === undefined) return 'none'
      const [first, ...further] = chosen
      if (first === undefined) return 'none'
      if (further.length > 0) return this.#best(chosen, inside, budget)
      state = first
    }
  }

  #best(states: Iterable<State>, inside: Inside, budget: Budget): Inhabitants {
    let best: Inhabitants = 'none'
    for (const state of states) {
      const known = this.#decide(state, inside, budget)
      if (known === 'some') return known
      if (known === 'perhaps') best = known
    }
    return best
  }

  /** The ways on from the clause that leaves the fewest; undefined where one leaves none. */
  #choose(state: State, inside: Inside, budget: Budget): readonly State[] | undefined {
    let fewest: readonly State[] | undefined
    for (const clause of state.clauses) {
      const rest = { ...state, clauses: state.clauses.filter(other => other !== clause) }
      const ways = [...this.#choices(clause, rest, inside, budget)]
      if (ways.length === 0) return undefined
      if (fewest === undefined || ways.length < fewest.length) fewest = ways
      if (ways.length === 1) break
    }
    return fewest
  }

  *#choices(clause: Clause, state: State, inside: Inside, budget: Budget): Iterable<State> {
    for (const alternative of alternativesOf(clause, atom => this.#isPossible(state, atom, inside, budget))) {
      budget.left--
      const next = this.#with(state, alternative, inside, clause.from)
      if (next !== undefined) yield next
    }
  }

  #isPossible(state: State, atom: Atom, inside: Inside, budget: Budget): boolean {
    budget.left--
    return this.#with(state, { literals: [], claims: [right(atom)] }, inside) !== undefined
  }

  /** Adds the literals and claims to the state; undefined where they cannot hold as well. */
  #with(
    state: State,
    { literals, claims }: Alternative,
    inside: Inside,
    from: readonly Claim[] = [],
  ): State | undefined {
    let { facts } = state
    const here = {
      ...inside,
      isDescribed: (name: string, sign: Claim['sign']) =>
        isDescribed(state, name, sign, this.#reading.looksPast),
    }
    for (const literal of literals) {
      const more = withFact(facts, literal, here)
      if (more === undefined) return undefined
      facts = more
    }
    let next: State | undefined = { ...state, facts }
    for (const isRight of [true, false])
      for (const claim of claims) {
        if ((claim.sign === '+') !== isRight) continue
        next = this.#withClaim(next, claim, inside, from)
        if (next === undefined) return undefined
      }
    return next
  }

  #withClaim(state: State, claim: Claim, inside: Inside, from: readonly Claim[]): State | undefined {
    const { sign, atom } = claim
    const circle = circleOf(claim, from)
    if (circle !== undefined) return circle === 'holds' ? state : undefined
    const { atoms } = this.#reading
    for (const other of state.made) {
      if (other.atom === atom && other.sign === sign) return state
      if ((other.sign === '+') !== (sign === '+') && atoms.areSame(other.atom, atom)) return undefined
    }
    const made = { ...state, made: [...state.made, claim] }
    const way = [...from, claim]
    return sign === '+' ? this.#demand(made, atom, inside, way) : this.#refuse(made, atom, sign, inside, way)
  }

  #demand(state: State, atom: Atom, inside: Inside, from: readonly Claim[]): State | undefined {
    const known = this.#demands.get(atom) ?? demandsOf(atom, this.#reading)
    this.#demands.set(atom, known)
    const { clauses, lateClauses } = known
    const more = {
      ...state,
      clauses: clauses.length === 0 ? state.clauses : [...state.clauses, ...coming(clauses, from)],
      lateClauses:
        lateClauses.length === 0 ? state.lateClauses : [...state.lateClauses, ...coming(lateClauses, from)],
    }
    return this.#with(more, known, inside, from)
  }

  #refuse(
    state: State,
    atom: Atom,
    sign: '-' | '~',
    inside: Inside,
    from: readonly Claim[],
  ): State | undefined {
    const key = `${sign}${atom.id}`
    const known = this.#faults.get(key) ?? faultsOf(atom, sign, this.#reading)
    this.#faults.set(key, known)
    let next: State | undefined = state
    for (const clause of known) {
      const [only, ...others] = clause.exactly === undefined ? clause.alternatives : [undefined, undefined]
      // Which properties are described is known when all is chosen from.
      const isLater = only?.literals.some(({ is }) => is === 'property') === true
      if (others.length > 0 || isLater)
        next = { ...next, clauses: [...next.clauses, ...coming([clause], from)] }
      else next = only === undefined ? undefined : this.#with(next, only, inside, from)
      if (next === undefined) return undefined
    }
    return next
  }
}

function coming(clauses: readonly Clause[], from: readonly Claim[]): readonly Clause[] {
  return clauses.map(clause => ({ ...clause, from }))
}

/**
 * Decides a claim about the same value that leads back to itself. Schemas that are alternatives of each other, and
 * nothing else, are right by what else is among these; where one asks for the other besides, as subtypes do for the
 * type whose alternatives they are, nobody means that none can be right.
 */
function circleOf(claim: Claim, from: readonly Claim[]): 'holds' | 'fails' | undefined {
  const isRight = claim.sign === '+'
  const at = from.findLastIndex(({ sign, atom }) => atom === claim.atom && (sign === '+') === isRight)
  if (at === -1) return undefined
  const isOfAlternatives = [...from.slice(at + 1), claim].every(({ isAlternative = false }) => isAlternative)
  return isRight === isOfAlternatives ? 'fails' : 'holds'
}

/** The alternatives of a clause; of members of which exactly one may be right, pairs of those that are possible. */
function* alternativesOf(clause: Clause, isPossible: (atom: Atom) => boolean): Iterable<Alternative> {
  if (clause.exactly === undefined) {
    yield* clause.alternatives
    return
  }
  const { exactly, sign } = clause
  yield { literals: [], claims: exactly.map(atom => ({ sign, atom, isAlternative: true })) }
  const possible = exactly.filter(isPossible)
  for (const [index, one] of possible.entries())
    for (const other of possible.slice(index + 1))
      yield { literals: [], claims: [one, other].map(atom => ({ ...right(atom), isOneOfTwo: true })) }
}

/**
 * True where a property is described by the schemas that values come from, with all that these are made of: who sends what one
 * alternative is about may send what another describes. An alternative may not hold because of what the other schema describes.
 * A reader of a response that two alternatives hold of looks past what only another one describes.
 */
function isDescribed(
  { made, clauses }: State,
  name: string,
  sign: Claim['sign'],
  looksPast: boolean,
): boolean {
  const isPast = looksPast && sign === '-' && made.some(({ isOneOfTwo = false }) => isOneOfTwo)
  const isIn = ({ atom }: Claim, where: 'itself' | 'anywhere'): boolean =>
    describedNames(atom, where).has(name)
  return (
    made.some(one => one.sign === '+' && isIn(one, isPast ? 'itself' : 'anywhere')) ||
    made.some(one => one.sign === '~' && sign === '-' && isIn(one, 'anywhere')) ||
    clauses.some(({ alternatives = [] }) =>
      alternatives.some(({ claims }) => claims.some(one => one.sign === '+' && isIn(one, 'anywhere'))),
    )
  )
}

function right(atom: Atom): Claim {
  return { sign: '+', atom, isAlternative: true }
}

/** A claim in a word. */
export function keyOf({ sign, atom }: Claim): string {
  return `${sign}${atom.id}`
}
