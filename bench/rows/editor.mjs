import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMessageConnection } from 'vscode-languageserver/node'
import { apitest } from '../commands.mjs'
import { environment, median } from '../measure.mjs'

const pairs = 7
const [many, few] = [2000, 20]

/** The costs of the editor's server; the budgets stand in README.md, as times and sizes. */
export const editorRows = [
  row('editor-first', 'the first completion', ({ times }) => times[0]),
  row('editor-completion', 'a completion', ({ times }) => median(times.slice(1))),
  {
    ...row('editor-memory', 'peak memory, the text broken five times', ({ memory }) => memory),
    budget: 1.4,
    goal: 1.2,
    unit: 'KiB',
  },
]

/** Both sides in turn, after one of each that does not count. */
function row(name, work, figureOf) {
  const measure = async () => {
    const measured = { ours: [], theirs: [] }
    for (let pair = 0; pair <= pairs; pair++)
      for (const [side, steps] of [
        ['ours', many],
        ['theirs', few],
      ]) {
        const figure = figureOf(await measureEditor(steps))
        if (pair > 0) measured[side].push(figure)
      }
    const { ours, theirs } = measured
    const ratio = median(ours.map((figure, index) => figure / theirs[index]))
    return { ratio, ours: median(ours), theirs: median(theirs) }
  }
  const against = `one of ${few}`
  return {
    name,
    work: `${work}, in a suite of ${many} steps`,
    against,
    budget: 15,
    goal: 5,
    unit: 'ms',
    measure,
  }
}

/** Opens a suite, completes in its middle, and breaks it in five ways, as somebody does who writes it. */
async function measureEditor(steps) {
  const folder = mkdtempSync(path.join(tmpdir(), 'apitest-bench-'))
  const file = path.join(folder, 'a.apitest.yaml')
  const text = suiteOf(steps)
  writeFileSync(file, text)
  const { program, args } = apitest('lsp')
  const child = spawn(program, args, { env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
  const connection = createMessageConnection(child.stdout, child.stdin)
  const checked = () =>
    new Promise(resolve => connection.onNotification('textDocument/publishDiagnostics', resolve))
  connection.listen()
  const capabilities = {}
  await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities })
  const textDocument = { uri: pathToFileURL(file).href, languageId: 'yaml', version: 1, text }
  const opened = checked()
  await connection.sendNotification('textDocument/didOpen', { textDocument })
  await opened
  const times = []
  const position = { line: 3 + 5 * (steps >> 1) + 1, character: 26 }
  for (let asked = 0; asked < 11; asked++) {
    const started = performance.now()
    await connection.sendRequest('textDocument/completion', { textDocument, position })
    times.push(performance.now() - started)
  }
  for (const [index, written] of ['[', '"', ' ', '\t', '*'].entries()) {
    const next = checked()
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { ...textDocument, version: index + 2 },
      contentChanges: [{ text: text.replace(`name: Step ${steps >> 1}`, name => written + name) }],
    })
    await next
  }
  const [, memory] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
  const ended = once(child, 'exit')
  await connection.sendRequest('shutdown')
  await connection.sendNotification('exit')
  await ended
  connection.dispose()
  rmSync(folder, { recursive: true })
  return { times, memory: Number(memory) }
}

function suiteOf(steps) {
  const step = (_, index) =>
    `  - name: Step ${index}\n    request: GET {{baseUrl}}/items/${index}\n    validations:\n      - status: 200\n      - $.id: ${index}\n`
  return `suite: A\nvariables: { baseUrl: http://127.0.0.1 }\nsteps:\n${Array.from({ length: steps }, step).join('')}`
}
