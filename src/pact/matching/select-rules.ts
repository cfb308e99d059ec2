import type { MatchingRule, PathToken, RulesAt } from '../matching-rule.ts'

/** The way to a value: `$`, then names and indexes as text. */
export type ValuePath = readonly string[]

/** The rules that count for a value, and whether they were given for a value further out. */
export interface SelectedRules extends RulesAt {
  readonly cascaded: boolean
}

/**
 * The rules with the heaviest path: a name or an index weighs 2, a wildcard 1, and the product of all is taken times the
 * number of steps. A path also counts for everything below it. Of equally heavy ones the last counts.
 */
export function selectRules(rules: readonly RulesAt[], path: ValuePath): SelectedRules | undefined {
  let best: { readonly at: RulesAt; readonly weight: number } | undefined
  for (const at of rules) {
    const weight = weightOf(at.path, path)
    if (weight === undefined || weight < (best?.weight ?? 0)) continue
    best = { at, weight }
  }
  if (best === undefined || best.at.rules.length === 0) return undefined
  return { ...best.at, cascaded: best.at.path.length !== path.length }
}

/** Rules whose path is as long as the value's, and matches it. */
export function rulesExactlyAt(rules: readonly RulesAt[], path: ValuePath): readonly RulesAt[] {
  return rules.filter(at => at.path.length === path.length && weightOf(at.path, path) !== undefined)
}

/** Undefined for a path that does not lead to the value or around it. */
function weightOf(tokens: readonly PathToken[], path: ValuePath): number | undefined {
  if (tokens.length > path.length) return undefined
  const product = tokens.reduce((weight, token, index) => weight * tokenWeight(token, path[index] ?? ''), 1)
  return product === 0 ? undefined : product * tokens.length
}

function tokenWeight(token: PathToken, step: string): number {
  switch (token.kind) {
    case 'root':
      return step === '$' ? 2 : 0
    case 'name':
      return step === token.name ? 2 : 0
    case 'index':
      return step === String(token.index) ? 2 : 0
    case 'any':
      return 1
    case 'any-index':
      return /^\d+$/.test(step) ? 1 : 0
  }
}

/** `$.items[0]['unit price']`: a value's path as reports show it. */
export function pathText(path: ValuePath): string {
  return path
    .map((step, index) => {
      if (index === 0) return step
      if (/^\d+$/.test(step)) return `[${step}]`
      return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `['${step.replace(/['\\]/g, '\\$&')}']`
    })
    .join('')
}

/** The rules for every member and item of a value. */
export function rulesBelow(path: ValuePath, rules: readonly MatchingRule[]): RulesAt {
  const around = path.map(step =>
    step === '$' ? ({ kind: 'root' } as const) : ({ kind: 'name', name: step } as const),
  )
  return { path: [...around, { kind: 'any' }], rules, combine: 'AND' }
}
