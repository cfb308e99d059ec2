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
  readonly list: readonly Exemption[]
}

/** The exemptions of settings around a place, with those of the place itself: they win, key by key. */
export function joinExemptions(
  outer: Exemptions | undefined,
  inner: Exemptions | undefined,
): Exemptions | undefined {
  if (outer === undefined || inner === undefined) return inner ?? outer
  const kinds = new Set(inner.list.map(({ kind }) => kind))
  if (inner.isAlone || outer.list.some(({ kind }) => kind === 'off')) return inner
  return { ...inner, list: [...outer.list.filter(({ kind }) => !kinds.has(kind)), ...inner.list] }
}
