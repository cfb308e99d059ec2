import type { Framework } from './framework.ts'
import { javascriptFrameworks } from './javascript/frameworks.ts'
import { rustFrameworks } from './rust/frameworks.ts'

/** Every framework that tests can be written for. */
export const frameworks: readonly Framework[] = [...javascriptFrameworks, ...rustFrameworks]
