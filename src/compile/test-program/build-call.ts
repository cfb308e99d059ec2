import type { JsonValue } from '../../model/json.ts'
import { readArguments } from '../../template/functions/arguments.ts'
import { lengthOf } from '../../template/functions/dates.ts'
import { Misuse } from '../../template/functions/misuse.ts'
import { type FunctionCall, keysOf, type Pipeline } from '../../template/functions/pipeline.ts'
import { valueText } from '../../util/value-text.ts'
import type { Moment, Value } from './test-program.ts'

/** True where a target that calls these functions can say what a placeholder makes of a value. */
export function canCall(pipeline: Pipeline, functions: ReadonlySet<string>): boolean {
  if (functions.size === 0) return false
  const { calls } = afterMoment(pipeline)
  return calls.every(call => functions.has(call.name) && argumentsOf(call) !== undefined)
}

/** The calls of functions on a value; `reference` tells what a name stands for. */
export function buildCalls(pipeline: Pipeline, reference: (name: string) => Value): Value {
  const { moment, calls } = afterMoment(pipeline)
  return calls.reduce<Value>(
    (of, call): Value => {
      const [key] = keysOf(call)
      return {
        kind: 'call',
        function: call.name,
        of,
        arguments: argumentsOf(call) ?? [],
        ...(key === undefined ? {} : { key: reference(key) }),
      }
    },
    moment ?? reference(pipeline.subject),
  )
}

/** The arguments of a function; undefined where a few lines of code do not do what it does. */
function argumentsOf(call: FunctionCall): readonly JsonValue[] | undefined {
  const given = readArguments(call)
  if (given instanceof Misuse) return undefined
  switch (call.name) {
    case 'plus':
    case 'times': {
      const amount = valueText(given[0] ?? '').replace(/^\+/, '')
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(amount) ? [Number(amount)] : undefined
    }
    case 'jwt':
      return valueText(given[0] ?? '').startsWith('HS') ? given : undefined
    default:
      return given
  }
}

/** The time that a placeholder begins with, as far as it is moved and written as a part of ISO 8601, and what is done with that. */
function afterMoment({ subject, calls }: Pipeline): {
  readonly moment?: Moment
  readonly calls: Pipeline['calls']
} {
  const isUnix = subject === '$timestamp'
  if (subject !== '$isoTimestamp' && !isUnix) return { calls }
  let moment: Moment = { kind: 'moment', later: 0, form: isUnix ? 'unix' : 'iso' }
  for (const [index, call] of calls.entries()) {
    const [amount = '', zone = 'UTC'] = call.arguments.map(({ text }) => text)
    const later = call.name === 'plus' ? lengthOf(amount) : undefined
    if (later !== undefined && (!isUnix || later % 1000 === 0))
      moment = { ...moment, later: moment.later + later }
    else {
      const form = call.name === 'date' && ['UTC', 'Z'].includes(zone) ? formOf(amount) : undefined
      return form === undefined
        ? { moment, calls: calls.slice(index) }
        : { moment: { ...moment, form }, calls: calls.slice(index + 1) }
    }
  }
  return { moment, calls: [] }
}

/** Where a form of dates stands in ISO 8601, or what it is called. */
function formOf(form: string): Moment['form'] | undefined {
  if (form === 'iso' || form === 'http' || form === 'unix') return form
  const at = 'yyyy-MM-ddTHH:mm:ss.SSSZ'.indexOf(form)
  const isWhole = /^(yyyy|MM|dd|HH|mm|ss|SSS)([-T:.](MM|dd|HH|mm|ss|SSS))*Z?$/.test(form)
  return at === -1 || !isWhole ? undefined : [at, at + form.length]
}
