import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import type { RunEvent } from '../../model/run-event.ts'
import { withFolder } from '../../testing/run-program.ts'
import { sendRequest } from '../calls/call-operations.ts'
import { describeServices } from '../calls/describe-services.ts'
import { loadTest } from '../load-test/load-test.ts'
import { startMock } from '../mocks/start-mock.ts'
import { runSuites } from '../suites/run-suites.ts'
import { checkContract } from '../contract/check-contract.ts'
import { waitForHealth } from '../services/wait-for-health.ts'
import { generateTests } from '../test-code/generate-tests.ts'
import { hostIn } from '../testing/host-in.ts'

const files = {
  'apitest.config.yaml': 'allow-exec: true\nsecrets: { token: { command: [node, tell.cjs] } }\n',
  'tell.cjs': "require('fs').appendFileSync('ran', 'x'); console.log('s3cr3t-value')",
  'mock.apitest.yaml': `suite: Mocks
mocks: { shop: { routes: [{ route: GET /a, answer: { json: { token: "{{token}}" } } }] } }
steps: [{ request: "GET {{mocks.shop.url}}/a", validations: [{ $.token: "{{token}}" }] }]
`,
}

const described = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'A', version: '1' },
  paths: { '/a': { post: { responses: { 200: { description: 'ok' } } } } },
})

const saved = `suite: Saved\nsteps: [{ request: "POST http://127.0.0.1:1/a?key={{token}}" }]\n`

const ran = (folder: string): string => {
  const file = path.join(folder, 'ran')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

describe('the command of a secret', () => {
  it('is told before it runs, and not run for that', () =>
    withFolder(files, async folder => {
      for (const previewed of [
        await runSuites.preview?.({ paths: ['mock.apitest.yaml'] }, hostIn(folder)),
        await startMock.preview?.({ files: ['mock.apitest.yaml'] }, hostIn(folder)),
        await waitForHealth.preview?.({ urls: ['http://127.0.0.1:1/{{token}}'] }, hostIn(folder)),
        await generateTests.preview?.({ source: 'mock.apitest.yaml', run: true }, hostIn(folder)),
        await describeServices.preview?.(
          { question: 'list', step: { target: '127.0.0.1:1', metadata: { x: '{{token}}' } } },
          hostIn(folder),
        ),
      ])
        assert.match(
          JSON.stringify(previewed?.ok === true ? previewed.value.sentences : previewed),
          /Runs the commands? \\"node tell\.cjs\\"/,
        )
      assert.equal(ran(folder), '')
    }))

  it('is told without the secrets that the configuration has in clear, before it runs and when it fails', () => {
    const fails = `{ command: [sh, -c, "exit 3", hunter2-literal] }`
    const told = {
      ...files,
      'apitest.config.yaml': `allow-exec: true\nsecrets: { pw: hunter2-literal, token: ${fails} }\n`,
      'openapi.json': described,
      'saved.apitest.yaml': saved,
    }
    const url = 'http://127.0.0.1:1/{{token}}'
    return withFolder(told, async folder => {
      const host = hostIn(folder)
      for (const previewed of [
        await runSuites.preview?.({ paths: ['saved.apitest.yaml'] }, host),
        await startMock.preview?.({ files: ['mock.apitest.yaml'] }, host),
        await waitForHealth.preview?.({ urls: [url] }, host),
      ])
        assert.match(
          JSON.stringify(previewed?.ok === true ? previewed.value.sentences : previewed),
          /sh -c exit 3 \*{3}/,
        )
      for (const ended of [
        await startMock.run({ files: ['mock.apitest.yaml'], foreground: true }, host),
        await startMock.run({ proxy: url, foreground: true }, host),
        await waitForHealth.run({ urls: [url] }, host),
        await sendRequest.run({ step: { request: `GET ${url}` } }, host),
        await loadTest.run({ paths: ['saved.apitest.yaml'], requests: 1 }, host),
        await checkContract.run(
          {
            ...{ baseUrl: 'http://127.0.0.1:1', spec: 'openapi.json', includeWrites: true },
            settings: { headers: { 'x-key': '{{token}}' } },
          },
          host,
        ),
      ]) {
        const { problems = [] } = ended.ok && 'problems' in ended.value ? ended.value : ended.ok ? {} : ended
        const hints = problems.map(({ hint }) => hint)
        assert.deepEqual(hints, ['Run it by hand to see what it says: `sh -c exit 3 ***`.'])
      }
    })
  })

  const live = {
    ...files,
    'apitest.config.yaml': `${files['apitest.config.yaml']}environments: { live: { production: true, variables: {} } }\n`,
    'openapi.json': described,
    'saved.apitest.yaml': saved,
  }

  it('is not run by a wait that production refuses', () =>
    withFolder(live, async folder => {
      const urls = ['http://127.0.0.1:1/{{token}}']
      const waited = await waitForHealth.run({ urls, command: 'exit 1', environment: 'live' }, hostIn(folder))
      assert.deepEqual(
        [waited.ok || waited.problems.map(({ code }) => code), ran(folder)],
        [['production-unasked'], ''],
      )
    }))

  it('is not run by a mock that production keeps from handing on, and told before', () =>
    withFolder(live, async folder => {
      const input = { proxy: 'http://127.0.0.1:1/{{token}}', environment: 'live', foreground: true }
      const previewed = await startMock.preview?.(input, hostIn(folder))
      assert.match(JSON.stringify(previewed), /Runs the commands \\"node tell\.cjs\\"/)
      const started = await startMock.run(input, hostIn(folder))
      assert.deepEqual(
        [started.ok || started.problems.map(({ code }) => code), ran(folder)],
        [['production-unasked'], ''],
      )
    }))

  it('is not run by a contract check that production refuses, nor by its preview', () =>
    withFolder(live, async folder => {
      const input = {
        ...{ baseUrl: 'http://127.0.0.1:1', spec: 'openapi.json', collection: 'saved.apitest.yaml' },
        ...{ environment: 'live', includeWrites: true },
      }
      const previewed = await checkContract.preview?.(input, hostIn(folder))
      assert.equal(previewed?.ok, true, JSON.stringify(previewed))
      const checked = await checkContract.run(input, hostIn(folder))
      assert.deepEqual(
        [checked.ok || checked.problems.map(({ code }) => code), ran(folder)],
        [['production-unasked'], ''],
      )
    }))

  it('runs once for a contract check whose saved requests need it as well as its settings', async () => {
    await using server = await httpServer((_, response) => response.end())
    const own = {
      ...live,
      'apitest.config.yaml': `${files['apitest.config.yaml']}settings: { headers: { x-key: "{{token}}" } }\n`,
    }
    await withFolder(own, async folder => {
      const values = { collection: 'saved.apitest.yaml', includeWrites: true }
      const input = { baseUrl: server.url, spec: 'openapi.json', ...values }
      assert.equal((await checkContract.run(input, hostIn(folder))).ok, true)
      assert.deepEqual([server.seen[0]?.headers['x-key'], ran(folder)], ['s3cr3t-value', 'x'])
    })
  })

  it('runs once for the mocks of a suite', () =>
    withFolder(files, async folder => {
      const over = new AbortController()
      let answer = ''
      const asked: Promise<void>[] = []
      const host = hostIn(folder, {
        interrupt: over.signal,
        progress: event => {
          if (event.type !== 'serving') return
          const ask = async (): Promise<void> => {
            answer = await (await fetch(`${event.mocks[0]?.url ?? ''}/a`)).text()
            over.abort()
          }
          asked.push(ask())
        },
      })
      const started = await startMock.run({ files: ['mock.apitest.yaml'], foreground: true }, host)
      await Promise.all(asked)
      assert.equal(started.ok, true)
      assert.deepEqual([answer, ran(folder)], ['{"token":"s3cr3t-value"}', 'x'])
    }))

  it('is missed by a script that computes the name of its secret, and no mask is sent', async () => {
    await using server = await httpServer((_, response) => response.end('{}'))
    const name = `'to' + 'ken'`
    const scripts = [
      `pm.request.headers.add({ key: 'x', value: btoa(pm.variables.get(${name})) })`,
      `pm.request.headers.add({ key: 'x', value: pm.globals.replaceIn('{' + '{' + ${name} + '}}') })`,
      `pm.request.headers.add({ key: 'x', value: pm.globals.toObject()[${name}] })`,
      `pm.variables.set('mine', pm.environment.toObject()[${name}] ?? pm.globals.toObject()[${name}])`,
    ]
    const suite = (script: string): string => `suite: Computed
settings: { scripts: { before: [${JSON.stringify(script)}] } }
variables: { mine: '' }
steps: [{ request: "GET ${server.url}/?{{mine}}" }]
`
    await withFolder(files, async folder => {
      const run = async (): Promise<readonly unknown[]> => {
        let told = ''
        const emit = (event: RunEvent): void => {
          if (event.type === 'step-finished') told += JSON.stringify(event.result.failures)
        }
        const ended = await runSuites.run({ paths: ['a.apitest.yaml'] }, hostIn(folder, { emit }))
        return [
          ended.ok && ended.value.outcome,
          /the secret \\"token\\" was not read/.test(told) ? 'told' : told,
        ]
      }
      for (const script of scripts) {
        writeFileSync(path.join(folder, 'a.apitest.yaml'), suite(script))
        assert.deepEqual(await run(), ['errored', 'told'], script)
      }
      assert.deepEqual([server.seen.length, ran(folder)], [0, ''])
      writeFileSync(path.join(folder, 'a.apitest.yaml'), suite(`${scripts[0] ?? ''} // token`))
      assert.deepEqual(await run(), ['passed', '[]'])
      assert.deepEqual([server.seen[0]?.headers['x'], ran(folder)], [btoa('s3cr3t-value'), 'x'])
    })
  })

  it('runs once for a run of suites, mocks and all', () =>
    withFolder(files, async folder => {
      const run = await runSuites.run({ paths: ['mock.apitest.yaml'] }, hostIn(folder))
      assert.deepEqual([run.ok && run.value.outcome, ran(folder)], ['passed', 'x'])
    }))
})
