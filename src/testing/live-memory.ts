import { WebSocket } from 'ws'

/**
 * Kilobytes that another process of Node still holds after its garbage was collected: its heap and what buffers hold beside
 * it. It must have been started with `--inspect`; `inspector` is the address that Node prints then. What a process has in
 * memory says little of what it keeps: garbage alone makes that rise and fall by tens of megabytes.
 */
export async function liveMemory(inspector: string): Promise<number> {
  const socket = new WebSocket(inspector)
  try {
    await once(socket, 'open')
    // The first collection may only begin to free what has finalizers.
    for (let turn = 0; turn < 2; turn++) await ask(socket, 'HeapProfiler.collectGarbage')
    const answer = await ask(socket, 'Runtime.evaluate', {
      expression: '{ const { heapUsed, arrayBuffers } = process.memoryUsage(); heapUsed + arrayBuffers }',
    })
    const bytes = (answer as { result?: { result?: { value?: unknown } } }).result?.result?.value
    if (typeof bytes !== 'number') throw new Error(`no memory told: ${JSON.stringify(answer)}`)
    return Math.round(bytes / 1024)
  } finally {
    socket.terminate()
  }
}

async function ask(socket: WebSocket, method: string, params = {}): Promise<unknown> {
  const answered = once(socket, 'message')
  socket.send(JSON.stringify({ id: 1, method, params }))
  return JSON.parse(await answered)
}

const once = (socket: WebSocket, event: 'open' | 'message'): Promise<string> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once(event, (data?: unknown) => {
      resolve(String(data))
    })
  })
