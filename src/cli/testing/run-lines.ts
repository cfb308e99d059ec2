import { main } from '../main.ts'

/** A command line, what follows `apitest`; run in `folder`, else in that of the process. */
export interface Line {
  readonly words: readonly string[]
  readonly folder?: string
  readonly environment?: Readonly<Record<string, string>>
}

/** What one command line printed, and its exit code. */
export interface Printed {
  readonly output: string
  readonly errors: string
  readonly exitCode: number | string | null | undefined
}

// A process of its own that runs the command lines it is sent, one after the other: starting one for each takes time.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)
process.on('message', (lines: readonly Line[]) => {
  void runAll(lines).then(printed => process.send?.(printed, () => process.exit(0)))
})

async function runAll(lines: readonly Line[]): Promise<readonly Printed[]> {
  const all: Printed[] = []
  const inherited = { ...process.env }
  for (const { words, folder, environment } of lines) {
    if (folder !== undefined) process.chdir(folder)
    process.env = { ...inherited, ...environment }
    const [output, errors] = [capture(process.stdout), capture(process.stderr)]
    await main(words)
    all.push({ output: output(), errors: errors(), exitCode: process.exitCode })
  }
  return all
}

/** Keeps what is written to a stream from now on; the function returned ends that, and answers with it. */
function capture(stream: NodeJS.WriteStream): () => string {
  const chunks: Buffer[] = []
  const write = stream.write.bind(stream)
  stream.write = (chunk: string | Uint8Array) => {
    chunks.push(Buffer.from(chunk as string))
    return true
  }
  return () => {
    stream.write = write
    return Buffer.concat(chunks).toString()
  }
}
