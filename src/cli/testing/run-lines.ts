import { main } from '../main.ts'

/** What one command line printed. */
export interface Printed {
  readonly output: string
  readonly errors: string
}

// A process of its own that runs the command lines it is sent, one after the other: starting one for each takes time.
process.on('message', (lines: readonly (readonly string[])[]) => {
  void runAll(lines).then(printed => process.send?.(printed, () => process.exit(0)))
})

async function runAll(lines: readonly (readonly string[])[]): Promise<readonly Printed[]> {
  const all: Printed[] = []
  for (const line of lines) {
    const [output, errors] = [capture(process.stdout), capture(process.stderr)]
    await main(line)
    all.push({ output: output(), errors: errors() })
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
