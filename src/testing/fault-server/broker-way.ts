import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cuttableWay } from '../../actions/kafka/testing/kafka-tools.ts'
import type { FaultServer } from './fault-server.ts'

/**
 * A way to a real broker that steps can cut and mend: `RELAY` is where it begins, `SWITCH` the URL of its switch, with the
 * paths `/mend`, `/cut`, `/soon` (cut in 300 ms) and `/blink` (cut at once, mended after 300 ms).
 */
export async function wayTo(
  broker: string,
  words: Readonly<Record<string, string>> = {},
): Promise<FaultServer> {
  const way = await cuttableWay(broker)
  const acts: Readonly<Record<string, () => void>> = {
    '/mend': way.mend,
    '/cut': way.cut,
    '/soon': () => setTimeout(way.cut, 300),
    '/blink': () => {
      way.cut()
      setTimeout(way.mend, 300)
    },
  }
  const control = createServer(({ url = '' }, response) => {
    acts[url]?.()
    response.end()
  })
  control.listen(0, '127.0.0.1')
  await once(control, 'listening')
  const { port } = control.address() as AddressInfo
  return {
    scheme: 'http',
    host: broker,
    words: { RELAY: way.place, SWITCH: `http://127.0.0.1:${port}`, ...words },
    open: () => way.count(),
    [Symbol.asyncDispose]: async () => {
      way.close()
      control.closeAllConnections()
      await new Promise(resolve => control.close(resolve))
    },
  }
}

/** A broker as it is, with words for what is needed to use it. */
export function place(host: string, words: Readonly<Record<string, string>> = {}): Promise<FaultServer> {
  const close = (): Promise<void> => Promise.resolve()
  return Promise.resolve({ scheme: 'http', host, words, open: () => 0, [Symbol.asyncDispose]: close })
}
