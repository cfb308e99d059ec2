import { type AnswerPart, answerParts, patternsOf } from '../../../compile/test-program/answer-parts.ts'
import { joinBounds } from '../../../compile/test-program/join-bounds.ts'
import type {
  Expect,
  Extract as Extraction,
  Repeat,
  Send,
  Statement,
} from '../../../compile/test-program/test-program.ts'
import type { Loss } from '../../../model/conversion.ts'
import { skipReason } from '../skip-reason.ts'
import { type AssertionStyle, indented } from './assertion-styles.ts'
import { checksOf, keptGuards, LocalNames } from './checks.ts'
import type { Client } from './clients.ts'
import { literal } from './literals.ts'
import { asked } from './predicates.ts'
import type { PythonCode } from './python-code.ts'
import { valueText } from '../../../util/value-text.ts'
import { pythonPattern } from './regex.ts'

/** Context in which a test is written. */
export interface BodyContext {
  readonly code: PythonCode
  readonly client: Client
  readonly assertion: AssertionStyle
  /** True where requests keep cookies unless they say otherwise. */
  readonly keepsCookies: boolean
  /** A statement that leaves out the rest of a test, and why; where there is none, the rest stands under its condition. */
  readonly skip: ((reason: string) => string) | undefined
  readonly lose: (loss: Loss) => void
  /** True where text is to be read as UTF-8, which only requests must be told. */
  readonly hasText: boolean
}

/** The statements of a test; undefined when it cannot be carried out, which is told as a loss. */
export function testBody(
  statements: readonly Statement[],
  where: string,
  context: BodyContext,
): readonly string[] | undefined {
  return new TestBody(statements, where, context).lines()
}

class TestBody {
  readonly #context: BodyContext
  readonly #where: string
  readonly #statements: readonly Statement[]
  readonly #parts: ReadonlySet<AnswerPart>
  readonly #locals = new LocalNames()

  constructor(statements: readonly Statement[], where: string, context: BodyContext) {
    this.#context = context
    this.#where = where
    this.#statements = statements.filter(statement => this.#isKnown(statement))
    this.#parts = answerParts(this.#statements)
  }

  lines(): readonly string[] | undefined {
    const at = this.#statements.findIndex(isSending)
    const sending = this.#statements[at]
    const first = this.#before(
      this.#statements.filter(
        ({ kind }, index) =>
          ['skip-unless', 'assign', 'pause'].includes(kind) || (kind === 'expect' && index < at),
      ),
    )
    if (sending === undefined) return first.lines([])
    const sent = sending.kind === 'repeat' ? this.#repeat(sending) : this.#send(sending as Send)
    if (sent === undefined) return undefined
    return first.lines([...sent, ...this.#after(sending.kind === 'repeat')])
  }

  /** True where Python has a word for all of a statement; a loss otherwise. */
  #isKnown(statement: Statement): boolean {
    const lose = (what: string, why: string): void => {
      this.#context.lose({ where: this.#where, what, why })
    }
    const isForeign = (pattern: string): boolean => pythonPattern(pattern) === undefined
    if (
      statement.kind === 'extract' &&
      statement.value.kind === 'found' &&
      isForeign(statement.value.pattern)
    ) {
      lose(`extract ${statement.variable}`, 'Python has no such pattern')
      return false
    }
    if (statement.kind !== 'expect') return true
    const patterns = [statement.holds, ...(statement.when === undefined ? [] : [statement.when])].flatMap(
      patternsOf,
    )
    if (patterns.some(({ kind }) => kind !== 'literal'))
      lose(
        `validation ${statement.name}`,
        'Python reads a pattern that is only known when it runs in its own way',
      )
    if (!patterns.some(pattern => pattern.kind === 'literal' && isForeign(valueText(pattern.value))))
      return true
    lose(`validation ${statement.name}`, 'Python has no such pattern')
    return false
  }

  /** Writes the statements before a request, and puts the rest where it belongs. */
  #before(statements: readonly Statement[]): {
    readonly lines: (rest: readonly string[]) => readonly string[]
  } {
    const { code, skip } = this.#context
    return {
      lines: rest =>
        statements.toReversed().reduce<readonly string[]>((inner, statement) => {
          switch (statement.kind) {
            case 'skip-unless': {
              const holds = asked(statement.holds, code)
              if (skip === undefined) return [`if ${holds.code}:`, ...indented(inner)]
              return [
                `if ${asked({ kind: 'not', of: statement.holds }, code).code}:`,
                `    ${skip(literal(skipReason(statement)))}`,
                ...inner,
              ]
            }
            case 'assign':
              return [`${code.variable(statement.variable)} = ${code.value(statement.value)}`, ...inner]
            case 'pause':
              code.modules.add('time')
              return [`time.sleep(${statement.milliseconds / 1000})`, ...inner]
            case 'expect':
              return [...this.#expect(statement), ...inner]
            default:
              return inner
          }
        }, rest),
    }
  }

  #call({ request }: Send): { readonly before: readonly string[]; readonly call: string } | undefined {
    const { code, client, keepsCookies, lose } = this.#context
    const hasSession = keepsCookies && request.cookies
    if (hasSession) code.given.add('session')
    const session = hasSession ? code.owner + client.session : undefined
    const written = client.write(request, code, session)
    if (typeof written === 'string') {
      lose({ where: this.#where, what: request.method, why: written })
      return undefined
    }
    for (const loss of written.losses) lose({ where: this.#where, ...loss })
    return written
  }

  #send(send: Send): readonly string[] | undefined {
    const written = this.#call(send)
    if (written === undefined) return undefined
    return [...written.before, ...this.#timed(`response = ${written.call}`, send)]
  }

  /** With the time that it takes, where a test asks for that. */
  #timed(statement: string, { request }: Send): readonly string[] {
    const { client, hasText, keepsCookies } = this.#context
    const hasOwnHook = client.module === 'requests' && hasText && !(keepsCookies && request.cookies)
    const decoded = hasOwnHook && this.#parts.has('text') ? ['decode(response)'] : []
    if (!this.#parts.has('duration')) return [statement, ...decoded]
    this.#context.code.modules.add('time')
    return [
      'started = time.perf_counter()',
      statement,
      'duration = (time.perf_counter() - started) * 1000',
      ...decoded,
    ]
  }

  #repeat(repeat: Repeat): readonly string[] | undefined {
    const { code } = this.#context
    const written = this.#call(repeat.send)
    if (written === undefined) return undefined
    code.modules.add('time')
    const { attempts, interval, backoff, longest, until, stopWhen } = repeat
    const stop = asked({ kind: 'some', of: stopWhen === undefined ? [until] : [until, stopWhen] }, code)
    const isGrowing = backoff !== 1
    const wait = isGrowing
      ? `min(${interval / 1000} * ${backoff}**attempt, ${longest / 1000})`
      : String(interval / 1000)
    return [
      `for ${isGrowing ? 'attempt' : '_'} in range(${attempts}):`,
      ...indented([
        ...written.before,
        ...this.#timed(`response = ${written.call}`, repeat.send),
        ...(this.#parts.has('body') ? [`body = ${code.helper('json_of', 'response')}`] : []),
        `if ${stop.code}:`,
        '    break',
        `time.sleep(${wait})`,
      ]),
    ]
  }

  /**
   * The values kept of a response, and the expectations of it. Values that later tests need are kept first, so that
   * they are judged even where this one fails.
   */
  #after(isRead: boolean): readonly string[] {
    const left = this.#statements.slice(this.#statements.findIndex(isSending) + 1)
    const kept = left.filter(statement => statement.kind === 'extract')
    const expected = joinBounds(left).filter(statement => statement.kind === 'expect')
    const groups: readonly (readonly string[])[] = [
      ...kept.map(statement => this.#reading(statement, () => this.#extract(statement))),
      ...expected.map(statement => this.#reading(statement, () => this.#expect(statement))),
    ]
    let hasBody = isRead
    const lines: string[] = []
    for (const group of groups)
      for (const line of group) {
        if (line === readingMark) {
          if (!hasBody) lines.push(this.#bodyLine())
          hasBody = true
          continue
        }
        const whole = line.replace('is_number(', 'is_integer(')
        const isSaid = /^(assert|self\.assert)/.test(line) && (lines.includes(line) || lines.includes(whole))
        if (!isSaid) lines.push(line)
      }
    return lines
  }

  #reading(statement: Statement, write: () => readonly string[]): readonly string[] {
    return looksAtBody(statement) ? [readingMark, ...write()] : write()
  }

  /** A body that must be JSON makes a test fail where it is none. */
  #bodyLine(): string {
    const isNeeded = this.#statements.some(
      statement =>
        ((statement.kind === 'expect' && statement.when === undefined) ||
          (statement.kind === 'extract' && statement.when === undefined && !statement.isOptional)) &&
        looksAtBody(statement),
    )
    return isNeeded ? 'body = response.json()' : `body = ${this.#context.code.helper('json_of', 'response')}`
  }

  #expect({ holds, when }: Pick<Expect, 'holds' | 'when'>): readonly string[] {
    const { code, assertion } = this.#context
    const condition = when === undefined ? undefined : asked(when, code).code
    const checks = checksOf(holds, code, this.#locals).flatMap(assertion)
    return conditional(condition, checks)
  }

  #extract({ variable, value, isOptional, when }: Extraction): readonly string[] {
    const { code, assertion } = this.#context
    const name = code.variable(variable)
    const condition = when === undefined ? undefined : asked(when, code).code
    if (!isOptional)
      return conditional(condition, [
        ...keptGuards(value, code).flatMap(assertion),
        `${name} = ${code.value(value)}`,
      ])
    if (value.kind === 'found') {
      const subject =
        value.text.kind === 'header'
          ? `response.headers.get(${literal(value.text.name)}, "")`
          : code.value(value.text, 'lenient')
      const found = `if match := ${code.search(subject, value.pattern) ?? 'None'}:`
      return conditional(condition, [found, `    ${name} = match[${value.group}]`])
    }
    if (value.kind !== 'json' && value.kind !== 'header')
      return conditional(condition, [`${name} = ${code.value(value, 'lenient')}`])
    const isThere = asked({ kind: 'present', value }, code).code
    return conditional(condition, [`if ${isThere}:`, `    ${name} = ${code.value(value)}`])
  }
}

/** Stands where the body is read for the first time. */
const readingMark = '\0'

function isSending({ kind }: Statement): boolean {
  return kind === 'send' || kind === 'repeat'
}

function looksAtBody(statement: Statement): boolean {
  return answerParts([statement]).has('body')
}

function conditional(condition: string | undefined, lines: readonly string[]): readonly string[] {
  return condition === undefined || lines.length === 0 ? lines : [`if ${condition}:`, ...indented(lines)]
}
