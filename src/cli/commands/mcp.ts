import { randomBytes } from 'node:crypto'
import { type Result, usageProblem, usageRefusal } from '../../model/problem.ts'
import type { ServeOptions } from '../../mcp/index.ts'
import { loadConfiguration } from '../../operations/opening/load-configuration.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { defineCommand, type Given, type OptionTable } from '../command.ts'
import { hostOf } from '../host.ts'
import { Interrupts } from '../interrupts.ts'
import { numberProblems } from '../number-problems.ts'
import { printAside } from '../print.ts'
import { refuse } from '../print-result.ts'
import { suiteOptions } from '../suite-options.ts'
import { tagsIn } from '../run-options.ts'

const options = {
  mode: {
    choices: ['manual', 'auto'],
    describe:
      'Ask before anything is changed or sent (manual, the default), or only before production is changed',
  },
  tools: {
    array: true,
    describe: 'Groups of tools to offer whole, a,b; all for every tool; the usual ones of each (default)',
  },
  production: {
    boolean: true,
    describe: 'Allow reading in production without a question; changes ask each time',
  },
  'allow-exec': { boolean: true, describe: 'Let `exec` steps of suites run commands' },
  http: {
    number: true,
    minimum: 0,
    maximum: 65_535,
    alone: 0,
    describe:
      'Serve over HTTP on this port of 127.0.0.1 (any that is free without a number), not over standard input',
  },
  config: suiteOptions.config,
} as const satisfies OptionTable

/** `apitest mcp`: serves the operations as tools for assistants. */
export const command = defineCommand({
  positionals: {},
  options,
  examples: [
    ['mcp', 'What a client starts: tools over standard input and output'],
    ['mcp --mode auto --tools requests,collections', 'Two groups, without questions'],
    ['mcp --http 4777', 'For clients that connect; the token is printed, or taken from APITEST_MCP_TOKEN'],
  ],
  run: serve,
})

type ServeArguments = Given<typeof options>

async function serve(given: ServeArguments): Promise<number> {
  const [misuse] = numberProblems(options, given)
  if (misuse !== undefined) return refuse([misuse])
  const { serveTools, serveToolsOverHttp, toolGroups } = await import('../../mcp/index.ts')
  const told = await optionsOf(given, toolGroups)
  if (!told.ok) return refuse(told.problems)
  const interrupts = new Interrupts()
  const { interrupt } = interrupts
  const { ended, end } = ending(interrupt)
  try {
    const served =
      given.http === undefined
        ? serveTools(told.value, end)
        : await serveWithToken(token => serveToolsOverHttp(told.value, given.http ?? 0, token))
    const wrong = await ended
    await served.close()
    if (wrong !== undefined) printAside(`apitest: the client was let go: ${wrong}\n`)
    return interrupt.aborted ? 130 : wrong === undefined ? 0 : 3
  } catch (error) {
    return refuse([
      usageProblem(`tools cannot be served: ${reasonOf(error)}`, 'Is the port taken? Leave its number out.'),
    ])
  } finally {
    interrupts.release()
  }
}

/** The end of what is served, by an interruption or by who says so first, with what was wrong. */
function ending(interrupt: AbortSignal): {
  readonly ended: Promise<string | undefined>
  readonly end: (wrong?: string) => void
} {
  let end: (wrong?: string) => void = () => undefined
  const ended = new Promise<string | undefined>(resolve => {
    end = resolve
  })
  interrupt.addEventListener('abort', () => {
    end()
  })
  return {
    ended,
    end: wrong => {
      end(wrong)
    },
  }
}

/** Serves with the token of the environment, or one that is made up and told. */
async function serveWithToken<Served extends { readonly url: string }>(
  start: (token: string) => Promise<Served>,
): Promise<Served> {
  const given = process.env['APITEST_MCP_TOKEN'] ?? ''
  const token = given === '' ? randomBytes(24).toString('base64url') : given
  const served = await start(token)
  const told =
    given === '' ? ` with the bearer token ${token}` : ', for who has the token of APITEST_MCP_TOKEN'
  printAside(`Tools are served at ${served.url}${told}. Ctrl-C ends it.\n`)
  return served
}

async function optionsOf(
  { mode, tools = [], allowExec = false, production = false, config }: ServeArguments,
  known: readonly string[],
): Promise<Result<ServeOptions>> {
  const loaded = await loadConfiguration(process.cwd(), config)
  if (!loaded.ok) return loaded
  const { assistant = {} } = loaded.value
  const groups = tools.length > 0 ? tools.flatMap(tagsIn) : (assistant.tools ?? [])
  const unknown = groups.find(group => group !== 'all' && !known.includes(group))
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, known) ?? `Groups are ${known.join(', ')}, or all.`
    return usageRefusal(`"${unknown}" is not a group of tools`, hint)
  }
  const { workingFolder, processEnvironment, program } = hostOf()
  return {
    ok: true,
    value: {
      ...{ groups, allowExec, production, workingFolder, processEnvironment },
      mode: mode ?? assistant.mode ?? 'manual',
      ...(program === undefined ? {} : { program }),
      ...(config === undefined ? {} : { configurationFile: config }),
    },
  }
}
