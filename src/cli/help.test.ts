import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { commands } from './commands/index.ts'
import { findCommand } from './find-command.ts'
import { helpOf } from './help.ts'
import { runGroups } from './run-options.ts'

const diffAt60 = `apitest contract diff OLD NEW | --since REVISION DOCUMENT..
[options]

Positionals:
  documents  Two OpenAPI files, URLs, or paths in a revision
             of git: HEAD:openapi.yaml
                            [array] [required] [default: []]

Options:
  -h, --help               Show help               [boolean]
      --version            Show the version        [boolean]
      --since              Compare each document with what
                           it was in this revision of git:
                           HEAD, origin/main        [string]
      --fail-on            The least level of change that
                           makes the exit code 1
          [string] [choices: "breaking", "warning", "never"]
                                       [default: "breaking"]
      --ignore             File with changes to ignore;
                           .apitest-diff-ignore.yaml by
                           default, if it exists    [string]
  -r, --reporter           A report, name or name=file;
                           repeatable: pretty, json,
                           markdown, github          [array]
      --remote-references  Read documents on the network
                           that the descriptions refer to
                                                   [boolean]
  -c, --config             Configuration file, instead of
                           the nearest apitest.config.yaml
                                                    [string]`

const historyAt40 = `apitest history

List the calls made last; show one of
them; forget them

Commands:
  apitest history show  Show one call
  [id]                  whole; the
                        newest when no
                        id is given
  apitest history       Forget all calls
  clear

Options:
  -h, --help     Show help     [boolean]
      --version  Show the version
                               [boolean]
      --json     Print the calls as
                 JSON, as they are kept
                               [boolean]
  -c, --config   Configuration file,
                 instead of the nearest
                 apitest.config.yaml
                                [string]
  -n, --count    How many calls to list,
                 the newest
                  [number] [default: 20]
      --failed   Only calls of steps
                 that did not pass
                               [boolean]
  -g, --grep     Only calls whose
                 "METHOD URL" matches a
                 regular expression
                                [string]`

const mergeAt100 = `apitest merge-reports <files..>

Join the JSON reports of several shards

Positionals:
  files  Reports written by --reporter json=FILE                    [array] [required] [default: []]

Options:
  -h, --help      Show help                                                                [boolean]
      --version   Show the version                                                         [boolean]
  -r, --reporter  A report, name or name=file; repeatable: pretty, dot, tap, junit, json, ndjson,
                  html, har, github, markdown, allure; of load tests, beside the table: html, json,
                  k6-summary, ndjson, or otlp=URL of a collector                             [array]`

describe('the help', () => {
  for (const [line, width, text] of [
    ['contract diff', 60, diffAt60],
    ['history', 40, historyAt40],
    ['merge-reports', 100, mergeAt100],
  ] as const)
    it(`of ${line} fits in ${width} columns`, async () => {
      assert.equal(helpOf(await findCommand(line.split(' ')), width), text)
    })

  it('shows every command and every option of a run, each once, under headings', async () => {
    const help = helpOf(await findCommand([]), 100)
    const [told] = help.split('Examples:')
    const [listed] = help.split('What runs:')
    for (const { name } of commands.filter(one => !one.name.includes(' ')))
      assert.equal(listed?.match(new RegExp(`^  apitest ${name}\\b.* {2}`, 'gm'))?.length, 1, name)
    const { command } = await findCommand(['run'])
    for (const name of Object.keys(command.options))
      assert.equal(told?.match(new RegExp(`^ +(?:-\\w, )?--${name} `, 'gm'))?.length, 1, name)
    assert.equal(new Set(Object.values(runGroups).flat()).size, Object.keys(command.options).length)
  })

  it('shows every option of every heading', async () => {
    const found = await findCommand(['poll'])
    const help = helpOf(found, 80)
    for (const name of Object.keys(found.command.options)) assert.match(help, new RegExp(` --${name}\\b`))
    assert.match(help, /^Polling:$/m)
  })
})
