import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { apitest } from '../commands.mjs'
import { write } from '../files/suites.mjs'
import { environment } from '../measure.mjs'

/** Runs a program to its end in a folder; gives its status and what it printed. */
export async function runProgram({ program, args }, folder, more = {}) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...environment, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[status], output, errors] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { status, output, errors }
}

/** The figures of `apitest load` with these arguments, beside its exit code; `before` are the words of what runs it. */
export async function loadFigures(folder, args, before = []) {
  const { program, args: own } = apitest('load', ...args, '--json')
  const [first, ...others] = [...before, program, ...own]
  const { status, output, errors } = await runProgram({ program: first, args: others }, folder)
  if (!output.startsWith('{')) throw new Error(`apitest load ended with ${status}: ${errors.trim()}`)
  return { status, ...JSON.parse(output) }
}

/** A suite of one request with two validations, and with how load is put on it where that is given as YAML; gives its file. */
export function writeItemSuite(folder, url, load = '') {
  const lines = [
    'suite: Item',
    ...(load === '' ? [] : [`load: ${load}`]),
    'steps:',
    '  - name: Item',
    `    request: GET ${url}/items/17`,
    '    validations: [{ status: 200 }, { $.id: 17 }]',
  ]
  return path.basename(write(folder, 'item.apitest.yaml', `${lines.join('\n')}\n`))
}
