import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { startPlayground } from '../../playground/start-playground.ts'
import { actionKeys, operatorNames } from '../generated/language.ts'
import { fileOperators, type OperatorName } from '../model/expectation.ts'
import type { RunEvent } from '../model/run-event.ts'
import { parseSuite } from '../parse/parse-suite.ts'
import { runProgram } from '../testing/run-program.ts'

/** Keys that `suites/` leaves out on purpose: the playground cannot show them, and docs/ does. */
const elsewhere = new Set(['input', 'method', 'queue', 'unix-socket'])

describe('the suites of the project', () => {
  let events: readonly RunEvent[] = []

  before(async () => {
    const { exitCode, output, errors } = await runProgram(process.cwd(), ['suites/', '--reporter', 'ndjson'])
    assert.equal(exitCode, 0, `${errors}${output.slice(-2000)}`)
    events = output
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as RunEvent)
  })

  it('send something to every operation of the playground', async () => {
    const requests = sentRequests(events)
    const untouched = (await playgroundOperations()).filter(
      ({ method, pattern }) => !requests.some(sent => sent.method === method && pattern.test(sent.path)),
    )
    assert.deepEqual(
      untouched.map(({ method, route }) => `${method} ${route}`),
      [],
    )
  })

  it('show every key and operator of the language', async () => {
    const texts = await suiteTexts()
    const parsed = await Promise.all(texts.map(({ file, text }) => parseSuite(text, file)))
    const steps = parsed.flatMap(({ suite }) => [...suite.steps, ...suite.after])
    const keys = new Set([
      ...steps.flatMap(step => [...Object.keys(step.input), ...Object.keys(step.transport ?? {})]),
      ...steps.flatMap(({ contract }) => (contract === undefined ? [] : ['contract'])),
      ...steps.flatMap(({ action, scripts }) =>
        scripts === undefined || action === 'script' ? [] : ['scripts'],
      ),
      ...parsed.flatMap(({ suite }) => Object.keys(suite.settings.transport ?? {})),
    ])
    const operators = new Set(
      steps.flatMap(step =>
        step.validations.flatMap(validation =>
          'expectations' in validation ? validation.expectations.map(({ operator }) => operator) : [],
        ),
      ),
    )
    assert.deepEqual(
      Object.values(actionKeys)
        .flat()
        .filter(key => !keys.has(key) && !elsewhere.has(key)),
      [],
    )
    assert.deepEqual(
      operatorNames.filter(
        name => !Object.hasOwn(fileOperators, name) && !operators.has(name as OperatorName),
      ),
      [],
    )
  })
})

it('the project with a setup signs in one time for all of its suites', async () => {
  const words = ['--config', 'fixtures/with-setup/apitest.config.yaml', '--reporter', 'ndjson']
  const { exitCode, output, errors } = await runProgram(process.cwd(), words)
  assert.equal(exitCode, 0, `${errors}${output.slice(-2000)}`)
  assert.equal(output.match(/"method":"POST"/g)?.length, 1)
  assert.equal(output.match(/"method":"GET"/g)?.length, 3)
})

function sentRequests(events: readonly RunEvent[]): readonly { method: string; path: string }[] {
  return events.flatMap(event => {
    if (event.type !== 'step-finished') return []
    const results = [event.result, ...(event.result.steps ?? [])]
    return results.flatMap(({ exchange }) => {
      const { method, url } = exchange?.request ?? {}
      // The handshake of a WebSocket is a GET, too.
      return url === undefined ? [] : [{ method: method ?? 'GET', path: new URL(url).pathname }]
    })
  })
}

async function playgroundOperations(): Promise<
  readonly { method: string; route: string; pattern: RegExp }[]
> {
  const playground = await startPlayground({ port: 0 })
  try {
    const { paths } = (await (await fetch(`${playground.url}/openapi.json`)).json()) as {
      paths: Readonly<Record<string, object>>
    }
    return Object.entries(paths).flatMap(([route, methods]) =>
      Object.keys(methods).map(method => ({
        method: method.toUpperCase(),
        route,
        pattern: new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`),
      })),
    )
  } finally {
    await playground.close()
  }
}

async function suiteTexts(): Promise<readonly { file: string; text: string }[]> {
  const files = (await readdir('suites', { recursive: true })).filter(file => file.endsWith('.apitest.yaml'))
  return Promise.all(
    files.map(async file => ({ file, text: await readFile(path.join('suites', file), 'utf8') })),
  )
}
