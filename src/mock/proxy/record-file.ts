import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { flowYaml } from '../../util/flow-yaml.ts'
import { plural } from '../../util/quantity.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { WholeFile } from '../../util/whole-file.ts'
import { Learner } from './learner.ts'
import type { ProxyRecorder } from './recorder.ts'
import { Recording } from './recording.ts'
import type { SeenSecrets } from './seen-secrets.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** Milliseconds between two looks at whether there is something to write. */
const lookEvery = 500

/** The characters that YAML takes only as an escape; they stand in quotes here. */
const unprintable = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g
const escaped = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * A suite whose mocks replay what servers answered. It is written anew as more comes, and never over what somebody else wrote: that stays,
 * and the rest goes to a file beside it.
 */
export class RecordFile {
  #file: string
  readonly #asked: string
  readonly #tell: (complaint: string) => void
  readonly #recordings = new Map<string, Recording>()
  readonly #timer: NodeJS.Timeout
  /** Of what stands in the file. */
  #digest: string | undefined
  #changes = 0
  #notBefore = 0
  #writing = Promise.resolve()
  #complaint: string | undefined

  /** `file` is absolute, and not there yet. `tell` is told of what goes wrong. */
  constructor(file: string, tell: (complaint: string) => void) {
    this.#file = file
    this.#asked = file
    this.#tell = tell
    this.#timer = setInterval(() => {
      if (monotonicTime() > this.#notBefore) void this.#write()
    }, lookEvery).unref()
  }

  /** The recorder of the responses for one of the mocks; `known` are the secrets of its description and of its calls. */
  recorderOf(name: string, known: SeenSecrets): ProxyRecorder {
    const made =
      this.#recordings.get(name) ?? new Recording(`${this.#asked.replace(/(\.apitest)?\.ya?ml$/, '')}-bodies`)
    this.#recordings.set(name, made)
    return { learner: new Learner(known), begin: (...asked) => made.begin(known, ...asked) }
  }

  /** Answers that could not be recorded. */
  get #leftOut(): number {
    return [...this.#recordings.values()].reduce((sum, { leftOut }) => sum + leftOut, 0)
  }

  /** Writes the rest. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#recordings.values()].map(one => one.settled()))
    await this.#write()
    if (this.#leftOut > 0)
      this.#complain(
        `${plural(this.#leftOut, 'answer')} could not be recorded: too many, too large, or with a secret in the path`,
      )
  }

  /** One after the other; nothing while there is nothing new. */
  #write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const changes = this.#total()
      if (changes === this.#changes) return
      try {
        this.#chooseOtherFile()
        const begun = monotonicTime()
        this.#digest = await this.#writeTo(this.#file)
        // A large file is written less often.
        this.#notBefore = monotonicTime() + 20 * (monotonicTime() - begun)
        this.#changes = changes
      } catch (error) {
        this.#complain(`${this.#file} cannot be written: ${reasonOf(error)}`)
      }
    })
    return this.#writing
  }

  #total(): number {
    return [...this.#recordings.values()].reduce((sum, { changes }) => sum + changes, 0)
  }

  /** Takes another file where somebody else has written to this one. */
  #chooseOtherFile(): void {
    if (!existsSync(this.#file)) return
    const found = createHash('sha256').update(readFileSync(this.#file)).digest('hex')
    if (found === this.#digest) return
    const edited = this.#file
    for (let number = 2; existsSync(this.#file); number++)
      this.#file = this.#asked.replace(/((\.apitest)?\.ya?ml)?$/, `-${number}$1`)
    this.#complain(`${edited} was changed by somebody else, so what is recorded goes to ${this.#file}`)
  }

  #complain(complaint: string): void {
    if (complaint !== this.#complaint) this.#tell(complaint)
    this.#complaint = complaint
  }

  async #writeTo(file: string): Promise<string> {
    const hash = createHash('sha256')
    const whole = await WholeFile.open(file)
    let text = ''
    for (const line of this.#lines()) {
      text += `${line.replaceAll(unprintable, escaped)}\n`
      if (text.length < 65_536) continue
      hash.update(text)
      await whole.write(text)
      text = ''
    }
    hash.update(text)
    await whole.write(text)
    await whole.close()
    return hash.digest('hex')
  }

  *#lines(): Generator<string> {
    const recordings = [...this.#recordings].filter(([, { changes }]) => changes > 0)
    yield 'suite: Recorded answers'
    yield 'mocks:'
    for (const [name, recording] of recordings) {
      yield `  ${name}:`
      yield* recording.lines()
    }
    yield 'steps:'
    for (const [name, recording] of recordings) {
      const example = recording.example()
      if (example === undefined) continue
      yield `  - request: ${JSON.stringify(example.request.replace('mocks.NAME', `mocks.${name}`))}`
      for (const [key, value] of Object.entries(example.more)) yield `    ${key}: ${flowYaml(value)}`
      yield `    validations: [{ status: ${example.status} }]`
    }
  }
}
