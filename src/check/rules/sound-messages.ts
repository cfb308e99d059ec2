import { isInstruction } from '../../actions/websocket/instruction.ts'
import { readClose } from '../../actions/websocket/read-close.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { list, mapping } from '../../parse/read-values.ts'
import type { YamlSource } from '../../parse/yaml-source.ts'
import { closest, suggesting } from '../../util/did-you-mean.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** What a step sends over its WebSocket is what it seems to be, and all of it can be sent. */
export const soundMessages: Rule = ({ source, ...parsed }) =>
  allSteps(parsed)
    .filter(({ action }) => action === 'websocket')
    .flatMap(({ input, path }) => {
      const messages = list(input['messages'])
      const closing = messages.findIndex(message => isInstruction(message) && message['close'] !== undefined)
      return messages.flatMap((message, index) => {
        const place = [...path, 'messages', index]
        const isBehind = closing !== -1 && index > closing
        return [
          ...misreadKeys(source, message, place),
          ...closeProblems(source, message, place),
          ...(isBehind ? unsendable(source, place) : []),
        ]
      })
    })

const contents = ['text', 'json', 'file', 'close']
const moments = ['after', 'delay']

/** A slip in `after` or `delay`, or a second content, makes a mapping one that is sent as it is. */
function misreadKeys(source: YamlSource, message: JsonValue, place: DocumentPath): readonly Problem[] {
  const keys = Object.keys(mapping(message))
  const [first, second] = keys.filter(key => contents.includes(key))
  if (first === undefined || isInstruction(message)) return []
  if (second === undefined)
    return keys
      .filter(key => key !== first && !moments.includes(key) && closest(key, moments) !== undefined)
      .map(key =>
        problemAt(source, [...place, key], 'unknown-key', `"${key}" is not a key of a message to send`, {
          hint: suggesting(key, moments, 'To send just this mapping, write it below `json`.'),
          atKey: true,
        }),
      )
  if (!keys.some(key => moments.includes(key))) return []
  const reason = `a message has one content: "${first}" and "${second}" are two`
  return [
    problemAt(source, [...place, second], 'misplaced-key', reason, {
      hint: 'Make them two messages.',
      atKey: true,
    }),
  ]
}

function closeProblems(source: YamlSource, message: JsonValue, place: DocumentPath): readonly Problem[] {
  const close = isInstruction(message) ? message['close'] : undefined
  if (close === undefined || JSON.stringify(close).includes('{{')) return []
  const at = [...place, 'close']
  const read = readClose(close)
  const unknown = Object.keys(mapping(close)).filter(key => key !== 'code' && key !== 'reason')
  return [
    ...(read.ok ? [] : [problemAt(source, at, 'bad-value', read.failure.message, read.failure)]),
    ...unknown.map(key =>
      problemAt(source, [...at, key], 'unknown-key', `"${key}" is not a key of "close"`, {
        hint: suggesting(key, ['code', 'reason'], 'Keys are code, reason.'),
        atKey: true,
      }),
    ),
  ]
}

function unsendable(source: YamlSource, place: DocumentPath): readonly Problem[] {
  return [
    problemAt(source, place, 'bad-value', 'nothing can be sent once the WebSocket is closed', {
      hint: 'Make `close` the last of the messages.',
    }),
  ]
}
