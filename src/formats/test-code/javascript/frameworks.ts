import { fileNameOf } from '../../../compile/file-names.ts'
import type { Framework, ProjectStyle, Runner } from '../framework.ts'
import type { JavaScriptDialect } from './dialect.ts'
import * as dialects from './dialects.ts'
import * as runners from './runners.ts'
import { javascriptFunctions } from './function-calls.ts'
import type { JavaScriptStyle } from './style.ts'
import { writeJavaScript } from './write-javascript.ts'

/** Node's own. */
export const nodeTest = framework('node-test', 'node:test', dialects.nodeTest, runners.nodeRunner)

/** The frameworks of JavaScript and TypeScript. */
export const javascriptFrameworks: readonly Framework[] = [
  nodeTest,
  // Vite puts variables of its own into the environment.
  {
    ...framework('vitest', 'Vitest', dialects.vitest, runners.vitestRunner),
    ownEnvironment: ['BASE_URL', 'MODE', 'DEV', 'PROD', 'SSR', 'TEST'],
  },
  framework('jest', 'Jest', dialects.jest, runners.jestRunner),
  framework('mocha', 'Mocha', dialects.mocha, runners.mochaRunner),
  {
    ...framework('playwright', 'Playwright Test', dialects.playwright, runners.playwrightRunner),
    stopsOnFailure: true,
  },
]

function framework(name: string, title: string, dialect: JavaScriptDialect, runner: Runner): Framework {
  const styled = ({ javascript }: ProjectStyle): JavaScriptStyle =>
    dialect.modules === 'import' ? { ...javascript, modules: 'import' } : javascript
  return {
    name,
    title,
    language: 'JavaScript',
    fileName: (text, style) => `${fileNameOf(text)}.${dialect.ending}.${ending(dialect, styled(style))}`,
    target: { calls: javascriptFunctions, loops: true, omitsNull: true, knowsUrl: true },
    write: (program, style) => writeJavaScript(program, dialect, styled(style)),
    runner,
    ...(dialect.keepsCookies ? {} : { cookieNote: 'fetch keeps none; what needs them must send them' }),
  }
}

/** Modules that import say so by their ending, unless whoever runs them takes both. */
function ending({ modules }: JavaScriptDialect, style: JavaScriptStyle): string {
  if (style.isTypeScript) return 'ts'
  if (modules === 'import') return 'js'
  return style.modules === 'import' && style.isModulePackage !== true ? 'mjs' : 'js'
}
