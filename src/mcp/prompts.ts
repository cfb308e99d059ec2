import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import { writeJson } from '../util/exact-number.ts'

/** A usual task, as a user may choose it from a menu. */
interface TaskPrompt extends Prompt {
  /** The request to the assistant; its arguments stand in quotes. */
  readonly text: (argument: (name: string) => string) => string
}

const url = { name: 'url', description: 'Where it is', required: true }
const spec = { name: 'spec', description: 'OpenAPI or Swagger document, file or URL', required: true }

const tasks: readonly TaskPrompt[] = [
  {
    name: 'test_endpoint',
    title: 'Test an endpoint',
    description: 'Sends a request, looks at what comes back, and saves it with validations.',
    arguments: [url, { name: 'method', description: 'Method; GET (default)' }],
    text: argument =>
      `Send ${argument('method') || 'GET'} ${argument('url')} with send_request. Tell me what it answers and why. Then ` +
      'propose validations for its status, its important fields and its shape, save it with them, and run what was saved.',
  },
  {
    name: 'explain_last_failure',
    title: 'Explain the last failure',
    description: 'Finds the call that failed last, and says why.',
    text: () =>
      'Find the last call that failed with list_history (failed: true) and look at it with show_call. Say what was expected, ' +
      'what came, the likely cause, and what to do next. Change nothing.',
  },
  {
    name: 'test_api',
    title: 'Test a whole API by its description',
    description: 'Imports a description, checks the live API against it, and writes a first chain.',
    arguments: [spec, url],
    text: argument =>
      `Import ${argument('spec')} with import_document, check the API at ${argument('url')} with check_contract, and tell me ` +
      'what differs. Then write a suite that creates something, reads it by the id that came back, and takes it away.',
  },
  {
    name: 'mock_service',
    title: 'Stand in for a service',
    description: 'Starts a mock of a description and watches what it receives.',
    arguments: [spec],
    text: argument =>
      `Start a mock of ${argument('spec')} with start_mock and tell me its URL. When I have used it, show me with ` +
      'read_mock_calls what it received, and stop it when I say so.',
  },
  {
    name: 'check_breaking_changes',
    title: 'Look for breaking changes',
    description: 'Compares two descriptions of an API.',
    arguments: [
      { name: 'before', description: 'The description as it was', required: true },
      { name: 'after', description: 'The description as it is', required: true },
    ],
    text: argument =>
      `Compare ${argument('before')} with ${argument('after')} by compare_contracts. List what breaks whom, then warnings, ` +
      'then what is safe, and say what consumers have to do.',
  },
]

/** The prompts, without what they say. */
export const prompts: readonly Prompt[] = tasks.map(({ text: _, ...prompt }) => prompt)

/** The text of a prompt with what was given for its arguments. */
export function getPrompt(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
  const task = tasks.find(one => one.name === name)
  if (task === undefined) throw new Error(`There is no prompt "${name}".`)
  const argument = (key: string): string => {
    const value = Object.hasOwn(given, key) ? (given[key] ?? '') : ''
    return value === '' ? '' : writeJson(value)
  }
  const { description = '' } = task
  return { description, messages: [{ role: 'user', content: { type: 'text', text: task.text(argument) } }] }
}
