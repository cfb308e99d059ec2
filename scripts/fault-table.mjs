// Prints what the built program makes of every fault of the fault table: outcome, time, peak memory beyond a run without
// a fault, and message. Names given on the command line choose among the faults.
import { faultServer } from '../dist/modules/src/testing/fault-server/fault-server.js'
import { ok, send } from '../dist/modules/src/testing/fault-server/behaviours.js'
import { faultGroups } from '../dist/modules/src/testing/fault-server/faults/index.js'
import { observeFault } from '../dist/modules/src/testing/fault-server/observe-fault.js'

const wanted = process.argv.slice(2).map(part => part.toLowerCase())
const none = await observeFault({
  start: () => faultServer(send(`${ok}content-length: 2\r\n\r\nhi`)),
  outcome: 'passed',
})
console.log(`A run without a fault needs ${Math.round(none.peak)} MiB.`)
for (const { title, faults } of faultGroups) {
  console.log(`\n${title}`)
  for (const fault of faults)
    if (wanted.length === 0 || wanted.some(part => fault.name.toLowerCase().includes(part))) await show(fault)
}

async function show(fault) {
  const { outcome, duration, peak, message, hint, others, errors, resources } = await observeFault(fault)
  const figures = [outcome, `${Math.round(duration)} ms`, `+${Math.round(peak - none.peak)} MiB`]
  console.log(`  ${fault.name}\n    ${figures.join(', ')}`)
  if (message !== undefined) console.log(`    ${message}`)
  if (hint !== undefined) console.log(`    ${hint}`)
  if (others.some(other => other !== 'passed')) console.log(`    The steps after it: ${others.join(', ')}`)
  if (errors !== '' || resources.some(name => name !== 'PipeWrap'))
    console.log(`    Left behind: ${resources.join(', ')} ${errors}`)
}
