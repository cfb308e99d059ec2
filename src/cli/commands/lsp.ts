import { defineCommand } from '../command.ts'
import { hostOf } from '../host.ts'

/** `apitest lsp`: serves an editor until that says that it is done; then the process ends. */
export const command = defineCommand({
  positionals: {},
  options: {
    stdio: { boolean: true, describe: 'Over standard input and output (default): editors add this' },
  },
  examples: [['lsp', 'What an editor starts']],
  async run() {
    const { serveEditor } = await import('../../lsp/index.ts')
    serveEditor(hostOf())
    return new Promise<number>(() => undefined)
  },
})
