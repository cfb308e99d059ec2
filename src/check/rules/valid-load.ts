import type { JsonValue } from '../../model/json.ts'
import { readStopCondition, readThreshold } from '../../parse/load/threshold.ts'
import { isList } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { loadProfile } from '../load-profile.ts'
import { problemAt, type Rule } from '../rule.ts'

/** What a suite says of load tests can be done, and its thresholds judged. */
export const validLoad: Rule = ({ source, suite }) => {
  if (suite.load === undefined) return []
  const written = mapping(mapping(source.value)['load'])
  const wrongItems = (key: string, read: (item: JsonValue) => object) =>
    itemsOf(written[key]).flatMap((item, index) => {
      const one = read(item)
      if (!('message' in one && 'hint' in one)) return []
      return [
        problemAt(source, ['load', key, index], 'bad-value', String(one.message), { hint: String(one.hint) }),
      ]
    })
  const profile = loadProfile(suite.load, true)
  const faults = 'model' in profile ? [] : profile
  return [
    ...faults.map(({ key, message, hint }) =>
      problemAt(source, ['load', key], 'bad-value', message, { hint }),
    ),
    ...wrongItems('thresholds', readThreshold),
    ...wrongItems('stop-when', readStopCondition),
  ]
}

function itemsOf(written: JsonValue | undefined): readonly JsonValue[] {
  return written !== undefined && isList(written) ? written : []
}
