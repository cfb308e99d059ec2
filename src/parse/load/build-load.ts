import type { JsonValue } from '../../model/json.ts'
import type { LoadSection, WrittenStage } from '../../model/load-test.ts'
import { defined } from '../../util/defined.ts'
import { parseDuration } from '../../util/duration.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping, text, number } from '../../util/read-values.ts'
import { numberIn, readStopCondition, readThreshold } from './threshold.ts'

/** The `load` of a suite, malformed parts left out (the check reports them); undefined where it has none. */
export function buildLoad(written: JsonValue | undefined): LoadSection | undefined {
  if (!isObject(written)) return undefined
  const { callers, rate, requests, stages } = written
  return defined({
    callers: wholeIn(callers),
    atMost: wholeIn(written['at-most']),
    duration: parseDuration(text(written['for']) ?? ''),
    requests: wholeIn(requests),
    rampUp: parseDuration(text(written['ramp-up']) ?? ''),
    rate: rate === undefined ? undefined : rateOf(rate),
    stages: stages !== undefined && isList(stages) ? stages.flatMap(stageOf) : undefined,
    thresholds: itemsOf(written['thresholds']).flatMap(item => orNone(readThreshold(item))),
    stopWhen: itemsOf(written['stop-when']).flatMap(item => orNone(readStopCondition(item))),
  })
}

function stageOf(written: JsonValue): readonly WrittenStage[] {
  const { to = null, over } = mapping(written)
  const isRate = typeof to === 'string'
  const level = isRate ? numberIn(to, '/s') : (wholeIn(to) ?? 0)
  const time = parseDuration(text(over) ?? '')
  return level === undefined || time === undefined ? [] : [{ to: level, over: time, isRate }]
}

function rateOf(written: JsonValue): number | undefined {
  return number(written) ?? numberIn(text(written) ?? '', '/s')
}

function wholeIn(written: JsonValue | undefined): number | undefined {
  const whole = number(written)
  return Number.isInteger(whole) ? whole : undefined
}

function itemsOf(written: JsonValue | undefined): readonly JsonValue[] {
  return written !== undefined && isList(written) ? written : []
}

function orNone<Read extends object>(read: Read): readonly Exclude<Read, { readonly message: string }>[] {
  return 'message' in read ? [] : [read as Exclude<Read, { readonly message: string }>]
}
