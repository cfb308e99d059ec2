import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Outcome } from '../../model/outcome.ts'
import type { RunReport, StepResult } from '../../model/result.ts'
import { certificates } from '../certificates.ts'
import { runProgram, withFolder } from '../run-program.ts'
import { controlServer } from './control-server.ts'
import { timeLimit, type Fault } from './fault.ts'
import type { FaultServer } from './fault-server.ts'

/** What the built program made of a fault. */
export interface Observation {
  readonly exitCode: number | null
  readonly errors: string
  readonly outcome: Outcome | undefined
  /** Of the first failure, with `HOST` for the server. */
  readonly message: string | undefined
  readonly hint: string | undefined
  /** Milliseconds the step took. */
  readonly duration: number
  /** How the steps after it ended: one of another origin, and one that finds no connection left open. */
  readonly others: readonly Outcome[]
  /** MiB the process needed at most. */
  readonly peak: number
  /** Sockets and the like that were still there at its end. */
  readonly resources: readonly string[]
}

/** Runs the built program against a fault: the step it is for, and then two others. */
export async function observeFault(fault: Fault): Promise<Observation> {
  await using server = await fault.start()
  await using control = await controlServer(server)
  const files = { 'a.apitest.yaml': suiteOf(fault, server, control.url) }
  return await withFolder(files, folder => observe(fault, server, folder))
}

async function observe(fault: Fault, server: FaultServer, folder: string): Promise<Observation> {
  const environment = await environmentOf(fault, server, folder)
  const args = ['a.apitest.yaml', '--reporter', 'json=report.json']
  const { exitCode, errors } = await runProgram(folder, args, { environment })
  const report = (await readJson(path.join(folder, 'report.json'))) as RunReport
  const left = (await readJson(path.join(folder, 'probe.json'))) as Pick<Observation, 'peak' | 'resources'>
  const [step, ...others] = report.suites.flatMap(suite => suite.results)
  const outcomes = others.map(other => other.outcome)
  return { exitCode, errors, ...judged(step, server), others: outcomes, ...left }
}

function judged(
  step: StepResult | undefined,
  { host }: FaultServer,
): Pick<Observation, 'outcome' | 'message' | 'hint' | 'duration'> {
  const [failure] = step?.failures ?? []
  const message = failure?.message.replaceAll(host, 'HOST')
  const hint = failure?.hint?.replaceAll(host, 'HOST')
  return { outcome: step?.outcome, message, hint, duration: step?.duration ?? 0 }
}

/** The step is repeated when it passes: a connection used again may still carry what should not have come. */
function suiteOf(fault: Fault, { scheme, host }: FaultServer, control: string): string {
  const keys = [`timeout: ${fault.timed === true ? `${timeLimit}ms` : '10s'}`, fault.step ?? '']
  const step = [`- request: GET ${scheme}://${host}/`, ...keys.map(key => `  ${key}`)].join('\n')
  const mayStayOpen = fault.outcome === 'errored' ? 0 : 1
  return [
    'suite: A fault\nsettings: { stop-on-failure: false }\nsteps:',
    ...(fault.outcome === 'passed' ? [step, step] : [step]),
    `- request: GET ${control}/`,
    `- request: GET ${control}/open`,
    '  retry: { attempts: 100, interval: 50ms }',
    `  validations: [{ $.open: { less-than: ${mayStayOpen + 1} } }]\n`,
  ].join('\n')
}

async function environmentOf(
  fault: Fault,
  { scheme }: FaultServer,
  folder: string,
): Promise<NodeJS.ProcessEnv> {
  const trusts = scheme === 'https' && fault.trusting !== false
  return {
    APITEST_PROBE: path.join(folder, 'probe.json'),
    NODE_OPTIONS: `--import ${pathToFileURL(path.resolve('dist/modules/src/testing/fault-server/probe.js')).href}`,
    ...(trusts ? { NODE_EXTRA_CA_CERTS: (await certificates()).authority } : {}),
  }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8')) as unknown
}
