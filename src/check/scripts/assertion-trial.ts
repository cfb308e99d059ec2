import { type Assertion, holds, valuesByKind } from './assertion.ts'
import type { DataFlow } from './data-flow.ts'
import type { JsonValue } from '../../model/json.ts'
import { evaluate, type MadeAnswer, type Place, symbolOf } from './evaluate.ts'
import { anyAnswer, answersWithPart, madeAnswers, valuesNear } from './made-answers.ts'
import { comparisonIn, isOwnText, originalOf } from './comparison.ts'
import { childrenOf, expressionKey, isMember, isNode, type Node, pathOf, walk } from './syntax-tree.ts'
import { unknown } from './unknown.ts'

/** A condition that a part of a script is under. */
export interface Guard {
  readonly test: Node
  /** It is reached where the test is so. */
  readonly isMet: boolean
}

/** The body as it came. */
const isBodyText = /^(?:pm\.response\.text\(\)|responseBody)$/

/** Stands for the body that was read, by a name that no variable of a script has. */
const bodyAsJson: Node = { type: 'Identifier', name: '(body)' }

/**
 * Why nothing can fail an assertion: it takes nothing of an answer, holds whatever that is, says no more than the conditions
 * that it is under, compares something with itself, or with what the script has just set to the same, or no status leads to it.
 */
export type IdleVerdict = 'constant' | 'idle' | 'implied' | 'itself' | 'stored' | 'unreached'

/** The verdict on an assertion for a made answer; undefined where nobody knows. */
type Judge = (answer: MadeAnswer) => boolean | undefined

/** The name of the list that a call puts in order where it is; undefined for any other node. */
function orderedInPlace({ type, callee }: Node): string | undefined {
  if (type !== 'CallExpression' || !isNode(callee) || !isMember(callee)) return undefined
  const { object, property } = callee
  const isOne = isNode(property) && /^(?:sort|reverse)$/.test(String(property['name']))
  return isOne && isNode(object) && object.type === 'Identifier' ? String(object['name']) : undefined
}

/** True where something is never the same as what is written out: that is another each time. */
function isAnother({ subject, words }: Assertion): boolean {
  const [first, second, ...others] = words
  if (first?.word !== 'not' || others.length > 0 || !/^equals?$/.test(second?.word ?? '')) return false
  return [subject, ...(second?.args ?? [])].some(({ type }) => /^(?:Object|Array)Expression$/.test(type))
}

/** Tries the assertions of a script with made answers. */
export class AssertionTrial {
  /** Expressions are evaluated here, where nothing is known of an answer. */
  readonly place: Place
  readonly #flow: DataFlow
  /** The lists that are put in order where they are. */
  readonly #inPlace: ReadonlySet<string>
  readonly #values: () => readonly JsonValue[]
  readonly #answers: () => readonly (readonly MadeAnswer[])[]

  constructor(program: Node, flow: DataFlow) {
    this.#flow = flow
    const inPlace = new Set<string>()
    walk(program, node => {
      const name = orderedInPlace(node)
      if (name !== undefined) inPlace.add(name)
    })
    this.#inPlace = inPlace
    this.place = {
      answer: anyAnswer,
      meaning: name => flow.meaning(name),
      stored: call => flow.stored(call),
      steps: { left: 200_000 },
    }
    let values: readonly JsonValue[] | undefined
    this.#values = () => (values ??= valuesNear(program))
    let made: readonly (readonly MadeAnswer[])[] | undefined
    this.#answers = () => (made ??= madeAnswers(program, this.#values(), node => symbolOf(node, this.place)))
  }

  /** The verdict on an assertion of these parts; unknown where it takes nothing of an answer, and more than there is to know. */
  verdictOn(
    assertion: Assertion,
    parts: readonly Node[],
    guards: readonly Guard[],
  ): IdleVerdict | 'open' | 'unknown' {
    const isClosed = parts.every(part => this.#flow.isClosed(part))
    const known = holds(assertion, this.place)
    if (known === false) return this.#isUnreached(guards) ? 'unreached' : 'open'
    if (known !== undefined) return isClosed ? 'constant' : 'idle'
    if (this.#isOfItself(assertion)) return 'itself'
    if (isOwnText(assertion, node => this.#meant(node))) return 'idle'
    if (isAnother(assertion)) return 'constant'
    if (isClosed) return 'unknown'
    if (this.#isOfItself(assertion, true)) return 'stored'
    const judge: Judge = answer => holds(assertion, { ...this.place, answer })
    const isOne = (value: unknown): boolean =>
      holds({ ...assertion, subject: { type: 'Literal', value } }, this.place) === true
    if (valuesByKind(assertion.subject)?.every(isOne) === true || this.holdsForAll(judge, [])) return 'idle'
    if (this.#isUnreached(guards)) return 'unreached'
    return this.#isImplied(parts, judge, guards) ? 'implied' : 'open'
  }

  /** True where no status meets the conditions around something. */
  #isUnreached(guards: readonly Guard[]): boolean {
    const [ofStatus = []] = guards.length === 0 ? [] : this.#answers()
    return ofStatus.length > 0 && ofStatus.every(answer => !this.#isReached(answer, guards))
  }

  /** True where the conditions around something are met, as far as that is known. */
  #isReached(answer: MadeAnswer, guards: readonly Guard[]): boolean {
    return guards.every(({ test, isMet }) => {
      const known = this.value(test, answer)
      return known === undefined || Boolean(known.value) === isMet
    })
  }

  /** True where an assertion says no more than the conditions around it: of all answers that meet these. */
  #isImplied(parts: readonly Node[], judge: Judge, guards: readonly Guard[]): boolean {
    if (guards.length === 0) return false
    if (this.holdsForAll(judge, guards)) return true
    const asked = this.#symbolsIn(guards.map(({ test }) => test))
    const symbols = [...this.#symbolsIn(parts)].filter(one => asked.has(one)).slice(0, 4)
    return symbols.some(one => this.#holdsIn(answersWithPart(this.#values(), one), judge, guards))
  }

  /** The parts of an answer that expressions name, and that stay as they are. */
  #symbolsIn(nodes: readonly Node[]): ReadonlySet<string> {
    const found = new Set<string>()
    for (const node of nodes)
      walk(node, one => {
        const symbol = this.#flow.isSteady(one) ? symbolOf(one, this.place) : undefined
        if (symbol !== undefined) found.add(symbol)
      })
    return found
  }

  /** A comparison of something with itself, or with what the script has just set to the same. */
  #isOfItself(assertion: Assertion, isStored = false): boolean {
    const { subject, expected, isDeep } = comparisonIn(assertion) ?? {}
    if (subject === undefined || expected === undefined) return false
    const meant = (one: Node): Node | undefined => {
      const original = originalOf(one, isDeep === true)
      if (original !== undefined && this.#isUnchanged(original)) return original
      return this.#meant(one) ?? (isStored ? this.#flow.stored(one) : undefined)
    }
    const list = this.#orderedList(subject)
    return (
      expressionKey(subject, meant) === expressionKey(expected, meant) ||
      (list !== undefined && list === this.#orderedList(expected))
    )
  }

  /** True where all names in an expression always stand for the same: what was copied is still the same. */
  #isUnchanged(part: Node): boolean {
    const { type } = part
    if (type === 'Identifier') return this.#flow.meaning(String(part['name'])) !== undefined
    return pathOf(part)?.[0] === 'pm' || childrenOf(part).every(one => this.#isUnchanged(one))
  }

  /** The name of the list that an expression is, which is put in order where it is: that gives the same list. */
  #orderedList(node: Node): string | undefined {
    const name = node.type === 'Identifier' ? String(node['name']) : orderedInPlace(node)
    if (name === undefined || this.#inPlace.has(name)) return name
    const meant = this.#flow.meaning(name)
    return meant === undefined ? undefined : this.#orderedList(meant)
  }

  #meant(node: Node): Node | undefined {
    if (node.type === 'Identifier') return this.#flow.meaning(String(node['name']))
    if (node.type !== 'CallExpression') return undefined
    const [read] = node['arguments'] as readonly Node[]
    const text = read === undefined ? undefined : symbolOf(read, this.place)
    const isParsed = pathOf(node['callee'] as Node)?.join('.') === 'JSON.parse' && isBodyText.test(text ?? '')
    return isParsed || symbolOf(node, this.place) === 'pm.response.json()' ? bodyAsJson : undefined
  }

  /** True where something holds for all that some part of an answer may be, under these conditions. */
  holdsForAll(judge: Judge, guards: readonly Guard[]): boolean {
    return this.#answers().some(answers => this.#holdsIn(answers, judge, guards))
  }

  /** True where something holds in all of these answers that meet the conditions around it, which some do. */
  #holdsIn(answers: readonly MadeAnswer[], judge: Judge, guards: readonly Guard[]): boolean {
    let count = 0
    for (const answer of answers) {
      if (!this.#isReached(answer, guards)) continue
      if (judge(answer) !== true) return false
      count++
    }
    return count > 0
  }

  /** All values that an expression has for one status or the other; undefined where it takes more to know them. */
  valuesByStatus(node: Node): readonly unknown[] | undefined {
    const [ofStatus = []] = this.#answers()
    const known = ofStatus.map(answer => this.value(node, answer))
    return known.includes(undefined) ? undefined : [...new Set(known.map(one => one?.value))]
  }

  /** The value of an expression, as far as it is known. */
  value(node: Node, answer = anyAnswer): { readonly value: unknown } | undefined {
    try {
      return { value: evaluate(node, { ...this.place, answer }) }
    } catch (error) {
      if (error === unknown) return undefined
      throw error
    }
  }
}
