import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { JsonValue } from '../util/json-value.ts'

const folder = 'node_modules/.cache/apitest-tests'

/**
 * What a slow judge from elsewhere said of exactly these inputs, so that it is asked once for each and not at every run of
 * the tests. Answers are JSON. It is asked anew in another version, and of everything when the folder of the records is removed.
 */
export class RecordedAnswers<Answer> {
  readonly #file: string
  readonly #known: Readonly<Record<string, Answer>>
  readonly #used = new Map<string, Answer>()
  readonly #judge: string
  #version: string | undefined

  /** `record` is the name of the file; `judge` the package whose version counts. The record is written when the process ends. */
  constructor(record: string, judge: string) {
    this.#judge = judge
    this.#file = path.join(folder, `${record}.json`)
    this.#known = existsSync(this.#file)
      ? (JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, Answer>)
      : {}
    process.on('exit', () => {
      this.#save()
    })
  }

  /** The recorded answer for this input, or the one that `ask` gives, which is recorded where `lasts` holds for it. */
  async of(
    input: JsonValue,
    ask: () => Promise<Answer>,
    lasts: (answer: Answer) => boolean = () => true,
  ): Promise<Answer> {
    this.#version ??= versionOf(this.#judge)
    const given = JSON.stringify([this.#judge, this.#version, input])
    const key = createHash('sha256').update(given).digest('base64').slice(0, 22)
    const answer = this.#known[key] ?? this.#used.get(key) ?? (await ask())
    if (lasts(answer)) this.#used.set(key, answer)
    return answer
  }

  #save(): void {
    if ([...this.#used.keys()].every(key => key in this.#known)) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(this.#file, `${JSON.stringify(Object.fromEntries(this.#used))}\n`)
  }
}

function versionOf(name: string): string {
  return (createRequire(import.meta.url)(`${name}/package.json`) as { version: string }).version
}
