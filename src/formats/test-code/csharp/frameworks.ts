import type { Framework } from '../framework.ts'
import { nameOf } from '../names.ts'
import { writeCSharp } from './write-csharp.ts'

/** The frameworks of C#. */
export const csharpFrameworks: readonly Framework[] = [
  {
    name: 'xunit',
    title: 'xUnit with HttpClient',
    language: 'C#',
    fileName: text => `${className(text)}.cs`,
    write: (program, style) => writeCSharp(program, className(program.name), style.package ?? 'ApiTests'),
  },
]

/** The class of a file: it ends with `Tests`. */
function className(text: string): string {
  const name = nameOf(text, 'PascalCase', 'Api').slice(0, 60)
  return /Tests?$/.test(name) ? name : `${name}Tests`
}
