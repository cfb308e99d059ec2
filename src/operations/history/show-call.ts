import type { CallRecord } from '../../model/call-record.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { readHistory } from '../../store/read-history.ts'
import { operation } from '../operation.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { object, optional, text } from '../schema.ts'
import { callSchema } from './list-history.ts'

/** One call of the call history. */
export const showCall = operation({
  name: 'show-call',
  permission: 'read',
  summary: 'Shows one call of the history whole: what was sent, what came back, and why it did not pass.',
  input: object({
    id: optional(text('The id of the list, or its beginning')),
    ...projectKeys,
  }),
  answer: callSchema,
  tell: async call => {
    const { callDetails } = await import('../../report/terminal/call-lines.ts')
    const { palette } = await import('../../report/terminal/palette.ts')
    return callDetails(call, palette(false))
  },
  async run(input, host) {
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const calls = readHistory(folder.value)
    return calls.ok ? chosenCall(calls.value, input.id) : calls
  },
})

/** The call that an id, or its beginning, names; the newest without one. */
export function chosenCall(calls: readonly CallRecord[], id: string | undefined): Result<CallRecord> {
  if (id === undefined) return found(calls.slice(-1), 'the call history is empty')
  if (id.trim() === '') return usageRefusal('the id is empty', listHint)
  const chosen = calls.filter(call => call.id === id)
  const similar = calls.filter(call => call.id.startsWith(id))
  return found(chosen.length > 0 ? chosen.slice(-1) : similar, `no call in the history has the id ${id}`)
}

function found(calls: readonly CallRecord[], otherwise: string): Result<CallRecord> {
  const [call, other] = calls
  if (call !== undefined && other === undefined) return { ok: true, value: call }
  const message =
    call === undefined ? otherwise : `several calls begin so: ${calls.map(({ id }) => id).join(', ')}`
  return usageRefusal(message, listHint)
}

const listHint = 'The calls are listed with their ids by apitest history.'
