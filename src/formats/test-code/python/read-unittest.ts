import type { TestOutcome } from '../framework.ts'

/** Reads the outcome of each test from the output of `python -m unittest -v`. Rows that failed make their test fail. */
export function readUnittest(output: string): readonly TestOutcome[] {
  const [told = ''] = output.split(/^={60,}$/m)
  const starts = [...told.matchAll(/^(test_\w+|setUpClass|tearDownClass) \(([^()\n]+)\)/gm)]
  const found = starts.map((start, index): TestOutcome => {
    const [whole, name = '', place = ''] = start
    const end = starts[index + 1]?.index ?? told.length
    const rest = told.slice(start.index + whole.length, end)
    const outcome = /\b(FAIL|ERROR)\b/.test(rest)
      ? 'failed'
      : /\.\.\. skipped/.test(rest)
        ? 'skipped'
        : 'passed'
    return { file: place, name, outcome }
  })
  return found
}
