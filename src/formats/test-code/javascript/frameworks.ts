import { fileNameOf } from '../../../compile/file-names.ts'
import type { Framework, ProjectStyle, Runner } from '../framework.ts'
import { javascriptFunctions } from './function-calls.ts'
import * as runners from './runners.ts'
import type { JavaScriptStyle } from './style.ts'

/** The files of a dialect. */
interface Files {
  readonly ending: 'test' | 'spec'
  /** The module format where the project says nothing. */
  readonly modules: 'either' | 'import'
}

const usual: Files = { ending: 'test', modules: 'either' }
const withoutCookies = { cookieNote: 'fetch keeps none; what needs them must send them' }

/** Node's own. */
export const nodeTest: Framework = {
  ...framework('node-test', 'nodeTest', 'node:test', usual, runners.nodeRunner),
  ...withoutCookies,
}

/** The frameworks of JavaScript and TypeScript. */
export const javascriptFrameworks: readonly Framework[] = [
  nodeTest,
  // Vite puts variables of its own into the environment.
  {
    ...framework('vitest', 'vitest', 'Vitest', { ...usual, modules: 'import' }, runners.vitestRunner),
    ...withoutCookies,
    ownEnvironment: ['BASE_URL', 'MODE', 'DEV', 'PROD', 'SSR', 'TEST'],
  },
  { ...framework('jest', 'jest', 'Jest', usual, runners.jestRunner), ...withoutCookies },
  { ...framework('mocha', 'mocha', 'Mocha', usual, runners.mochaRunner), ...withoutCookies },
  {
    ...framework(
      'playwright',
      'playwright',
      'Playwright Test',
      { ending: 'spec', modules: 'import' },
      runners.playwrightRunner,
    ),
    stopsOnFailure: true,
  },
]

function framework(
  name: string,
  dialect: 'nodeTest' | 'vitest' | 'jest' | 'mocha' | 'playwright',
  title: string,
  files: Files,
  runner: Runner,
): Framework {
  const styled = ({ javascript }: ProjectStyle): JavaScriptStyle =>
    files.modules === 'import' ? { ...javascript, modules: 'import' } : javascript
  return {
    name,
    title,
    language: 'JavaScript',
    fileName: (text, style) => `${fileNameOf(text)}.${files.ending}.${ending(files, styled(style))}`,
    target: { calls: javascriptFunctions, loops: true, omitsNull: true, knowsUrl: true },
    async write(program, style) {
      const { writeJavaScript } = await import('./write-javascript.ts')
      const dialects = await import('./dialects.ts')
      return writeJavaScript(program, dialects[dialect], styled(style))
    },
    runner,
  }
}

/** Modules that import say so by their ending, unless whoever runs them takes both. */
function ending({ modules }: Files, style: JavaScriptStyle): string {
  if (style.isTypeScript) return 'ts'
  if (modules === 'import') return 'js'
  return style.modules === 'import' && style.isModulePackage !== true ? 'mjs' : 'js'
}
