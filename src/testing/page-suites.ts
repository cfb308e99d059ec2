import assert from 'node:assert/strict'
import { startPlayground } from '../../playground/start-playground.ts'
import { type Fence, fencesOf, type Page } from './pages.ts'
import { type Files, runLine, withFolder } from './run-program.ts'

/** A suite, or a list of steps or validations that is made one. */
export function suitesIn({ text }: Page): readonly Fence[] {
  return fencesOf(text)
    .filter(({ language }) => language === 'yaml')
    .flatMap(fence => {
      const suite = asSuite(fence.text)
      return suite === undefined ? [] : [{ ...fence, text: suite }]
    })
}

function asSuite(text: string): string | undefined {
  const first = text.split('\n').find(line => !line.startsWith('#')) ?? ''
  if (first.startsWith('suite:')) return text
  const step = '- request: GET http://127.0.0.1:4010/api/users/1'
  if (/^- (status|text|time|schema|header |\$)/.test(first))
    return `suite: Example\nsteps:\n  ${step}\n    validations:\n${text.replace(/^(?=.)/gm, '      ')}`
  if (/^- (request|pause|set|exec|use):/.test(first))
    return `suite: Example\nsteps:\n${text.replace(/^(?=.)/gm, '  ')}`
  return undefined
}

/** The suite, with the files of the page that stand under a name, its configuration right before it, and those that no page can show. */
export function filesOf({ text }: Page, fence: Fence): Files {
  const all = fencesOf(text)
  const before = all[all.findIndex(({ line }) => line === fence.line) - 1]
  const named = all.filter(one => one.name !== '' && (one.name !== 'apitest.config.yaml' || one === before))
  return {
    'certificates/ca.pem': '',
    ...Object.fromEntries(named.map(file => [file.name, file.text])),
    [fence.name === '' ? 'example.apitest.yaml' : fence.name]: fence.text,
  }
}

/** Runs a suite with the files of its page against a playground, and expects it to pass. */
export async function passes(fence: Fence, files: Files, url: string, grpcUrl = ''): Promise<void> {
  // The command of the example is not part of it, validations alone are not meant for the data, and one is a caller's.
  if (/exec:|^suite: Example/m.test(fence.text) || fence.name !== '') return
  const there = Object.entries(files).map(([name, text]) => [
    name,
    text
      .replaceAll('127.0.0.1:4010', new URL(url).host)
      .replaceAll('127.0.0.1:4011', grpcUrl.replace('grpc://', '')),
  ])
  await withFolder(Object.fromEntries(there) as Files, async folder => {
    const { exitCode, output } = await runLine(folder, ['example.apitest.yaml'], {
      environment: { SHOP_PASSWORD: 'demo-password' },
    })
    assert.equal(exitCode, 0, `line ${fence.line}\n${output}`)
  })
}

/** True where a suite needs nothing but the playground and mocks of its own: no other server, variable or file. */
export function runsAlone(text: string): boolean {
  const needs =
    /\{\{env\.|^inputs:|(?:127\.0\.0\.1|localhost):(?!401[01])\d|\bexample\.(?:com|org)\b|https?:\/\/\S+\.example\b/m
  return /^suite: (?!Example$)/m.test(text) && !needs.test(text)
}

/** A playground of its own, for as long as `use` needs it. */
export async function withPlayground(use: (url: string, grpcUrl: string) => Promise<void>): Promise<void> {
  const server = await startPlayground({ port: 0, grpc: { port: 0 } })
  try {
    await use(server.url, server.grpcUrl ?? '')
  } finally {
    await server.close()
  }
}
