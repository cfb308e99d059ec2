import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import tools from '../generated/tools.js'
import { offerOf } from './offer.ts'
import { longestMessage } from './longest-message.ts'
import type { HttpService } from './serve-http.ts'
import type { CallerOptions } from './tool-caller.ts'
import { type Offer, toolServer } from './tool-server.ts'
import { offeredTools } from './tool.ts'

/** Options of the server: the groups of tools that it offers, and how their calls are allowed. */
export interface ServeOptions extends Omit<CallerOptions, 'tools'> {
  /** Names of groups; none means what is usual of all. */
  readonly groups: readonly string[]
}

/** The names of the groups of tools. */
export const toolGroups: readonly string[] = [...new Set(tools.map(({ group }) => group))]

/** Something that is served until it is closed. */
interface Served {
  close(): Promise<void>
}

/** Serves tools over standard input and output; `closed` is called when the client is gone, with what went wrong last, if anything. */
export function serveTools(options: ServeOptions, closed: (wrong?: string) => void): Served {
  const offer = offered(options)
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: longestMessage })
  const close = transport.close.bind(transport)
  let wrong: string | undefined
  transport.close = () => {
    closed(wrong)
    return close()
  }
  const onerror = ({ message }: Error): void => {
    wrong = message
  }
  const served = serveStdio(() => toolServer(offer), { transport, onerror })
  return {
    close: async () => {
      await served.close()
      await offer.close?.()
    },
  }
}

/** Serves tools over HTTP on this machine. */
export async function serveToolsOverHttp(
  options: ServeOptions,
  port: number,
  token: string,
): Promise<HttpService> {
  const { serveHttp } = await import('./serve-http.ts')
  const offer = offered(options)
  const served = await serveHttp({ port, token, makeServer: () => toolServer(offer) })
  return {
    ...served,
    close: async () => {
      await served.close()
      await offer.close?.()
    },
  }
}

/** All servers of a process share what is offered: questions, listeners, and answers that are kept. */
function offered(options: ServeOptions): Offer {
  return offerOf({ ...options, tools: offeredTools(tools, options.groups) })
}
