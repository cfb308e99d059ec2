import { testContext } from '../../testing/test-context.ts'
import { perform } from './perform.ts'

// A program for tests: sends a GET to the URL given, by default or with the authorities of a file beside Node's, and prints
// the status, or the failure's kind, message and hint.
const [, , url = '', ca] = process.argv
const settings = ca === undefined ? {} : { transport: { tls: { ca } } }
const answer = await perform({ request: `GET ${url}` }, testContext({ settings }))
const result = answer.ok
  ? { status: answer.exchange.response.status, phases: Object.keys(answer.exchange.timings.phases ?? {}) }
  : { ...answer.failure, request: undefined, timings: undefined }
process.stdout.write(JSON.stringify(result))
