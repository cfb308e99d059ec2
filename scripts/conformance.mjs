// Runs the official conformance scenarios of the Model Context Protocol against a server made with our adapter, and the
// official inspector against `apitest mcp`; after a build. They are installed on first use, outside of the project.
import { inspect, inspections, revisions, runScenarios } from '../dist/modules/src/mcp/testing/conformance.js'
import { serveConformance } from '../dist/modules/src/mcp/testing/conformance-server.js'
import { installPythonClient } from '../dist/modules/src/mcp/testing/python-client.js'
import { findJudges, installJudges } from '../dist/modules/src/mcp/testing/judges.js'

const [command = 'run', ...more] = process.argv.slice(2)
if (!['run', 'install'].includes(command) || more.length > 0) {
  console.error('Usage: node scripts/conformance.mjs [run | install]')
  process.exit(2)
}
try {
  await installJudges(line => console.log(line))
  await installPythonClient(line => console.log(line))
} catch (error) {
  const [reason] = String(error.stderr ?? error).split('\n')
  console.error(`conformance: what judges cannot be installed (${reason}); Node 22 or later needs less`)
  process.exit(2)
}
const judges = findJudges()
if (typeof judges === 'string') throw new Error(judges)
if (command === 'run') await runAll()

async function runAll() {
  const server = await serveConformance()
  let failed = 0
  for (const revision of revisions) {
    const verdicts = await runScenarios(judges, revision, server.url)
    for (const verdict of verdicts) tell(revision, verdict)
    const required = verdicts.filter(({ isRequired }) => isRequired)
    const bad = required.filter(({ failures }) => failures.length > 0)
    const passed = required.reduce((sum, verdict) => sum + verdict.passed, 0)
    console.log(
      `${revision}: ${required.length - bad.length} of ${required.length} required scenarios passed, with ${passed} checks`,
    )
    failed += bad.length
  }
  await server.close()
  const problems = await inspect(judges)
  for (const problem of problems) console.log(problem)
  console.log(
    `inspector: ${inspections - problems.length} of ${inspections} calls of apitest mcp are as expected`,
  )
  process.exitCode = failed + problems.length > 0 ? 1 : 0
}

function tell(revision, { scenario, isRequired, passed, skipped, warnings, failures }) {
  const counts = [
    `${passed} passed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(warnings.length > 0 ? [`${warnings.length} warned`] : []),
    ...(failures.length > 0 ? [`${failures.length} failed`] : []),
  ]
  const outcome = failures.length === 0 ? 'ok' : isRequired ? 'FAILED' : 'not passed, not required'
  console.log(`${revision} ${scenario}: ${outcome} (${counts.join(', ')})`)
  if (isRequired) for (const line of [...failures, ...warnings]) console.log(`  ${line}`)
}
