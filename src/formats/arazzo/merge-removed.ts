import { anyStatus } from '../../compile/written-checks.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { referenced } from './arazzo-document.ts'
import { validationsIn, writtenOf } from './merge-criteria.ts'
import type { FormerParameters } from './merge-parameters.ts'
import { targetOfOutput } from './output.ts'
import { expressionOf } from './write-criteria.ts'

/** The keys that are written of a step, or that have a place of their own below. */
const handled = new Set(
  'name description request query headers json form text xml content-type multipart validations extracts retry scripts timeout'.split(
    ' ',
  ),
)

/**
 * The step of a document without what its request has no longer, as far as nothing that is written anew says so. What other parts of
 * the document say is told.
 */
export function withoutRemoved(former: FormerParameters, imported: JsonObject, now: JsonObject): JsonObject {
  for (const key of Object.keys(imported))
    if (!handled.has(key) && now[key] === undefined) former.lose(key, 'an action of the document says it')
  const isGone = (key: string): boolean => imported[key] !== undefined && now[key] === undefined
  const left = {
    ...(isGone('timeout') ? { timeout: undefined } : {}),
    ...(isGone('multipart') ? { requestBody: undefined } : {}),
    successCriteria: criteriaLeft(former, imported, now),
    outputs: outputsLeft(former, imported, now),
    onFailure: actionsLeft(former, imported, now),
  }
  return defined({ ...former.step, ...left })
}

/** The scripts of a step that run behind its answer. */
export function scriptsOf({ scripts }: JsonObject): readonly JsonValue[] {
  const { after = [] } = mapping(scripts)
  return isList(after) ? after : [after]
}

function missing(before: readonly JsonValue[], now: readonly JsonValue[]): readonly JsonValue[] {
  return before.filter(one => !now.some(other => jsonEqual(one, other)))
}

/** The criteria without those that became scripts and validations that are gone, and that nothing is written of. */
function criteriaLeft(
  { step, lose }: FormerParameters,
  imported: JsonObject,
  now: JsonObject,
): readonly JsonValue[] | undefined {
  let criteria = list(step['successCriteria'])
  const drop = (what: string, isIt: (criterion: JsonValue) => boolean): void => {
    if (criteria.some(isIt)) criteria = criteria.filter(one => !isIt(one))
    else lose(what, 'no criterion of the step is it alone')
  }
  for (const script of missing(scriptsOf(imported), scriptsOf(now)))
    drop('scripts', one => {
      const { condition } = mapping(one)
      return valueText(script).startsWith(`pm.test(${JSON.stringify(valueText(condition ?? ''))}, `)
    })
  for (const validation of missing(list(imported['validations']), list(now['validations']))) {
    const isWritten = writtenOf([mapping(validation)]).length > 0
    if (!isWritten && !jsonEqual(validation, anyStatus))
      drop(Object.keys(mapping(validation)).join(', '), one => jsonEqual(validationsIn(one), [validation]))
  }
  return step['successCriteria'] === undefined ? undefined : criteria
}

/** The outputs without those that became extracts which are gone, and that nothing is written of. */
function outputsLeft(
  { step, lose }: FormerParameters,
  imported: JsonObject,
  now: JsonObject,
): JsonObject | undefined {
  const outputs = Object.entries(mapping(step['outputs']))
  const left = Object.values(mapping(now['extracts']))
  const gone = new Set<string>()
  for (const [variable, extract] of Object.entries(mapping(imported['extracts']))) {
    const from = text(extract)
    const isLeft = mapping(now['extracts'])[variable] !== undefined
    if (isLeft || (from !== undefined && expressionOf(from) !== undefined)) continue
    const own = outputs.filter(([, one]) => from !== undefined && targetOfOutput(one) === from)
    if (own.length === 0) lose(`extract ${variable}`, 'an action of the document says it')
    else if (!left.includes(from ?? '')) for (const [name] of own) gone.add(name)
  }
  const kept = outputs.filter(([name]) => !gone.has(name))
  return step['outputs'] === undefined || (kept.length === 0 && gone.size > 0)
    ? undefined
    : Object.fromEntries(kept)
}

/** The actions after a failure, of which a retry asks nothing where it did. */
function actionsLeft(
  { step, document, lose }: FormerParameters,
  imported: JsonObject,
  now: JsonObject,
): readonly JsonValue[] | undefined {
  const actions = list(step['onFailure'])
  const key = 'stop-when'
  const isGone =
    isObject(now['retry']) && mapping(imported['retry'])[key] !== undefined && now['retry'][key] === undefined
  const at = actions.findIndex(one => referenced(document, one)?.['type'] === 'retry')
  if (!isGone || at < 0) {
    if (isGone) lose(`retry ${key}`, 'the workflow says it for each of its steps')
    return step['onFailure'] === undefined ? undefined : actions
  }
  const { criteria: _, ...retry } = referenced(document, actions[at] ?? null) ?? {}
  return actions.with(at, retry)
}
