import { startPlayground } from '../../../playground/start-playground.ts'
import { listenForInterrupts } from '../interrupts.ts'
import { reasonOf } from '../../util/reason-of.ts'

/** `apitest playground`: serves the practice API until Ctrl-C. */
export async function playground(port: number, host: string | undefined): Promise<number> {
  const { interrupt, release } = listenForInterrupts()
  try {
    const server = await startPlayground({ port, ...(host === undefined ? {} : { host }) })
    process.stdout.write(`The playground is at ${server.url} (Ctrl-C ends it).\n`)
    await new Promise(resolve => {
      interrupt.addEventListener('abort', resolve, { once: true })
    })
    await server.close()
    return 0
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    return 2
  } finally {
    release()
  }
}
