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
import { faultSuite, type Surroundings } from './fault-suite.ts'

/** The observations of the built program with faults. */
export interface Observation {
  readonly exitCode: number | null
  readonly errors: string
  /** The steps of each suite, in all their rows. */
  readonly suites: readonly (readonly StepResult[])[]
  /** MiB the process needed at most. */
  readonly peak: number
  /** Sockets and timers that were still there at its end. */
  readonly resources: readonly string[]
}

/** The outcome of one fault. */
export interface FaultObservation {
  /** The step that met it. */
  readonly step: StepResult | undefined
  /** The steps before and behind it. */
  readonly others: readonly StepResult[]
  /** Has the words of the fault for what was different this time: `HOST` for host and port of the server. */
  readonly general: (text: string) => string
  /** The process it happened in. */
  readonly process: Observation
}

/** Runs the built program with a suite for each of these faults, so many at the same time. */
export async function observeFaults(
  faults: readonly Fault[],
  atOnce = 1,
): Promise<readonly FaultObservation[]> {
  return await withServers(faults, async servers => {
    const process = await observe(
      faults.map((fault, index) => ({ faults: [fault], servers: servers.slice(index, index + 1), rows: 1 })),
      atOnce,
    )
    return faults.map((fault, index) => {
      const steps = process.suites[index] ?? []
      const step = steps.find(({ name }) => name === fault.name)
      const { host = '', words } = servers[index] ?? {}
      const known = Object.entries({ HOST: host, ...words })
      const general = (text: string): string =>
        known.reduce((rest, [word, meaning]) => rest.replaceAll(meaning, word), text)
      return { step, others: steps.filter(other => other !== step), general, process }
    })
  })
}

/** Runs the built program with one suite of all these faults, so many times. */
export function observeInTurn(faults: readonly Fault[], rows: number): Promise<Observation> {
  return withServers(faults, servers => observe([{ faults, servers, rows }], 1))
}

async function withServers<Value>(
  faults: readonly Fault[],
  use: (servers: readonly FaultServer[]) => Promise<Value>,
): Promise<Value> {
  const servers = await Promise.all(faults.map(fault => fault.start()))
  try {
    return await use(servers)
  } finally {
    await Promise.all(servers.map(server => server[Symbol.asyncDispose]()))
  }
}

interface SuiteOfFaults {
  readonly faults: readonly Fault[]
  readonly servers: readonly FaultServer[]
  readonly rows: number
}

async function observe(suites: readonly SuiteOfFaults[], atOnce: number): Promise<Observation> {
  const open = suites.map(({ faults, servers }) => {
    // A connection on which all went well may stay open for the next request.
    const ended = servers.filter((_server, index) => endsConnection(faults[index]))
    return () => ended.reduce((sum, server) => sum + server.open(), 0)
  })
  await using control = await controlServer(open)
  const there = await files()
  const texts = suites.map(({ faults, servers, rows }, index) =>
    faultSuite(faults, { files: there, servers, control: `${control.url}/${index}` }, rows),
  )
  const names = texts.map((_, index) => `${index}.apitest.yaml`)
  return await withFolder(
    Object.fromEntries(texts.map((text, index) => [`${index}.apitest.yaml`, text] as const)),
    async folder => {
      const environment = {
        APITEST_PROBE: path.join(folder, 'probe.json'),
        NODE_OPTIONS: `--import ${probe}`,
      }
      // Failures go to standard output, so that nothing but what should not be there goes to the other.
      const args = `. --workers ${atOnce} --reporter json=report.json --reporter dot`.split(' ')
      const { exitCode, errors } = await runProgram(folder, args, { environment })
      if (!existsSync(path.join(folder, 'report.json')))
        throw new Error(`The program ended early (${exitCode}): ${errors}`)
      const report = (await readJson(path.join(folder, 'report.json'))) as RunReport
      const { peak, resources } = (await readJson(path.join(folder, 'probe.json'))) as Observation
      const left = resources.filter(name => /^(TCP|TLS|Timeout|Immediate)/.test(name))
      const steps = names.map(name => report.suites.find(({ file }) => file === name)?.results ?? [])
      return { exitCode, errors, suites: steps, peak, resources: left }
    },
  )
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
