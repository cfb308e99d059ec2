import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { OperationChoice } from '../../../contract/live/select-operations.ts'
import { type ContractFinding, findingText } from '../../../model/contract.ts'
import type { CheckedNegative, CheckedOperation } from '../../../model/contract-check.ts'
import type { RunEvent } from '../../../model/run-event.ts'
import type { ValueOf } from '../../schema.ts'
import { hostIn } from '../../testing/host-in.ts'
import { checkContract } from '../check-contract.ts'

/** The input of a check in a test; the rest is as usual. */
export type CheckForTest = Partial<ValueOf<(typeof checkContract)['input']>> & {
  readonly choice?: Partial<OperationChoice>
  readonly processEnvironment?: Readonly<Record<string, string>>
  /** The files of the project beside the description. */
  readonly files?: Readonly<Record<string, string>>
}

/** The outcome of a check. */
export type CheckedForTest = ValueOf<(typeof checkContract)['answer']> & {
  readonly events: readonly RunEvent[]
}

/** A description with these paths. */
export function described(paths: object, more: object = {}): object {
  return { openapi: '3.0.3', info: { title: 'Things', version: '1' }, paths, ...more }
}

/** Serves what `answer` says on this machine, and holds it against a description. */
export async function checked(
  spec: object,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  given: CheckForTest = {},
): Promise<CheckedForTest> {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await checkedAt(spec, `http://127.0.0.1:${port}`, given)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Holds what is at an address against a description. */
export async function checkedAt(
  spec: object,
  baseUrl: string,
  { choice = {}, files = {}, processEnvironment = {}, ...given }: CheckForTest = {},
): Promise<CheckedForTest> {
  const workingFolder = await mkdtemp(path.join(os.tmpdir(), 'apitest-check-'))
  const events: RunEvent[] = []
  try {
    for (const [name, text] of Object.entries({ 'openapi.json': JSON.stringify(spec, null, 2), ...files })) {
      const file = path.join(workingFolder, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, text)
    }
    const answer = await checkContract.run(
      { baseUrl, spec: 'openapi.json', ...given, ...choice },
      hostIn(workingFolder, { processEnvironment, emit: event => events.push(event) }),
    )
    assert.ok(answer.ok, answer.ok ? '' : answer.problems.map(({ message }) => message).join('; '))
    return { ...answer.value, events }
  } finally {
    await rm(workingFolder, { recursive: true, force: true })
  }
}

/** Finds one operation in the result of a check. */
export function operationOf({ check }: CheckedForTest, name: string): CheckedOperation {
  const found = check.operations.find(({ operation }) => operation === name)
  assert.ok(found !== undefined, `${name} is not in the report`)
  return found
}

/** Everything that was found wrong, with the rule in front: `body /id: must be integer`. */
export function findingsOf(operation: CheckedOperation): readonly string[] {
  return Object.entries(operation.checks ?? {}).flatMap(([rule, check]) =>
    (check.findings ?? []).map((finding: ContractFinding) => `${rule} ${findingText(finding)}`),
  )
}

/** The requests that break a rule, with what came of them. */
export function negativesOf({ check }: CheckedForTest): readonly CheckedNegative[] {
  return check.operations.flatMap(({ negative = [] }) => negative)
}

/** Lists the requests that were not refused as expected, and why. */
export function failedIn(result: CheckedForTest): readonly string[] {
  return negativesOf(result)
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ name, reason = '' }) => `${name} ${reason}`)
}
