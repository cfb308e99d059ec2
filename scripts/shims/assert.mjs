// The two assertions of yargs, about itself. Those of Node take 3 ms of the start-up.
export function strictEqual(actual, expected, message) {
  if (!Object.is(actual, expected)) throw new Error(message ?? `${actual} is not ${expected}`)
}

export function notStrictEqual(actual, expected, message) {
  if (Object.is(actual, expected)) throw new Error(message ?? `${actual} is ${expected}`)
}
