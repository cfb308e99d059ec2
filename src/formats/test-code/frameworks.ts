import type { Framework } from './framework.ts'
import { goFrameworks } from './go/frameworks.ts'
import { javaFrameworks } from './java/frameworks.ts'
import { javascriptFrameworks } from './javascript/frameworks.ts'

/** Every framework that tests can be written for. */
export const frameworks: readonly Framework[] = [...javascriptFrameworks, ...goFrameworks, ...javaFrameworks]
