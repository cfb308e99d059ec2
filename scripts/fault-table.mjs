// Prints what the built program makes of every fault of the fault table, one line for each: outcome, time, peak memory
// beyond a run without a fault, name and message. Words given on the command line choose among the faults. Then come the
// largest figures, and what a run of all these faults in one process leaves open.
import { ok, send } from '../dist/modules/src/mock/faults/behaviours.js'
import { faultServer } from '../dist/modules/src/testing/fault-server/fault-server.js'
import { faultGroups } from '../dist/modules/src/testing/fault-server/faults/index.js'
import { observeFaults, observeInTurn } from '../dist/modules/src/testing/fault-server/observe-fault.js'

const wanted = process.argv.slice(2).map(part => part.toLowerCase())
const noFault = {
  name: 'Nothing goes wrong',
  start: () => faultServer(send(`${ok}content-length: 2\r\n\r\nhi`)),
  outcome: 'passed',
}
const [
  {
    process: { peak: usual },
  },
] = await observeFaults([noFault])
const seen = []
for (const { title, skip = false, faults } of faultGroups) {
  const chosen = faults.filter(({ name }) => isWanted(`${title} ${name}`.toLowerCase()))
  if (chosen.length > 0) console.log(`\n${title}${skip === false ? '' : `: ${skip}`}`)
  if (skip === false) for (const fault of chosen) seen.push({ fault, ...(await show(fault)) })
}
if (seen.length > 0) await summarize()

function isWanted(text) {
  return wanted.length === 0 || wanted.some(part => text.includes(part))
}

async function show(fault) {
  const [seen] = await observeFaults([fault])
  const { step, others, general } = seen
  const { peak, resources } = seen.process
  const { outcome, duration, failures } = step
  const more = peak - usual
  const figures = [outcome.padEnd(7), `${Math.round(duration)} ms`.padStart(8), memory(more).padStart(9)]
  const message = failures.map(failure => `: ${general(failure.message)}`).join('')
  const notes = [
    ...(others.some(other => other.outcome !== 'passed') ? ['a step after it did not pass'] : []),
    ...resources.map(resource => `leaves ${resource}`),
  ]
  console.log(`  ${figures.join('  ')}  ${[fault.name + message, ...notes].join('; ')}`)
  return { duration, more, timed: fault.timed === true }
}

async function summarize() {
  const { peak, resources, exitCode } = await observeInTurn(
    seen.map(({ fault }) => fault),
    1,
  )
  const slowest = Math.max(0, ...seen.filter(({ timed }) => !timed).map(({ duration }) => duration))
  const latest = Math.max(0, ...seen.filter(({ timed }) => timed).map(({ duration }) => duration))
  console.log(`
${seen.length} faults; a run without a fault needs ${Math.round(usual)} MiB
slowest that ends at once ${Math.round(slowest)} ms, slowest with a time limit of 400 ms ${Math.round(latest)} ms
most memory ${memory(Math.max(...seen.map(({ more }) => more)))}
all in one process: ${memory(peak - usual)}, exit code ${exitCode}, sockets and timers left: ${resources.length}`)
}

function memory(more) {
  return `+${Math.max(0, Math.round(more))} MiB`
}
