import { valuesOf } from '../../../compile/test-program/answer-parts.ts'
import type { Loop, Statement } from '../../../compile/test-program/test-program.ts'
import type { JavaScriptCode } from './javascript-code.ts'

/** A loop as code, without what is done in it. */
interface LoopCode {
  /** Statements before it. */
  readonly before: readonly string[]
  /** Conditions that must hold before it. */
  readonly tried: readonly string[]
  readonly head: string
  /** The condition that must hold behind it. */
  readonly holds?: string
}

/** Begins a loop over rounds; the names of items and of what it needs are known from then on. */
export function loopOf(over: Loop['over'], statements: readonly Statement[], code: JavaScriptCode): LoopCode {
  const isNumbered = statements.flatMap(valuesOf).some(({ kind }) => kind === 'round')
  if (over.kind === 'count') {
    const goesOn = over.isOpen ? ' && !isDone' : ''
    return {
      before: over.isOpen ? ['let isDone = false;'] : [],
      tried: [],
      head: `for (let index = 0; index < ${over.most}${goesOn}; index++) {`,
      ...(over.isOpen ? { holds: 'isDone' } : {}),
    }
  }
  const written = code.value(over.list)
  const isNamed = /^\w+$/.test(written)
  const item = code.item(over.item)
  const list = isNamed
    ? written
    : code.names.name(`list of ${over.item} ${written}`, `${over.item}s`, 'camelCase')
  return {
    before: isNamed ? [] : [`const ${list} = ${written};`],
    tried: [`Array.isArray(${list}) && ${list}.length > 0 && ${list}.length <= ${over.most}`],
    head: isNumbered
      ? `for (const [index, ${item}] of ${list}.entries()) {`
      : `for (const ${item} of ${list}) {`,
  }
}

/** The value that was found, or its stand-in where there is none. */
export function orStandIn(found: string, standIn: string): string {
  return standIn === 'null' ? `${found} ?? null` : `${found} === undefined ? ${standIn} : ${found}`
}
