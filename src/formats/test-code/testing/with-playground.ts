import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createServer } from '../../../../playground/create-server.ts'

/** Starts the playground for as long as `use` needs it. */
export async function withPlayground<Value>(use: (url: string) => Promise<Value>): Promise<Value> {
  const server = await createServer()
  try {
    return await use(await server.listen({ host: '127.0.0.1', port: 0 }))
  } finally {
    await server.close()
  }
}

/** Everything that the playground and the files that suites send are made of: what tests in other languages come to hangs on it. */
export function playgroundTexts(): readonly string[] {
  return ['playground', 'suites/files'].flatMap(folder =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'latin1'))
      .sort(),
  )
}
