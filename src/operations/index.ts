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
import { compareSince } from './contract/compare-since.ts'
import { validateBody } from './contract/validate-body.ts'
import { compileSource } from './convert/compile-source.ts'
import { importDocument } from './convert/import-document.ts'
import { saveCollection } from './convert/save-collection.ts'
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
import { createSaved } from './saved/create-saved.ts'
import { deleteSaved } from './saved/delete-saved.ts'
import {
  changeEnvironment,
  deleteEnvironment,
  listEnvironments,
  showEnvironment,
} from './saved/environments.ts'
import { listCollections } from './saved/list-collections.ts'
import { moveSaved } from './saved/move-saved.ts'
import { renameSaved } from './saved/rename-saved.ts'
import { saveRequest } from './saved/save-request.ts'
import { setVariables } from './saved/set-variables.ts'
import { showSaved } from './saved/show-saved.ts'
import { runCommand, waitForHealth } from './services/wait-for-health.ts'
import { checkSuites } from './suites/check-suites.ts'
import { runSuites } from './suites/run-suites.ts'

/** Everything a user can ask for. What treats all operations alike reads this list; a face that runs one names it. */
export const operations: readonly AnyOperation[] = [
  runSuites,
  checkSuites,
  loadTest,
  sendRequest,
  pollRequest,
  rehearseRequest,
  openWebSocket,
  readEvents,
  callGrpc,
  readProto,
  describeServices,
  listenToBroker,
  publishMessage,
  saveStep,
  listCollections,
  showSaved,
  createSaved,
  renameSaved,
  moveSaved,
  deleteSaved,
  setVariables,
  allowReads,
  saveRequest,
  addValidations,
  listEnvironments,
  showEnvironment,
  changeEnvironment,
  deleteEnvironment,
  importDocument,
  compileSource,
  saveCollection,
  listHistory,
  showCall,
  clearHistory,
  checkContract,
  compareContracts,
  compareSince,
  validateBody,
  generatePact,
  recordPact,
  verifyPacts,
  waitForHealth,
  runCommand,
  startMock,
  listMocks,
  readMockCalls,
  resetMocks,
  stopMocks,
]
