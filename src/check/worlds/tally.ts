import type { FoundExtract, Validation } from '../../model/expectation.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import type { Facts } from '../rule.ts'
import { Undecided } from '../../util/turns.ts'
import { joined, noOrigin, type Origin, unknownOrigin } from './world-scope.ts'

/** A suite that is played, and what surrounds it. */
export interface Played {
  readonly parsed: ParsedSuite
  readonly facts: Facts
  /** A variable without a value fails what it stands in, and not the suite. */
  readonly toleratesUnset: boolean
}

/** The verdicts on a validation in all worlds. */
export interface Count {
  readonly held: number
  readonly failed: number
  readonly origin: Origin
  /** It looks at what a service says. */
  readonly looksAtAnswer: boolean
}

/** The outcome of the conditions of something in all worlds. */
export interface Asked {
  readonly met: number
  readonly origin: Origin
}

/** The most steps that are played in all rounds and worlds together: some hundred milliseconds. */
export const mostPlayed = 10_000

/** The steps that may still be played. */
export interface Budget {
  left: number
}

/** Counts in how many worlds validations hold, and conditions are met. */
export class Tally {
  readonly #asked = new Map<object, Asked>()
  readonly #counts = new Map<Validation, Count>()
  /** The extracts that were tried, and if any world had a value for them. */
  readonly #extracts = new Map<FoundExtract, boolean>()
  /** The extracts of something that is in none of the answers. */
  readonly #unfound: ReadonlySet<FoundExtract>

  readonly #budget: Budget

  constructor(unfound: ReadonlySet<FoundExtract>, budget: Budget) {
    this.#unfound = unfound
    this.#budget = budget
  }

  /** One more step is played. Throws `Undecided` where that is one too many, as then nobody knows. */
  plays(): void {
    if (--this.#budget.left < 0) throw new Undecided('more than is played')
  }

  judged(validation: Validation, holds: boolean, origin: Origin, looksAtAnswer: boolean): void {
    const before = this.#counts.get(validation) ?? {
      held: 0,
      failed: 0,
      origin: noOrigin,
      looksAtAnswer: false,
    }
    this.#counts.set(validation, {
      held: before.held + Number(holds),
      failed: before.failed + Number(!holds),
      origin: joined(before.origin, origin),
      looksAtAnswer: before.looksAtAnswer || looksAtAnswer,
    })
  }

  /** The conditions of a step, or of a part of one, were met or not. */
  asked(one: object, isMet: boolean, origin: Origin): void {
    const before = this.#asked.get(one)
    this.#asked.set(one, {
      met: (before?.met ?? 0) + Number(isMet),
      origin: joined(before?.origin ?? noOrigin, origin),
    })
  }

  /** The outcome of the conditions of something; undefined where they were asked for nowhere. */
  answerTo(one: object): Asked | undefined {
    return this.#asked.get(one)
  }

  taken(extract: FoundExtract, found: boolean): void {
    this.#extracts.set(extract, found || this.#extracts.get(extract) === true)
  }

  /** The extracts that found something nowhere. */
  unfound(): ReadonlySet<FoundExtract> {
    return new Set([...this.#extracts].flatMap(([extract, found]) => (found ? [] : [extract])))
  }

  isUnfound(extract: FoundExtract): boolean {
    return this.#unfound.has(extract)
  }

  /** Nobody knows what comes of it. */
  isUnknown(validation: Validation): void {
    this.judged(validation, false, unknownOrigin, false)
  }

  /** The verdicts on a validation; undefined where it was not judged, or by something that nobody knows. */
  countOf(validation: Validation): Count | undefined {
    const count = this.#counts.get(validation)
    if (count === undefined || count.origin.isUnknown) return undefined
    return count
  }
}
