// A program that adds lines to the file it is given, one after the other, and says each when it has been acknowledged. It is
// there to be stopped.
import { writeSync } from 'node:fs'
import { addLine } from './add-line.ts'

const [file = ''] = process.argv.slice(2)

for (let index = 0; ; index++) {
  const line = `${process.pid} ${index}`
  await addLine(file, line)
  writeSync(1, `${line}\n`)
}
