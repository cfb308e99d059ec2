// Holds the verdicts of `contract diff` on random pairs of schemas against the values that a validator takes by both, and, where it is
// installed, oasdiff's beside them; after a build. Usage: node scripts/schema-pairs.mjs [pairs] [first seed].
import { judgePair, randomPair } from '../dist/modules/src/contract/diff/testing/schema-pairs.js'

const [count = 10_000, first = 1] = process.argv.slice(2).map(Number)
const verdicts = { breaking: 0, warning: 0, safe: 0 }
const wrong = { breaking: 0, warning: 0, safe: 0 }
for (let seed = first; seed < first + count; seed++) {
  const judged = await judgePair(randomPair(seed))
  verdicts[judged.verdict]++
  if (!judged.isFalse) continue
  wrong[judged.verdict]++
  tell(judged)
}
console.log(
  `${count} pairs: ${Object.entries(verdicts)
    .map(([verdict, number]) => `${number} ${verdict}`)
    .join(', ')}`,
)
console.log(
  `false: ${wrong.safe} "safe", ${wrong.breaking} "breaking" (${((100 * wrong.breaking) / count).toFixed(2)} %)`,
)
process.exitCode = wrong.safe > 0 || wrong.breaking > count / 100 ? 1 : 0

function tell({ seed, verdict, place, before, after, witness, changes }) {
  console.log(
    `seed ${seed}: false "${verdict}", ${place}${witness === undefined ? '' : `, by ${JSON.stringify(witness)}`}`,
  )
  for (const [name, document] of Object.entries({ old: before, new: after }))
    console.log(
      `  ${name} ${JSON.stringify(document.paths['/things'].post)} ${JSON.stringify(document.components.schemas)}`,
    )
  for (const { level, rule, path = '', reason } of changes)
    console.log(`  ${level} ${rule} ${path}: ${reason}`)
}
