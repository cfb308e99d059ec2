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
