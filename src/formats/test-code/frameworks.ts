import type { Framework } from './framework.ts'
import { goFrameworks } from './go/frameworks.ts'
import { javaFrameworks } from './java/frameworks.ts'
import { javascriptFrameworks } from './javascript/frameworks.ts'
import { phpFrameworks } from './php/frameworks.ts'
import { pythonFrameworks } from './python/frameworks.ts'
import { rubyFrameworks } from './ruby/frameworks.ts'
import { rustFrameworks } from './rust/frameworks.ts'

/** Every framework that tests can be written for. */
export const frameworks: readonly Framework[] = [
  ...javascriptFrameworks,
  ...pythonFrameworks,
  ...goFrameworks,
  ...javaFrameworks,
  ...rubyFrameworks,
  ...rustFrameworks,
  ...phpFrameworks,
]
