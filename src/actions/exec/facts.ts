import type { ActionFacts } from '../facts.ts'

/** The facts of `exec`. */
export const facts: ActionFacts = {
  commandKey: 'exec',
  answerTargets: ['size', 'sha256', 'file', 'xpath'],
  onlyForReal: true,
  statuses: {
    kind: 'numbers',
    called: 'an exit code',
    least: 0,
    most: 255,
    finals: [0, 255],
    usual: [0],
    examples: '0 or less-than: 2',
  },
}
