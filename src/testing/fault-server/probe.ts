import { writeFileSync } from 'node:fs'

// Imported by a program under observation: writes down at its end how much memory it needed at most, and what it left
// behind that would have kept it alive.
process.once('exit', () => {
  const file = process.env['APITEST_PROBE']
  if (file === undefined) return
  const peak = process.resourceUsage().maxRSS / 1024
  writeFileSync(file, JSON.stringify({ peak, resources: process.getActiveResourcesInfo() }))
})
