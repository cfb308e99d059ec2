import type { ResponseDescription } from '../../../api-description/api-description.ts'
import type { OperationPair } from '../pairs/operation-pair.ts'
import { responsePart } from '../pairs/part-names.ts'
import type { Finding, OperationRule } from './rule.ts'

type Found = readonly (Finding & { readonly part: string })[]

/** Statuses that came and went. */
export const responseRules: readonly OperationRule[] = [
  {
    id: 'response-success-status-removed',
    level: 'breaking',
    description: 'A status of success is gone',
    find: pair => removed(pair, isSuccess),
  },
  {
    id: 'response-non-success-status-removed',
    level: 'safe',
    description: 'A status that is no success is gone',
    find: pair => removed(pair, response => !isSuccess(response)),
  },
  {
    id: 'response-success-status-added',
    level: 'safe',
    description: 'There is another status of success',
    find: pair => added(pair, isSuccess),
  },
  {
    id: 'response-non-success-status-added',
    level: 'safe',
    description: 'There is another status that is no success',
    find: pair => added(pair, response => !isSuccess(response)),
  },
]

function isSuccess({ status }: ResponseDescription): boolean {
  return status.startsWith('2')
}

function removed({ responses, before }: OperationPair, wanted: (one: ResponseDescription) => boolean): Found {
  return responses.removed.filter(wanted).map(response => ({
    part: responsePart(response),
    reason: 'this status is gone',
    before: before.locations.response(response.status),
  }))
}

function added({ responses, after }: OperationPair, wanted: (one: ResponseDescription) => boolean): Found {
  return responses.added.filter(wanted).map(response => ({
    part: responsePart(response),
    reason: 'this status is new',
    after: after.locations.response(response.status),
  }))
}
