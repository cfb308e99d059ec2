// A thread of a load test beside the first: it reads the suites for itself, puts its share of the load on when it is told to,
// and tells what it measured.
import { parentPort, workerData } from 'node:worker_threads'
import { tokensOf } from '../../actions/auth/oauth2/tokens.ts'
import { loadActions, LoadPart } from '../../load-test/load-part.ts'
import { tellingInterval } from '../../load-test/run-load.ts'
import type { RunContext } from '../../run/run-context.ts'
import { SecretReader } from '../opening/secret-commands.ts'
import { inSurroundings } from '../opening/surroundings.ts'
import { digestOf, type FromThread, setupGiven, type ThreadOrder, type ToThread } from './load-threads.ts'
import { fileName, prepareLoad } from './prepare-load.ts'
import type { LoadOrder } from './load-scenarios.ts'
import { TargetGuard } from './target-guard.ts'

type Port = NonNullable<typeof parentPort>

/** Carries out an order; `port` leads to the thread that gave it. */
async function carryOut(order: ThreadOrder, port: Port): Promise<void> {
  const { input, mocks, given, tokens, secrets } = order
  const interrupt = new AbortController().signal
  // The first thread has read the secrets of commands: none runs again.
  const reader = new SecretReader(interrupt, { known: secrets })
  const prepared = await prepareLoad(input, { interrupt }, reader)
  // Files may have changed since the first thread read them; it goes on without this one.
  if (!prepared.ok || digestOf(prepared.value.order.scenarios) !== order.scenarios) return
  const insist = new AbortController()
  const surroundings = {
    ...{ emit: () => undefined, showsBegins: false },
    ...{ interrupt, insist: insist.signal },
  }
  // The mocks and services that suites need have been started.
  const configuration = { ...prepared.value.prepared.configuration, mocks: [], services: [] }
  const run = { ...prepared.value.prepared, configuration }
  await inSurroundings(run, input, surroundings, async context => {
    tokensOf(context.resources).add(tokens)
    const guard = new TargetGuard(input.targetIsMine === true)
    const own = {
      ...guard.watch(context),
      sharedMocks: { variables: mocks, received: new Map(), standIns: [] },
      setup: await setupGiven(run.plan, given),
    }
    await loadActions(prepared.value.order.scenarios)
    await putUnderLoad(prepared.value.order, own, { order, port, insist })
    if (guard.problem !== undefined) tell(port, { type: 'refused', problem: guard.problem })
  })
}

/** Waits for its share, and carries it out. */
async function putUnderLoad(
  { scenarios }: LoadOrder,
  run: RunContext,
  {
    order,
    port,
    insist,
  }: { readonly order: ThreadOrder; readonly port: Port; readonly insist: AbortController },
): Promise<void> {
  let part: LoadPart | undefined
  const begun = new Promise<LoadPart | undefined>(resolve => {
    port.on('message', (message: ToThread) => {
      if (message.type === 'insist') insist.abort()
      else if (message.type === 'break-off') part?.breakOff(message.hadTime)
      else if (part !== undefined) part.takeOverCallers()
      else
        part = new LoadPart(scenarios, run, { ...order, index: message.index, fileOf: fileName(order.input) })
      // Told to end before it had a share, it never begins.
      resolve(part)
    })
  })
  tell(port, { type: 'ready' })
  const own = await begun
  if (own === undefined) return
  run.interrupt.addEventListener('abort', () => {
    own.breakOff()
  })
  const telling = setInterval(() => {
    tell(port, { type: 'measured', interval: own.takeInterval() })
  }, tellingInterval)
  try {
    const measured = await own.carryOut()
    tell(port, { type: 'measured', interval: own.takeInterval() })
    tell(port, { type: 'ended', part: JSON.stringify(measured) })
  } finally {
    clearInterval(telling)
  }
}

function tell(port: Port, message: FromThread): void {
  port.postMessage(message)
}

if (parentPort !== null) {
  const port = parentPort
  // An error that is thrown ends the thread, which the first one is told.
  void carryOut(workerData as ThreadOrder, port).finally(() => {
    port.close()
  })
}
