import { expectStyle, nodeAssert } from './assertions.ts'
import { fetchClient, playwrightClient } from './clients.ts'
import type { FrameworkName, ImportLine, JavaScriptDialect } from './dialect.ts'

const usual = { group: 'describe', test: 'it', before: 'before', after: 'after' }
const ofJest = { group: 'describe', test: 'it', before: 'beforeAll', after: 'afterAll' }

/** The parts that most of them have in common. */
const common = {
  client: fetchClient,
  arrow: () => true,
  opening: [],
  keepsCookies: false,
} as const

const nodeAssertImport: ImportLine = { from: 'node:assert/strict', names: [], all: 'assert' }

/** `node --test`. */
export const nodeTest: JavaScriptDialect = {
  ...common,
  imports: names => [
    nodeAssertImport,
    {
      from: 'node:test',
      names: wordsOf(
        names.filter(name => name !== 'expect'),
        usual,
      ),
    },
  ],
  assertions: nodeAssert,
  words: usual,
  parameters: isSkipping => (isSkipping ? '(test)' : '()'),
  skipUnless: condition => `if (!(${condition})) return test.skip();`,
  hasEach: false,
}

/** Vitest. */
export const vitest: JavaScriptDialect = {
  ...common,
  imports: names => [{ from: 'vitest', names: [...wordsOf(names, ofJest)] }],
  assertions: expectStyle,
  words: ofJest,
  parameters: isSkipping => (isSkipping ? '({ skip })' : '()'),
  skipUnless: condition => `skip(!(${condition}));`,
  moreTime: { beyond: 5000, write: milliseconds => ({ last: String(milliseconds) }) },
  hasEach: true,
}

/** Jest, whose words are global. */
export const jest: JavaScriptDialect = {
  ...common,
  imports: () => [],
  assertions: expectStyle,
  words: ofJest,
  parameters: () => '()',
  skipUnless: condition => `if (!(${condition})) return;`,
  moreTime: { beyond: 5000, write: milliseconds => ({ last: String(milliseconds) }) },
  skipLoss: 'jest cannot skip a test that has begun: it passes',
  hasEach: true,
}

/** Mocha, with the assertions of Node. */
export const mocha: JavaScriptDialect = {
  ...common,
  imports: () => [nodeAssertImport],
  assertions: nodeAssert,
  words: usual,
  parameters: () => '()',
  arrow: isSkipping => !isSkipping,
  skipUnless: condition => `if (!(${condition})) this.skip();`,
  moreTime: { beyond: 2000, write: milliseconds => ({ behind: `.timeout(${milliseconds})` }) },
  hasEach: false,
}

/** Playwright Test, with its own client. */
export const playwright: JavaScriptDialect = {
  ...common,
  imports: names => [
    { from: '@playwright/test', names: names.includes('expect') ? ['expect', 'test'] : ['test'] },
  ],
  assertions: expectStyle,
  client: playwrightClient,
  words: { group: 'test.describe', test: 'test', before: 'test.beforeAll', after: 'test.afterAll' },
  parameters: (_, sharesClient) => (sharesClient ? '()' : '({ request })'),
  skipUnless: condition => `test.skip(!(${condition}));`,
  moreTime: { beyond: 30_000, write: milliseconds => ({ first: `test.setTimeout(${milliseconds});` }) },
  hasEach: false,
  // A worker that saw a failure is replaced, and with it the variables; in serial mode the rest is skipped instead.
  opening: ['test.describe.configure({ mode: "serial" });'],
  keepsCookies: true,
}

function wordsOf(names: readonly FrameworkName[], words: JavaScriptDialect['words']): readonly string[] {
  return names.map(name => (name === 'expect' ? 'expect' : words[name])).sort()
}
