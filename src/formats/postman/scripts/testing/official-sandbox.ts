import { createRequire } from 'node:module'
import type { JsonValue } from '../../../../model/json.ts'
import type { AnswerForTest } from '../../../../extracts/testing/exchange.ts'

/** Result of a script in Postman's own sandbox. */
export interface OfficialRun {
  /** Every test by its name, and whether all tests of that name passed. */
  readonly tests: ReadonlyMap<string, boolean>
  /** Why the script as a whole stopped, if it did. */
  readonly error?: string
  /** All variables it can see afterwards, whatever their scope. */
  readonly variables: Readonly<Record<string, JsonValue>>
}

/** Postman's own sandbox, without anything of ours around it. */
export interface OfficialSandbox {
  run(
    source: string,
    phase: 'before' | 'after',
    answer: AnswerForTest,
    variables: Readonly<Record<string, JsonValue>>,
  ): Promise<OfficialRun>
  close(): void
}

interface Assertion {
  readonly name: string
  readonly passed: boolean
}

interface VariableList {
  readonly values?: readonly { readonly key: string; readonly value?: JsonValue }[]
}

interface Execution {
  readonly environment?: VariableList
  readonly globals?: VariableList
  readonly collectionVariables?: VariableList
  readonly _variables?: VariableList
}

/** The part of postman-sandbox that is used here. */
interface Context {
  on(event: string, listener: (...given: readonly unknown[]) => void): void
  removeAllListeners(event: string): void
  execute(
    target: object,
    options: object,
    done: (error: Error | null | undefined, execution: Execution | undefined) => void,
  ): void
  dispose(): void
}

interface SandboxPackage {
  createContext(options: object, done: (error: Error | null, context: Context) => void): void
}

/** The sandbox, which starts when something is to be run; it must be closed. */
export function openOfficialSandbox(): OfficialSandbox {
  let started: Promise<Context> | undefined
  let runs = 0
  return {
    run: async (source, phase, answer, variables) =>
      runIn(await (started ??= startContext()), `${++runs}`, source, phase, answer, variables),
    close: () => {
      void started?.then(context => {
        context.dispose()
      })
    },
  }
}

async function startContext(): Promise<Context> {
  const sandbox = createRequire(import.meta.url)('postman-sandbox') as SandboxPackage
  const context = await new Promise<Context>((resolve, reject) => {
    sandbox.createContext({}, (error, made) => {
      if (error) reject(error)
      else resolve(made)
    })
  })
  for (const event of ['error', 'console']) context.on(event, () => undefined)
  return context
}

async function runIn(
  context: Context,
  id: string,
  source: string,
  phase: 'before' | 'after',
  answer: AnswerForTest,
  variables: Readonly<Record<string, JsonValue>>,
): Promise<OfficialRun> {
  const assertions: Assertion[] = []
  context.on(`execution.assertion.${id}`, (_cursor, given) => {
    assertions.push(...(Array.isArray(given) ? (given as Assertion[]) : [given as Assertion]))
  })
  const target = { listen: phase === 'after' ? 'test' : 'prerequest', script: { exec: [source] } }
  const options = { id, timeout: 5000, context: contextOf(phase, answer, variables) }
  const { error, execution } = await new Promise<{
    error: Error | null | undefined
    execution: Execution | undefined
  }>(resolve => {
    context.execute(target, options, (failed, finished) => {
      resolve({ error: failed, execution: finished })
    })
  })
  context.removeAllListeners(`execution.assertion.${id}`)
  const tests = new Map<string, boolean>()
  for (const { name, passed } of assertions) tests.set(name, passed && tests.get(name) !== false)
  const after = variablesOf(execution, variables)
  return { tests, variables: after, ...(error ? { error: error.message } : {}) }
}

function contextOf(
  phase: 'before' | 'after',
  answer: AnswerForTest,
  variables: Readonly<Record<string, JsonValue>>,
): object {
  const values = Object.entries(variables).map(([key, value]) => ({ key, value, type: 'any' }))
  const body = answer.text ?? (answer.json === undefined ? '' : JSON.stringify(answer.json))
  const response = {
    code: answer.status ?? 200,
    header: (answer.headers ?? []).map(([key, value]) => ({ key, value })),
    stream: Buffer.from(body),
    responseTime: answer.duration ?? 12,
  }
  return {
    request: { url: 'http://127.0.0.1:4010/', method: 'GET' },
    // A suite has one scope for all that Postman keeps apart.
    environment: { values },
    globals: { values },
    collectionVariables: { values },
    ...(phase === 'after' ? { response } : {}),
  }
}

/** The values of variables after a script; a value that it set in one scope counts, whatever the others still hold. */
function variablesOf(
  execution: Execution | undefined,
  given: Readonly<Record<string, JsonValue>>,
): Record<string, JsonValue> {
  const lists = [
    execution?.globals,
    execution?.collectionVariables,
    execution?.environment,
    execution?._variables,
  ]
  const all = lists.flatMap(list =>
    (list?.values ?? []).flatMap(({ key, value }) => (value === undefined ? [] : [[key, value] as const])),
  )
  const isNew = ([key, value]: readonly [string, JsonValue]): boolean =>
    JSON.stringify(given[key]) !== JSON.stringify(value)
  return Object.fromEntries([...all, ...all.filter(isNew)])
}
