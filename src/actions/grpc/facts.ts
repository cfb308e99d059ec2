import type { ActionFacts } from '../facts.ts'
import { readGrpcTarget } from './grpc-target.ts'
import { rpcStatuses } from './statuses.ts'

/** The facts of `grpc`. */
export const facts: ActionFacts = {
  sendsRequests: true,
  bearsLoad: true,
  waits: true,
  changesData: () => true,
  needs: [{ key: 'target' }, { key: 'proto', beside: 'import-paths' }],
  excludes: [
    { keys: ['message', 'messages'], why: 'a call has one message or a list of them' },
    { keys: ['proto', 'descriptor-set'], why: 'a call has one schema' },
  ],
  address: { key: 'target', read: readGrpcTarget },
  otherWords: {
    keys: ['body', 'json', 'payload', 'request', 'data'],
    key: 'message',
    hint: 'What a call sends stands under `message`:',
  },
  statuses: {
    kind: 'names',
    call: 'a gRPC call',
    protocol: 'gRPC',
    names: rpcStatuses,
    // A stream of which enough has come is cancelled.
    usual: ['OK', 'CANCELLED'],
    faults: ['UNKNOWN', 'DEADLINE_EXCEEDED', 'INTERNAL', 'UNAVAILABLE', 'DATA_LOSS'],
    some: ['OK', 'NOT_FOUND'],
    examples: 'OK or one-of: [OK, NOT_FOUND]',
  },
  detailTrailers: ['grpc-status-details-bin'],
  answer: () => ({ details: { type: 'array' } }),
  answerTargets: ['status-message', 'details', 'trailer'],
}
