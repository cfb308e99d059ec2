import { attachFiles } from './attachments/attach-files.ts'
import { listAttachments } from './attachments/list-attachments.ts'
import {
  callGrpc,
  listenToBroker,
  openWebSocket,
  pollRequest,
  publishMessage,
  readEvents,
  rehearseRequest,
  sendRequest,
} from './calls/call-operations.ts'
import { describeServices, readProto } from './calls/describe-services.ts'
import { saveStep } from './calls/save-step.ts'
import { checkContract } from './contract/check-contract.ts'
import { compareContracts } from './contract/compare-contracts.ts'
import { validateBody } from './contract/validate-body.ts'
import { compileSource } from './convert/compile-source.ts'
import { importDocument } from './convert/import-document.ts'
import { saveCollection } from './convert/save-collection.ts'
import { callAsCurl } from './history/call-as-curl.ts'
import { clearHistory } from './history/clear-history.ts'
import { listHistory } from './history/list-history.ts'
import { showCall } from './history/show-call.ts'
import { loadTest } from './load-test/load-test.ts'
import { listMocks } from './mocks/list-mocks.ts'
import { readMockCalls } from './mocks/read-mock-calls.ts'
import { resetMocks } from './mocks/reset-mocks.ts'
import { startMock } from './mocks/start-mock.ts'
import { stopMocks } from './mocks/stop-mocks.ts'
import type { AnyOperation } from './operation.ts'
import { generatePact, recordPact } from './pact/generate-pact.ts'
import { verifyPacts } from './pact/verify-pacts.ts'
import { addValidations } from './saved/add-validations.ts'
import { allowReads } from './saved/allow-reads.ts'
import { changeSaved } from './saved/change-saved.ts'
import { createSaved } from './saved/create-saved.ts'
import { deleteSaved } from './saved/delete-saved.ts'
import { changeEnvironment, deleteEnvironment } from './saved/environments.ts'
import { listEnvironments } from './saved/list-environments.ts'
import { listCollections } from './saved/list-collections.ts'
import { moveSaved } from './saved/move-saved.ts'
import { proposeValidations } from './saved/propose-validations.ts'
import { saveRequest } from './saved/save-request.ts'
import { showSaved } from './saved/show-saved.ts'
import { recordSession } from './recording/record-session.ts'
import { runCommand, waitForHealth } from './services/wait-for-health.ts'
import { initProject } from './project/init-project.ts'
import { generateTests } from './test-code/generate-tests.ts'
import { checkSuites } from './suites/check-suites.ts'
import { fixSuites } from './suites/fix-suites.ts'
import { formatSuites } from './suites/format-suites.ts'
import { runSuites } from './suites/run-suites.ts'

/** Operations that belong together. */
export interface OperationGroup {
  /** The word that chooses it. */
  readonly name: string
  /** The subject of the group, in a few words. */
  readonly title: string
  readonly operations: readonly AnyOperation[]
  /** The operations that are rarely asked for in a conversation. */
  readonly rare?: readonly AnyOperation[]
}

/** Everything a user can ask for, by what it is about. */
export const operationGroups: readonly OperationGroup[] = [
  {
    name: 'requests',
    title: 'Single requests',
    operations: [sendRequest, pollRequest, openWebSocket, readEvents, validateBody],
    rare: [rehearseRequest],
  },
  {
    name: 'suites',
    title: 'Suites',
    operations: [runSuites, checkSuites, saveStep],
    rare: [formatSuites, fixSuites, recordSession, initProject],
  },
  {
    name: 'collections',
    title: 'What is saved',
    operations: [
      ...[listCollections, showSaved, createSaved, changeSaved, deleteSaved],
      ...[saveRequest, addValidations, proposeValidations, importDocument],
    ],
    rare: [moveSaved, saveCollection, allowReads, compileSource],
  },
  { name: 'attachments', title: 'Attached files', operations: [attachFiles], rare: [listAttachments] },
  {
    name: 'environments',
    title: 'Environments',
    operations: [listEnvironments, changeEnvironment],
    rare: [deleteEnvironment],
  },
  {
    name: 'history',
    title: 'Calls that were made',
    operations: [listHistory, showCall],
    rare: [clearHistory, callAsCurl],
  },
  { name: 'test-code', title: 'Test code', operations: [generateTests] },
  { name: 'contracts', title: 'Contracts', operations: [checkContract, compareContracts] },
  { name: 'pacts', title: 'Pacts', operations: [generatePact, recordPact, verifyPacts] },
  { name: 'services', title: 'Services', operations: [waitForHealth, runCommand] },
  {
    name: 'mocks',
    title: 'Mocks',
    operations: [startMock, listMocks, readMockCalls, stopMocks],
    rare: [resetMocks],
  },
  { name: 'events', title: 'Brokers', operations: [listenToBroker, publishMessage] },
  { name: 'rpc', title: 'gRPC', operations: [callGrpc, readProto], rare: [describeServices] },
  { name: 'load', title: 'Load', operations: [loadTest] },
]

/** Everything a user can ask for. What treats all operations alike reads this list; a face that runs one names it. */
export const operations: readonly AnyOperation[] = operationGroups.flatMap(({ operations, rare = [] }) => [
  ...operations,
  ...rare,
])
