import { timeLimit, type Fault } from './fault.ts'
import type { FaultServer } from './fault-server.ts'

/** Where steps go: the faults' servers, and the one beside them. */
export interface Surroundings {
  readonly servers: readonly FaultServer[]
  /** A URL that is answered with 200, and below it `/open` with the number of connections that steps left open on the servers. */
  readonly control: string
  /** Files that steps may name, by the words that stand for them. */
  readonly files: Readonly<Record<string, string>>
}

/**
 * A suite with a step for each fault, then one that goes elsewhere, and one that waits until no connection is left on
 * which something went wrong. It runs in so many rows.
 */
export function faultSuite(
  faults: readonly Fault[],
  { servers, control, files }: Surroundings,
  rows: number,
): string {
  const steps = faults.flatMap((fault, index) => {
    const { scheme = 'http', host = '', words } = servers[index] ?? {}
    const own = stepsOf(fault, `${scheme}://${host}/`, { HOST: host, ...words, ...files })
    // Again, because what should not have come may still be on the connection when it is used again.
    return fault.outcome === 'passed' ? [...own, ...own] : own
  })
  return [
    'suite: Faults',
    'settings: { stop-on-failure: false }',
    `data: [${Array.from({ length: rows }, (_, index) => `{ note: ${index} }`).join(', ')}]`,
    'steps:',
    ...steps,
    `- request: GET ${control}/`,
    `- request: GET ${control}/open`,
    '  retry: { attempts: 100, interval: 100ms }',
    '  validations: [{ $.open: 0 }]\n',
  ].join('\n')
}

function stepsOf(
  { name, timed, url, action = `request: GET ${url ?? 'OWNURL'}`, before, step = '' }: Fault,
  ownUrl: string,
  words: Readonly<Record<string, string>>,
): readonly string[] {
  const all = { ...words, OWNURL: ownUrl }
  const limit = step.includes('timeout:') ? [] : [`timeout: ${timed === true ? `${timeLimit}ms` : '20s'}`]
  const lines = [`- name: ${JSON.stringify(name)}`, fill(action, all), ...limit, fill(step, all)]
  return [...(before === undefined ? [] : [fill(before, all)]), lines.join('\n  ')]
}

function fill(yaml: string, words: Readonly<Record<string, string>>): string {
  return yaml.replaceAll(/\b[A-Z]{4,}\b/g, word => words[word] ?? word)
}
