// Prints what the built program makes of every fault of the fault table: outcome, time, peak memory beyond a run without
// a fault, and message. Names given on the command line choose among the faults.
import { ok, send } from '../dist/modules/src/testing/fault-server/behaviours.js'
import { faultServer } from '../dist/modules/src/testing/fault-server/fault-server.js'
import { faultGroups } from '../dist/modules/src/testing/fault-server/faults/index.js'
import { observeFault } from '../dist/modules/src/testing/fault-server/observe-fault.js'

const wanted = process.argv.slice(2).map(part => part.toLowerCase())
const noFault = {
  name: 'Nothing goes wrong',
  start: () => faultServer(send(`${ok}content-length: 2\r\n\r\nhi`)),
  outcome: 'passed',
}
const { peak: usual } = await observeFault(noFault)
console.log(`A run without a fault needs ${Math.round(usual)} MiB.`)
for (const { title, skip = false, faults } of faultGroups) {
  const chosen = faults.filter(({ name }) => isWanted(name.toLowerCase()))
  if (chosen.length > 0) console.log(`\n${title}${skip === false ? '' : `: ${skip}`}`)
  if (skip === false) for (const fault of chosen) await show(fault)
}

function isWanted(name) {
  return wanted.length === 0 || wanted.some(part => name.includes(part))
}

async function show(fault) {
  const { steps, peak, host } = await observeFault(fault)
  const [{ outcome, duration, failures }, ...others] = steps
  const figures = [outcome, `${Math.round(duration)} ms`, `+${Math.max(0, Math.round(peak - usual))} MiB`]
  console.log(`  ${fault.name}\n    ${figures.join(', ')}`)
  for (const { message, hint } of failures)
    for (const text of [message, hint])
      if (text !== undefined) console.log(`    ${text.replaceAll(host, 'HOST')}`)
  if (others.some(other => other.outcome !== 'passed')) console.log('    A step after it did not pass.')
}
