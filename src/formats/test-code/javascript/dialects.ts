import { expectStyle, nodeAssert } from './assertions.ts'
import { fetchClient, playwrightClient } from './clients.ts'
import type { FrameworkName, ImportLine, JavaScriptDialect } from './dialect.ts'

const usual = { group: 'describe', test: 'it', before: 'before', after: 'after' }
const ofJest = { group: 'describe', test: 'it', before: 'beforeAll', after: 'afterAll' }

const nodeAssertImport: ImportLine = { from: 'node:assert/strict', names: [], all: 'assert' }

/** `node --test`. */
export const nodeTest: JavaScriptDialect = {
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
  client: fetchClient,
  words: usual,
  parameters: isSkipping => (isSkipping ? '(test)' : '()'),
  arrow: () => true,
  skipUnless: condition => `if (!(${condition})) return test.skip();`,
  hasEach: false,
  opening: [],
  ending: 'test',
  modules: 'either',
  keepsCookies: false,
}

/** Vitest. */
export const vitest: JavaScriptDialect = {
  imports: names => [{ from: 'vitest', names: [...wordsOf(names, ofJest)] }],
  assertions: expectStyle,
  client: fetchClient,
  words: ofJest,
  parameters: isSkipping => (isSkipping ? '({ skip })' : '()'),
  arrow: () => true,
  skipUnless: condition => `skip(!(${condition}));`,
  moreTime: { beyond: 5000, write: milliseconds => ({ last: String(milliseconds) }) },
  hasEach: true,
  opening: [],
  ending: 'test',
  modules: 'import',
  keepsCookies: false,
}

/** Jest, whose words are global. */
export const jest: JavaScriptDialect = {
  imports: () => [],
  assertions: expectStyle,
  client: fetchClient,
  words: ofJest,
  parameters: () => '()',
  arrow: () => true,
  skipUnless: condition => `if (!(${condition})) return;`,
  moreTime: { beyond: 5000, write: milliseconds => ({ last: String(milliseconds) }) },
  skipLoss: 'jest cannot skip a test that has begun: it passes',
  hasEach: true,
  opening: [],
  ending: 'test',
  modules: 'either',
  keepsCookies: false,
}

/** Mocha, with the assertions of Node. */
export const mocha: JavaScriptDialect = {
  imports: () => [nodeAssertImport],
  assertions: nodeAssert,
  client: fetchClient,
  words: usual,
  parameters: () => '()',
  arrow: isSkipping => !isSkipping,
  skipUnless: condition => `if (!(${condition})) this.skip();`,
  moreTime: { beyond: 2000, write: milliseconds => ({ behind: `.timeout(${milliseconds})` }) },
  hasEach: false,
  opening: [],
  ending: 'test',
  modules: 'either',
  keepsCookies: false,
}

/** Playwright Test, with its own client. */
export const playwright: JavaScriptDialect = {
  imports: names => [
    { from: '@playwright/test', names: names.includes('expect') ? ['expect', 'test'] : ['test'] },
  ],
  assertions: expectStyle,
  client: playwrightClient,
  words: { group: 'test.describe', test: 'test', before: 'test.beforeAll', after: 'test.afterAll' },
  parameters: (_, sharesClient) => (sharesClient ? '()' : '({ request })'),
  arrow: () => true,
  skipUnless: condition => `test.skip(!(${condition}));`,
  moreTime: { beyond: 30_000, write: milliseconds => ({ first: `test.setTimeout(${milliseconds});` }) },
  hasEach: false,
  // A worker that saw a failure is replaced, and with it the variables; in serial mode the rest is skipped instead.
  opening: ['test.describe.configure({ mode: "serial" });'],
  ending: 'spec',
  modules: 'import',
  keepsCookies: true,
}

function wordsOf(names: readonly FrameworkName[], words: JavaScriptDialect['words']): readonly string[] {
  return names.map(name => (name === 'expect' ? 'expect' : words[name])).sort()
}
