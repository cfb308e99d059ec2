import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withFolder } from '../../../testing/run-program.ts'
import type { Difference } from './compare-answer.ts'
import { rawServer } from './raw-server.ts'
import { type ReadAnswer, readAnswer } from './read-answer.ts'
import type { VariedAnswer } from './vary-answer.ts'

/**
 * Compares our reader with curl, which takes much that is no HTTP: what it takes in another way, and what it refuses and we
 * take, has to have a reason. An entry for each answer, undefined where there is no difference. HEAD is left out.
 */
export async function compareWithCurl(
  answers: readonly VariedAnswer[],
): Promise<readonly (Difference | undefined)[]> {
  const read = await readByCurl(answers.map(({ pieces }) => pieces.join('')))
  return answers.map((answer, index) => {
    const ours = readAnswer(answer.pieces, true)
    const theirs = read[index] ?? { fault: 'curl said nothing' }
    const isSame =
      ours.fault === undefined && theirs.fault === undefined
        ? ours.status === theirs.status && ours.body === theirs.body
        : ours.fault !== undefined && theirs.fault !== undefined
    if (isSame) return undefined
    return { answer, ours, theirs, reason: reasonOf(ours, answer.pieces.join('')) }
  })
}

function reasonOf({ fault }: ReadAnswer, text: string): string | undefined {
  if (fault !== undefined) return 'curl takes what is no HTTP, or not whole'
  if (/^transfer-encoding:(?![ \t]*chunked[ \t]*\r$)/im.test(text))
    return 'curl undoes other transfer codings than chunked, and refuses those it does not know'
  if (/(?:^|\r\n\r\n)[\r\n]/.test(text)) return 'curl wants the status line at once'
  if (text.includes('HTTP/0.9')) return 'curl knows no head of HTTP/0.9'
  return text.includes('\0') ? 'curl refuses NUL, also in a reason phrase' : undefined
}

const mark = '\n=== end of an answer: '

async function readByCurl(texts: readonly string[]): Promise<readonly Partial<ReadAnswer>[]> {
  await using server = await rawServer((socket, head) => {
    const [, index = ''] = /^GET \/(\d+) /.exec(head) ?? []
    socket.end(texts[Number(index)] ?? '', 'latin1')
  })
  return await withFolder({}, async folder => {
    const found: Partial<ReadAnswer>[] = []
    // There are answers behind which it asks for nothing more.
    while (found.length < texts.length) {
      const urls = texts.map((_, index) => `url = "${server.url}/${index}"\noutput = "-"`).slice(found.length)
      const config = path.join(folder, 'curl.txt')
      await writeFile(config, urls.join('\n'))
      found.push(...answersIn(await outputOfCurl(config)))
    }
    return found
  })
}

function outputOfCurl(config: string): Promise<string> {
  const format = `${mark.replace('\n', '\\n')}%{exitcode} %{http_code}\\n`
  const options = ['--silent', '--http1.1', '--max-time', '5', '--write-out', format, '--config', config]
  return new Promise(resolve => {
    execFile('curl', options, { encoding: 'latin1', maxBuffer: 1 << 30 }, (_error, stdout) => {
      resolve(stdout)
    })
  })
}

function answersIn(output: string): readonly Partial<ReadAnswer>[] {
  const found: Partial<ReadAnswer>[] = []
  let start = 0
  for (let at = output.indexOf(mark); at !== -1; at = output.indexOf(mark, start)) {
    const end = output.indexOf('\n', at + 1)
    const [code = '', status = ''] = output.slice(at + mark.length, end).split(' ')
    const body = output.slice(start, at)
    found.push({ status: Number(status), body, ...(code === '0' ? {} : { fault: `exit code ${code}` }) })
    start = end + 1
  }
  if (found.length === 0) throw new Error(`curl cannot be used: ${output}`)
  return found
}
