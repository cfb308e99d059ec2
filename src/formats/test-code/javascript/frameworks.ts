import { fileNameOf } from '../../../compile/file-names.ts'
import type { Framework, ProjectStyle } from '../framework.ts'
import type { JavaScriptDialect } from './dialect.ts'
import * as dialects from './dialects.ts'
import type { JavaScriptStyle } from './style.ts'
import { writeJavaScript } from './write-javascript.ts'

/** The frameworks of JavaScript and TypeScript. */
export const javascriptFrameworks: readonly Framework[] = [
  framework('node-test', 'node:test', dialects.nodeTest),
  framework('vitest', 'Vitest', dialects.vitest),
  framework('jest', 'Jest', dialects.jest),
  framework('mocha', 'Mocha', dialects.mocha),
  framework('playwright', 'Playwright Test', dialects.playwright),
]

function framework(name: string, title: string, dialect: JavaScriptDialect): Framework {
  const styled = ({ javascript }: ProjectStyle): JavaScriptStyle =>
    dialect.modules === 'import' ? { ...javascript, modules: 'import' } : javascript
  return {
    name,
    title,
    language: 'JavaScript',
    fileName: (text, style) => `${fileNameOf(text)}.${dialect.ending}.${ending(dialect, styled(style))}`,
    write: (program, style) => writeJavaScript(program, dialect, styled(style)),
  }
}

/** Modules that import say so by their ending, unless whoever runs them takes both. */
function ending({ modules }: JavaScriptDialect, style: JavaScriptStyle): string {
  if (style.isTypeScript) return 'ts'
  if (modules === 'import') return 'js'
  return style.modules === 'import' && style.isModulePackage !== true ? 'mjs' : 'js'
}
