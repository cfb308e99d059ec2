import { perform } from './perform.ts'

// A program for tests: sends a GET to the URL given, and prints the status, or the failure's kind, message and hint.
const answer = await perform({ request: `GET ${process.argv[2] ?? ''}` })
const result = answer.ok
  ? { status: answer.exchange.response.status, phases: Object.keys(answer.exchange.timings.phases ?? {}) }
  : { ...answer.failure, request: undefined, timings: undefined }
process.stdout.write(JSON.stringify(result))
