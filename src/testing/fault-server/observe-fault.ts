import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RunReport, StepResult } from '../../model/result.ts'
import { certificates, withoutCertificates } from '../certificates.ts'
import { runProgram, withFolder } from '../run-program.ts'
import { controlServer } from './control-server.ts'
import type { Fault } from './fault.ts'
import type { FaultServer } from './fault-server.ts'
import { faultSuite } from './fault-suite.ts'

/** What the built program made of faults. */
export interface Observation {
  readonly exitCode: number | null
  readonly errors: string
  /** The steps of the suite, in all their rows. */
  readonly steps: readonly StepResult[]
  /** MiB the process needed at most. */
  readonly peak: number
  /** Sockets and timers that were still there at its end. */
  readonly resources: readonly string[]
}

/** Where steps go: the faults' servers, and the one beside them. */
export interface Surroundings {
  readonly servers: readonly FaultServer[]
  /** Answers `/` with 200, and `/open` with the number of connections that steps left open on the servers. */
  readonly control: string
  /** Files that steps may name, by the words that stand for them. */
  readonly files: Readonly<Record<string, string>>
}

/** What became of one fault. */
export interface FaultObservation extends Observation {
  /** The step that met it. */
  readonly step: StepResult | undefined
  /** Those before and behind it. */
  readonly others: readonly StepResult[]
  /** Has the words of the fault for what was different this time: `HOST` for host and port of the server. */
  readonly general: (text: string) => string
}

/** Runs the built program with the suite of one fault. */
export async function observeFault(fault: Fault): Promise<FaultObservation> {
  await using server = await fault.start()
  const seen = await observe([fault], [server], 1)
  const step = seen.steps.find(({ name }) => name === fault.name)
  const others = seen.steps.filter(other => other !== step)
  const words = Object.entries({ HOST: server.host, ...server.words })
  const general = (text: string): string =>
    words.reduce((rest, [word, meaning]) => rest.replaceAll(meaning, word), text)
  return { ...seen, step, others, general }
}

/** Runs the built program with one suite of all these faults, so many times. */
export async function observeFaults(faults: readonly Fault[], rows: number): Promise<Observation> {
  const servers = await Promise.all(faults.map(fault => fault.start()))
  try {
    return await observe(faults, servers, rows)
  } finally {
    await Promise.all(servers.map(server => server[Symbol.asyncDispose]()))
  }
}

async function observe(
  faults: readonly Fault[],
  servers: readonly FaultServer[],
  rows: number,
): Promise<Observation> {
  // A connection on which all went well may stay open for the next request.
  const ended = servers.filter((_server, index) => endsConnection(faults[index]))
  await using control = await controlServer(() => ended.reduce((sum, server) => sum + server.open(), 0))
  const suite = faultSuite(faults, { servers, control: control.url, files: await files() }, rows)
  return await withFolder({ 'a.apitest.yaml': suite }, async folder => {
    const environment = { APITEST_PROBE: path.join(folder, 'probe.json'), NODE_OPTIONS: `--import ${probe}` }
    // Failures go to standard output, so that nothing but what should not be there goes to the other.
    const args = ['a.apitest.yaml', '--reporter', 'json=report.json', '--reporter', 'dot']
    const { exitCode, errors } = await runProgram(folder, args, { environment })
    if (!existsSync(path.join(folder, 'report.json')))
      throw new Error(`The program ended early (${exitCode}): ${errors}`)
    const { suites } = (await readJson(path.join(folder, 'report.json'))) as RunReport
    const { peak, resources } = (await readJson(path.join(folder, 'probe.json'))) as Observation
    const left = resources.filter(name => /^(TCP|TLS|Timeout|Immediate)/.test(name))
    return { exitCode, errors, steps: suites.flatMap(({ results }) => results), peak, resources: left }
  })
}

function endsConnection(fault: Fault | undefined): boolean {
  return fault !== undefined && fault.outcome !== 'passed' && fault.keepsConnection !== true
}

const probe = pathToFileURL(path.resolve('dist/modules/src/testing/fault-server/probe.js')).href

async function files(): Promise<Surroundings['files']> {
  const schema = { PROTOSET: path.resolve('fixtures/grpc/lab.protoset') }
  if (withoutCertificates !== false) return schema
  const { authority, revocationLists } = await certificates()
  return { ...schema, AUTHORITY: authority, REVOCATIONS: revocationLists }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8')) as unknown
}
