/** Stands first in what the prelude writes to the console, so that it is not taken for a line of the script. */
export const testMark = '\u0000test'

type Callback = (this: unknown, ...args: unknown[]) => unknown
type Tell = (...what: readonly unknown[]) => void
type Test = (name: unknown, run?: unknown) => unknown

/** The parts that the prelude looks after, of all that scripts find. */
interface Surroundings {
  readonly pm: {
    test: Test & { readonly skip?: unknown; readonly index?: unknown }
    readonly sendRequest: (request: unknown, callback?: Callback) => unknown
    readonly [scope: string]: unknown
  }
  /** The tests of the old interface; absent where a script wants none of the old names. */
  readonly tests: Record<string, unknown> | undefined
  readonly timers: readonly ((callback: unknown, ...rest: readonly unknown[]) => unknown)[]
}

/** The values that take the place of names of the script, and the callbacks for the script's own end. */
interface Prepared extends Omit<Surroundings, 'pm'> {
  readonly pm: unknown
  readonly ended: () => void
  readonly stopped: (error: unknown) => never
}

/**
 * Returns the thrown value, where it is an object or a text; words for anything else, because Postman's sandbox takes
 * no notice of `throw null`.
 */
export function thrownOf(value: unknown): unknown {
  if ((typeof value === 'object' && value !== null) || (typeof value === 'string' && value !== ''))
    return value
  const what = typeof value === 'function' ? 'a function' : value === '' ? 'an empty text' : String(value)
  return { name: '', message: `${what} was thrown` }
}

/**
 * Sees to it that nothing passes which fails without leaving a trace in Postman's sandbox: a test that begins and never
 * ends, one without a function, what is thrown and is no error, what a callback of `pm.sendRequest` throws. It stands in
 * front of every script as text, so it names nothing but what it is given.
 */
function prepare({ pm, tests, timers }: Surroundings, tell: Tell, thrown: typeof thrownOf): Prepared {
  const { test, sendRequest } = pm
  let count = 0
  let hasEnded = false
  const guarded = (callback: Callback): Callback =>
    function (...args) {
      try {
        return callback.apply(this, args)
      } catch (error) {
        throw thrown(error)
      }
    }
  const ownTest: Test = (name, run) => {
    const key = ++count
    const missing = new TypeError('the test has no function: write pm.test(name, function)')
    Error.captureStackTrace(missing, ownTest)
    return test.call(pm, name, (done: (error?: unknown) => void) => {
      if (typeof run !== 'function') throw missing
      let isOpen = true as boolean
      const close = (error?: unknown): void => {
        isOpen = false
        tell('closed', key)
        done(error)
      }
      const answer = guarded(run as Callback)(...(run.length > 0 ? [close] : []))
      if (Object.prototype.toString.call(answer).endsWith('Generator]'))
        throw new TypeError('the test is a generator, and its body never runs')
      const then = (answer as { readonly then?: unknown } | undefined | null)?.then
      if (run.length === 0 && typeof then === 'function')
        then.call(
          answer,
          () => {
            close()
          },
          (error: unknown) => {
            close(thrown(error))
          },
        )
      else if (run.length === 0) {
        done()
        return
      }
      if (isOpen) tell('open', key, String(name))
    })
  }
  pm.test = Object.assign(ownTest, { skip: test.skip, index: test.index })
  const ownSendRequest: Surroundings['pm']['sendRequest'] = (request, callback) => {
    if (typeof callback !== 'function') return sendRequest.call(pm, request)
    return sendRequest.call(pm, request, function (this: unknown, ...args) {
      try {
        callback.apply(this, args)
      } catch (error) {
        // An error of the callback itself would make Postman call it a second time, with that.
        void Promise.resolve().then(() => {
          throw thrown(error)
        })
      }
    })
  }
  const refuseUnread = (found: unknown, from: Callback): void => {
    // As `unreadSecret` writes it.
    const [, name] = (typeof found === 'string' && /\{\{\*\*\* ([^{}]*)\}\}/.exec(found)) || []
    if (name === undefined) return
    const error = new Error(
      `the secret "${name}" was not read: write its name in the script, if only in a comment`,
    )
    Error.captureStackTrace(error, from)
    throw error
  }
  for (const scope of ['variables', 'environment', 'collectionVariables', 'globals']) {
    const variables = pm[scope] as Record<'get' | 'replaceIn' | 'toObject', Callback>
    const { toObject } = variables
    for (const way of ['get', 'replaceIn'] as const) {
      const look = variables[way]
      const ownLook: Callback = (...args) => {
        const found = look.apply(variables, args)
        refuseUnread(found, ownLook)
        return found
      }
      variables[way] = ownLook
    }
    variables.toObject = (...args) => {
      const all = toObject.apply(variables, args) as Record<string, unknown>
      for (const [key, value] of Object.entries(all)) {
        if (typeof value !== 'string' || !value.startsWith('{{*** ')) continue
        const get = (): void => {
          refuseUnread(value, get)
        }
        Object.defineProperty(all, key, { get, enumerable: false })
      }
      return all
    }
  }
  return {
    pm: Object.create(pm, { sendRequest: { value: ownSendRequest } }),
    tests:
      tests &&
      new Proxy(tests, {
        set(target, name, value) {
          if (hasEnded) tell('late', String(name), Boolean(value))
          else target[String(name)] = value
          return true
        },
      }),
    timers: timers.map(
      start =>
        (callback, ...rest) =>
          start(typeof callback === 'function' ? guarded(callback as Callback) : callback, ...rest),
    ),
    ended: () => {
      hasEnded = true
    },
    stopped: error => {
      hasEnded = true
      tell('stopped')
      throw thrown(error)
    },
  }
}

const timers = '[setTimeout,setInterval,setImmediate]'
const given = `{pm,tests:typeof tests==="object"?tests:undefined,timers:${timers}}`
const tell = `console.debug.bind(console,${JSON.stringify(testMark)})`

/** Ends in the middle of a line, which is the first of the script. */
const prelude = `const __own=(${String(prepare)})(${given},${tell},${String(thrownOf)});pm=__own.pm;${timers}=__own.timers;if(__own.tests)tests=__own.tests;return await(async()=>{`

const end = '\n})().then(__own.ended,__own.stopped)'

/** Postman's word for a script that wants none of the old names; it must stay the first. */
const plainScript = /^(['"])use sandbox2\1;/

/** A script between what is put before its first line and behind its last. */
export function withPrelude(source: string): string {
  const [first = ''] = plainScript.exec(source) ?? []
  return first + prelude.replaceAll('\n', ' ') + source.slice(first.length) + end
}
