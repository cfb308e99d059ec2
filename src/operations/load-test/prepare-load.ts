import path from 'node:path'
import { type Problem, type Result, usageRefusal, problemsIn } from '../../model/problem.ts'
import { prepareCall } from '../calls/prepare-call.ts'
import type { Host } from '../operation.ts'
import { unaskedProduction } from '../production.ts'
import type { SecretReader } from '../opening/secret-commands.ts'
import { prepareRun } from '../suites/prepare-run.ts'
import { type LoadInput, sectionOf } from './load-input.ts'
import { loadProblems } from './load-problems.ts'
import { type LoadOrder, loadOrder } from './load-scenarios.ts'
import type { PreparedRun } from '../opening/prepared-run.ts'

/** Everything before the first request of a load test. */
export interface PreparedLoad {
  readonly prepared: PreparedRun
  readonly order: LoadOrder
  readonly warnings: readonly Problem[]
}

/** Finds, checks and plans what is to be put under load, and how; each thread does so for itself. `reader` reads the secrets of commands. */
export async function prepareLoad(
  input: LoadInput,
  host: Pick<Host, 'interrupt'>,
  reader?: SecretReader,
): Promise<Result<PreparedLoad>> {
  const given = sectionOf(input)
  const found = await prepare(input, host)
  const refused = problemsIn(given, found)
  if (!given.ok || !found.ok) return { ok: false, problems: refused }
  const { warnings } = found.value
  const unasked = unaskedProduction(found.value.plan, input)
  const prepared =
    reader === undefined || unasked.length > 0
      ? ({ ok: true, value: found.value } as const)
      : await reader.fill(found.value, true)
  if (!prepared.ok) return prepared
  const { plan } = prepared.value
  const order = loadOrder(plan, given.value, input)
  const problems = [...unasked, ...(order.ok ? loadProblems(plan, order.value) : order.problems)]
  if (!order.ok || problems.length > 0) return { ok: false, problems: [...warnings, ...problems] }
  const told = [...warnings, ...order.value.warnings]
  return { ok: true, value: { prepared: prepared.value, order: order.value, warnings: told } }
}

/** A URL is a request that is in no suite. */
async function prepare(input: LoadInput, host: Pick<Host, 'interrupt'>): Promise<Result<PreparedRun>> {
  const { shard: _, ...others } = input
  const { data, rows, tags = [], grep } = others
  const paths = wordsOf(others.paths)
  const url = paths.find(one => addressBeginning.test(one))
  if (url === undefined) return prepareRun(others, host)
  if (data !== undefined || rows !== undefined || tags.length > 0 || grep !== undefined)
    return usageRefusal(
      'a URL has no data rows, tags and names to choose by',
      'Write a suite with the request.',
    )
  const request = paths.length === 1 ? `GET ${url}` : paths.join(' ')
  const prepared = await prepareCall({ ...others, step: { name: request, request }, given: [] })
  if (!prepared.ok) return prepared
  // As for a request that is sent by hand: services and mocks are started for suites.
  const configuration = { ...prepared.value.configuration, services: [], mocks: [] }
  return { ok: true, value: { ...prepared.value, configuration } }
}

/** A source that begins with a placeholder is a URL, too, as it is for a call. */
const addressBeginning = /^(https?:\/\/|\{\{)/i

/** A method and a URL may be given as one: `POST http://127.0.0.1:3000/orders`. */
function wordsOf(paths: readonly string[]): readonly string[] {
  const [, method, url = ''] = /^\s*([a-z]+)\s+(\S.*)$/is.exec(paths.join(' ')) ?? []
  return method !== undefined && addressBeginning.test(url) ? [method, url] : paths
}

/** How a file, given by its absolute path, is told of. */
export function fileName({ workingFolder }: LoadInput): (file: string) => string {
  return file => path.relative(workingFolder, file).replaceAll(path.sep, '/')
}
