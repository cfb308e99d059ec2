import { performance } from 'node:perf_hooks'
import { median } from '../measure.mjs'

/**
 * Lets two sides listen and receive one message, in turn, after one round of each that does not count. A side is a
 * function that resolves when it listens, to `received`, which resolves when the message is there, and `close`.
 */
export async function compare({ ours, theirs, publish, close }, rounds) {
  const measured = { ours: [], theirs: [] }
  try {
    for (let round = 0; round <= rounds; round++)
      for (const [side, listen] of Object.entries({ ours, theirs })) {
        const times = await listenAndReceive(listen, publish)
        if (round > 0) measured[side].push(times)
      }
  } finally {
    await close()
  }
  return { ready: figures(measured, 'ready'), collected: figures(measured, 'collected') }
}

async function listenAndReceive(listen, publish) {
  const started = performance.now()
  const { received, close } = await listen()
  const ready = performance.now() - started
  // A side that is ready goes on to wait for the broker.
  await new Promise(resolve => setTimeout(resolve, 20))
  const published = performance.now()
  await Promise.all([publish(), received])
  const at = await received
  await close()
  return { ready, collected: at - published }
}

function figures({ ours, theirs }, name) {
  return {
    ratio: median(ours.map((times, round) => times[name] / theirs[round][name])),
    ours: median(ours.map(times => times[name])),
    theirs: median(theirs.map(times => times[name])),
  }
}
