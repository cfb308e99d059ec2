// A program that adds calls to the history of the folder it is given, one after the other, and says the id of each when
// it has been acknowledged. It is there to be killed.
import { writeSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { appendHistory } from '../append-history.ts'
import { exampleCall } from './example-call.ts'

const [directory = '', count = ''] = process.argv.slice(2)

for (let index = 0; index < Number(count); index++) {
  const call = exampleCall()
  const problems = await appendHistory(directory, [call])
  writeSync(1, problems.length === 0 ? `${call.id}\n` : `${JSON.stringify(problems)}\n`)
}
// It has nothing more to say, and waits for its end.
await setTimeout(600_000)
