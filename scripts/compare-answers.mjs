// Compares what the program makes of answers by HTTP/1.1 with what others make of them: many thousands of answers that are
// right, nearly right and wrong, cut into pieces of any size. `node scripts/compare-answers.mjs COUNT [SEED] [curl]` compares
// with node:http, and with curl in its place. Prints how often they agree, how often they do not and why, and each answer
// that they disagree on without a reason; then it ends with 1.
import { compareWithNode } from '../dist/modules/src/actions/http/testing/compare-answer.js'
import { compareWithCurl } from '../dist/modules/src/actions/http/testing/compare-with-curl.js'
import { variedAnswers } from '../dist/modules/src/actions/http/testing/vary-answer.js'

const [count = '20000', seed = '1', other] = process.argv.slice(2)
const next = variedAnswers(Number(seed))
const batch = other === 'curl' ? 500 : 1
const counts = new Map([['the same', 0]])
const start = performance.now()
for (let done = 0; done < Number(count); done += batch) {
  const answers = Array.from({ length: batch }, next)
  const differences = other === 'curl' ? await compareWithCurl(answers) : [await compareWithNode(answers[0])]
  for (const difference of differences) note(difference)
}
const seconds = ((performance.now() - start) / 1000).toFixed(1)
console.log(`${count} answers with seed ${seed} in ${seconds} s`)
for (const [what, times] of [...counts].sort(([, one], [, two]) => two - one))
  console.log(`${times}\t${what}`)

function note(difference) {
  const what = difference === undefined ? 'the same' : (difference.reason ?? 'NO REASON')
  counts.set(what, (counts.get(what) ?? 0) + 1)
  if (what !== 'NO REASON') return
  process.exitCode = 1
  console.log(JSON.stringify({ ...difference, answer: difference.answer.pieces.join('') }))
}
