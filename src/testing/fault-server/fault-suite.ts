import { timeLimit, type Fault } from './fault.ts'
import type { Surroundings } from './observe-fault.ts'

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
    const { scheme = 'http', host = '' } = servers[index] ?? {}
    const step = stepOf(fault, `${scheme}://${host}/`, { HOST: host, ...files })
    // Again, because what should not have come may still be on the connection when it is used again.
    return fault.outcome === 'passed' ? [step, step] : [step]
  })
  return [
    'suite: Faults',
    'settings: { stop-on-failure: false }',
    `data: [${Array.from({ length: rows }, (_, index) => `{ row: ${index} }`).join(', ')}]`,
    'steps:',
    ...steps,
    `- request: GET ${control}/`,
    `- request: GET ${control}/open`,
    '  retry: { attempts: 100, interval: 100ms }',
    '  validations: [{ $.open: 0 }]\n',
  ].join('\n')
}

function stepOf(
  { name, timed, url, step = '' }: Fault,
  ownUrl: string,
  words: Readonly<Record<string, string>>,
): string {
  const keys = step.replaceAll(/\b[A-Z]{4,}\b/g, word => words[word] ?? word)
  const limit = `timeout: ${timed === true ? `${timeLimit}ms` : '20s'}`
  return [`- name: ${JSON.stringify(name)}`, `request: GET ${url ?? ownUrl}`, limit, keys].join('\n  ')
}
