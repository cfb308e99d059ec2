import type { Span } from './span.ts'

/** Something that is meant not to be as the API is described (`contract` of a step and of settings). */
export interface Exemption {
  readonly kind: ExemptionKind
  /** The status, a class such as `5xx`, or the rule; empty where the kind says all. */
  readonly value: string
  /** True where it is the step's own. */
  readonly isOfStep: boolean
  readonly span: Span
  readonly sourceLine: string
}

/** The keys of `contract`, and the word that holds nothing against the description. */
export type ExemptionKind = 'off' | 'allow-statuses' | 'allow-undocumented' | 'ignore'

/** All exemptions that one place has. */
export interface Exemptions {
  /** True where those around it do not count: `off` and `on`. */
  readonly isAlone: boolean
  /** The kinds it speaks of, also to take one back: `allow-undocumented: false`. */
  readonly kinds: readonly ExemptionKind[]
  readonly list: readonly Exemption[]
}

/** The exemptions of settings around a place, with those of the place itself: they win, key by key. */
export function joinExemptions(
  outer: Exemptions | undefined,
  inner: Exemptions | undefined,
): Exemptions | undefined {
  if (outer === undefined || inner === undefined) return inner ?? outer
  if (inner.isAlone || outer.list.some(({ kind }) => kind === 'off')) return inner
  const kept = outer.list.filter(({ kind }) => !inner.kinds.includes(kind))
  return { ...inner, kinds: [...new Set([...outer.kinds, ...inner.kinds])], list: [...kept, ...inner.list] }
}
