import type { InputProblem } from '../../actions/facts.ts'
import type { JsonObject } from '../../model/json.ts'
import { bodyKinds } from '../../model/mock.ts'
import { mapping } from '../../util/read-values.ts'

/** Keys of an answer that do nothing beside the others: what is about a body where none is sent, and a header that is there twice. */
export function idleAnswerKeys(written: JsonObject): readonly InputProblem[] {
  const { status, events, over, headers, 'content-type': type } = written
  const content = bodyKinds.find(key => written[key] !== undefined)
  if (status === 204 || status === 304)
    return [...bodyKinds, 'content-type', 'events', 'over']
      .filter(key => written[key] !== undefined)
      .map(key =>
        idle(key, `an answer of ${status} has no body: "${key}"`, 'Leave it out, or give it another status.'),
      )
  const isEmpty = content === undefined || (content !== 'json' && written[content] === '')
  const ownType = Object.keys(mapping(headers)).find(name => name.toLowerCase() === 'content-type')
  return [
    ...(over !== undefined && isEmpty && events === undefined
      ? [idle('over', '"over" needs a body, which comes piece by piece', overHint)]
      : []),
    ...(type !== undefined && content === undefined
      ? [idle('content-type', '"content-type" needs a body', typeHint)]
      : []),
    ...(type !== undefined && content !== undefined && ownType !== undefined
      ? [idle('content-type', `an answer has one type: "headers" has "${ownType}", too`, 'Keep one of them.')]
      : []),
  ]
}

const overHint = 'Write the body under `json`, `text`, `xml`, `html` or `file`, or wait with `delay`.'
const typeHint =
  'Write the body under `json`, `text`, `xml`, `html` or `file`. A type without a body, or of events, stands under `headers`.'

function idle(key: string, message: string, hint: string): InputProblem {
  return { at: [key], code: 'misplaced-key', message, more: { hint, atKey: true } }
}
