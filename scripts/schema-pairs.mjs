// Holds the verdicts of `contract diff` on random pairs of schemas against the values that a validator takes by both, and, where it is
// installed, oasdiff's beside them; after a build. Usage: node scripts/schema-pairs.mjs [pairs] [first seed].
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { judgePair, randomPair } from '../dist/modules/src/contract/diff/testing/schema-pairs.js'

const [count = 10_000, first = 1] = process.argv.slice(2).map(Number)
const mostOfOthers = 500
const folder = mkdtempSync(path.join(os.tmpdir(), 'schema-pairs-'))
const isInstalled = spawnSync('oasdiff', ['--version']).status === 0
const others = { pairs: 0, safe: 0, breaking: 0 }
const verdicts = { breaking: 0, warning: 0, safe: 0 }
const wrong = { breaking: 0, warning: 0, safe: 0 }
for (let seed = first; seed < first + count; seed++) {
  const judged = await judgePair(randomPair(seed))
  verdicts[judged.verdict]++
  if (isInstalled && others.pairs < mostOfOthers) compareWithOasdiff(judged)
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
console.log(
  isInstalled
    ? `oasdiff, of the first ${others.pairs}: ${others.safe} breaking ones not told, ${others.breaking} told that are safe here`
    : 'oasdiff is not installed: its verdicts are left out (go install github.com/oasdiff/oasdiff@latest)',
)
rmSync(folder, { recursive: true })
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

/** Compares the verdict of oasdiff on a pair whose verdict here is certain. */
function compareWithOasdiff({ before, after, verdict, isFalse }) {
  if (isFalse || verdict === 'warning') return
  const files = Object.entries({ old: before, new: after }).map(([name, document]) => {
    const file = path.join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(document))
    return file
  })
  const said = spawnSync('oasdiff', ['breaking', '--format', 'json', ...files], { encoding: 'utf8' })
  if (said.status !== 0) return
  others.pairs++
  const isBreaking = (JSON.parse(said.stdout || '[]') ?? []).some(({ level }) => level === 3)
  if (verdict === 'breaking' && !isBreaking) others.safe++
  if (verdict === 'safe' && isBreaking) others.breaking++
}
