import { plainRequest } from '../../actions/index.ts'
import { itemName } from '../../compile/item-name.ts'
import type { CallRecord } from '../../model/call-record.ts'
import type { SavedRequest } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { readHistory } from '../../store/read-history.ts'
import { readSaved } from '../../store/saved-collections.ts'
import { list, mapping, text as textOf } from '../../util/read-values.ts'
import {
  type KnownAnswer,
  type Proposal,
  proposeValidations as proposals,
} from '../../validations/propose-validations.ts'
import { chosenCall } from '../history/show-call.ts'
import { operation } from '../operation.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { list as listOf, object, optional, published, text } from '../schema.ts'
import { itemAt } from './change-items.ts'
import { findPlace } from './find-place.ts'

/** How many of the last answers are compared. */
const mostAnswers = 10

/** Proposes what the answers of a request promise, of which nothing is saved. */
export const proposeValidations = operation({
  name: 'propose-validations',
  permission: 'read',
  summary: 'Proposes validations for a saved request, or a call, by its last answers in the call history.',
  input: object({
    place: optional(text('Names on the way to a saved request: Shop/Users/List users')),
    call: optional(text('Instead of it the id of a call of the history, or the beginning of one')),
    ...projectKeys,
  }),
  answer: object({
    calls: listOf(text('An id'), 'The calls whose answers were looked at, the last one last'),
    proposals: listOf(
      object({
        validation: published<JsonObject>('suite.schema.json#/definitions/validation', 'As in a suite'),
        reason: text('Why it probably holds for the next answer, too'),
      }),
      'What the request does not validate yet',
    ),
    notes: listOf(text('A sentence'), 'Why there are no more'),
  }),
  async run({ place, call, ...input }, host) {
    if ((place === undefined) === (call === undefined))
      return usageRefusal('either a saved request or a call is needed', 'Name one of them.')
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const history = readHistory(folder.value)
    if (!history.ok) return history
    const request = place === undefined ? undefined : requestAt(folder.value, place)
    if (request?.ok === false) return request
    const calls =
      request === undefined ? chosenOf(history.value, call) : callsOf(request.value, history.value)
    if (!calls.ok) return calls
    const answers = calls.value.flatMap(answerOf).slice(-mostAnswers)
    if (answers.length === 0) {
      const message = `the call history has no answer ${place === undefined ? 'for this call' : `of "${place}"`}`
      return usageRefusal(message, 'Send it first: apitest run, or apitest send.')
    }
    const known = list(request?.value.step['validations']).flatMap(one =>
      Object.keys(mapping(one)).map(plain),
    )
    const value = {
      calls: answers.map(({ id }) => id),
      proposals: proposals(answers).filter(one => !known.includes(targetOf(one))),
      notes: answers.at(-1)?.body?.truncated === true ? [onlyItsBeginning] : [],
    }
    return { ok: true, value }
  },
})

const onlyItsBeginning = 'Of the last body only the beginning was kept, so that nothing is proposed for it.'

function requestAt(directory: string, written: string): Result<SavedRequest> {
  const saved = readSaved(directory)
  if (!saved.ok) return saved
  const place = findPlace(saved.value, written)
  if (!place.ok) return place
  const item = itemAt(saved.value, place.value)
  if (item?.kind !== 'request')
    return usageRefusal(`"${written}" is not a request`, 'Name one of its requests.')
  return { ok: true, value: item }
}

function chosenOf(calls: readonly CallRecord[], id: string | undefined): Result<readonly CallRecord[]> {
  const call = chosenCall(calls, id)
  return call.ok ? { ok: true, value: [call.value] } : call
}

/** The calls that were probably made by a request: of its method and URL, and of its name where some of them have that. */
function callsOf(request: SavedRequest, calls: readonly CallRecord[]): Result<readonly CallRecord[]> {
  const written = textOf(request.step[plainRequest])
  if (written === undefined) return usageRefusal('validations are only proposed for requests over HTTP')
  const [, method = 'GET', url = ''] = /^(?:(\S+) +)?(.*)$/s.exec(written) ?? []
  const pattern = new RegExp(
    `^${url
      .split(/\{\{[^{}]*\}\}/)
      .map(literal)
      .join('[^?#]*')}${url.includes('?') ? '' : '(\\?|$)'}`,
  )
  const alike = calls.filter(call => call.request.method === method && pattern.test(call.request.url))
  const name = itemName(request)
  const named = alike.filter(({ source }) => 'step' in source && ` / ${source.step}`.endsWith(` / ${name}`))
  return { ok: true, value: named.length > 0 ? named : alike }
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

function answerOf({ id, response }: CallRecord): readonly (KnownAnswer & { readonly id: string })[] {
  const { status } = response ?? {}
  return response === undefined || typeof status !== 'number' ? [] : [{ ...response, status, id }]
}

function targetOf({ validation }: Proposal): string {
  return plain(Object.keys(validation)[0] ?? '')
}

/** Names of headers count whatever their case is. */
function plain(target: string): string {
  return target.startsWith('$') ? target : target.toLowerCase()
}
