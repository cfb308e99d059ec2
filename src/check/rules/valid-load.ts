import type { JsonValue } from '../../model/json.ts'
import { readStopCondition, readThreshold } from '../../parse/load/threshold.ts'
import { isList } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { loadProfile } from '../load-profile.ts'
import type { Problem } from '../../model/problem.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { allSteps, type CheckedSuite, type Facts, problemAt, type Rule } from '../rule.ts'

/** The load test of a suite can be done, and its thresholds judged. */
export const validLoad: Rule = (checked, facts) => {
  const { source, suite } = checked
  if (suite.load === undefined) return []
  const written = mapping(mapping(source.value)['load'])
  const wrongItems = (key: string, read: (item: JsonValue) => object) =>
    itemsOf(written[key]).flatMap((item, index) => {
      const one = read(item)
      if (!('message' in one && 'hint' in one) || isTold(key, item)) return []
      return [
        problemAt(source, ['load', key, index], 'bad-value', String(one.message), { hint: String(one.hint) }),
      ]
    })
  const profile = loadProfile(suite.load, true)
  const faults = 'model' in profile ? [] : profile
  const problems = [
    ...faults.map(({ key, message, hint }) =>
      problemAt(source, ['load', key], 'bad-value', message, { hint }),
    ),
    ...wrongItems('thresholds', readThreshold),
    ...itemsOf(written['thresholds']).flatMap((item, index) => unknownStep(item, index, checked, facts)),
    ...wrongItems('stop-when', readStopCondition),
  ]
  if (!('model' in profile) || problems.length > 0) return problems
  return import('../trials/idle-load.ts').then(({ idleLoad }) => idleLoad(profile, checked, facts))
}

function itemsOf(written: JsonValue | undefined): readonly JsonValue[] {
  return written !== undefined && isList(written) ? written : []
}

/** True where the schema tells what is wrong with an item: a `for` of a threshold. */
function isTold(key: string, item: JsonValue): boolean {
  const [condition] = Object.values(mapping(item))
  return key === 'thresholds' && mapping(condition)['for'] !== undefined
}

/** A threshold is about a step of the suite, or of one that it uses; nobody knows those of one that cannot be read. */
function unknownStep(
  item: JsonValue,
  index: number,
  checked: CheckedSuite,
  { uses }: Facts,
): readonly Problem[] {
  const threshold = readThreshold(item)
  if ('message' in threshold || threshold.step === undefined) return []
  const { step, written } = threshold
  const used = [...uses.values()]
  if (used.some(({ state }) => state !== 'parsed')) return []
  const parsed = [checked, ...used.flatMap(one => (one.state === 'parsed' ? one.parsed : []))]
  const names = [...new Set(parsed.flatMap(allSteps).map(({ name }) => name))]
  if (names.includes(step)) return []
  return [
    problemAt(
      checked.source,
      ['load', 'thresholds', index],
      'bad-value',
      `the threshold "${written}" is about a step "${step}", and there is none`,
      { hint: didYouMean(step, names) ?? `Steps are ${names.join(', ')}.` },
    ),
  ]
}
