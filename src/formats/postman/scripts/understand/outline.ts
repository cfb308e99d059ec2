import type { AnyNode } from 'acorn'
import type { Branched, BranchedGuards } from './branch.ts'
import type { Check, Guard } from './checks/check.ts'
import type { Value } from './checks/value.ts'

/** A statement of a script and what may become of it. */
export type Outline = Leaf | Wrapper

/** A statement that is translated or stays as a whole. */
export interface Leaf extends Branched {
  readonly kind: 'leaf'
  readonly node: AnyNode
  readonly meaning: Meaning
}

export type Meaning =
  /** Validations say it. `name` is that of a legacy test, `tests["name"] = …`. */
  | {
      readonly is: 'check'
      readonly checks: readonly Check[]
      readonly guards: readonly Guard[]
      readonly name?: string
    }
  /** An extract or a variable of the step says it. */
  | {
      readonly is: 'write'
      readonly variable: string
      readonly scope: string
      readonly value: Value
      /** Nothing is set when there is no such value. */
      readonly isOptional?: true
      readonly guards: readonly Guard[]
    }
  /** It takes a variable away: nothing when the script sets the same one again. `scope` is where, such as `pm.globals`. */
  | {
      readonly is: 'unset'
      readonly variable: string
      readonly scope: string
      readonly guards: readonly Guard[]
    }
  /** It has no visible effect, but may stop the script with an error. */
  | { readonly is: 'nothing'; readonly guards: readonly Guard[] }
  /** It only serves others, such as `const answer = pm.response.json()`: it stays where one of them stays. */
  | { readonly is: 'support'; readonly guards: readonly Guard[] }
  /** It stays. Without a reason it has no effect by itself, such as `let count = list.filter(…)`. */
  | { readonly is: 'script'; readonly reason?: string }

/** A statement around others, of which each is translated or stays by itself. */
export interface Wrapper {
  readonly kind: 'wrapper'
  readonly node: AnyNode
  /** The test's name; undefined for blocks and conditions. */
  readonly test?: string
  /** Conditions that have to hold so that its condition does not throw. */
  readonly guards: readonly BranchedGuards[]
  readonly body: readonly Outline[]
}

/** Every leaf, in the order of the text. */
export function leavesOf(outlines: readonly Outline[], found: Leaf[] = []): readonly Leaf[] {
  for (const outline of outlines) {
    if (outline.kind === 'leaf') found.push(outline)
    else leavesOf(outline.body, found)
  }
  return found
}
