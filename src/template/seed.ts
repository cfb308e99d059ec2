/** The source of all random values of a run, so that they can be made once more. */
export class Seed {
  readonly value: number
  /** True where anything was made of it. */
  isUsed = false

  constructor(value: number) {
    this.value = value
  }

  /** Numbers from 0 to below 1 for a part of the run, which does not depend on the others. */
  for(part: string): () => number {
    let next: (() => number) | undefined
    return () => {
      this.isUsed = true
      next ??= numbersFrom(`${this.value}\n${part}`)
      return next()
    }
  }
}

/** The greatest seed: what a number of JSON keeps. */
export const greatestSeed = Number.MAX_SAFE_INTEGER

/** A seed that no other run has: ids made of it are new. */
export function randomSeed(): number {
  return Math.floor(Math.random() * greatestSeed)
}

/** sfc32 of PractRand, its state of 128 bits mixed from a text as cyrb128 does; both are in the public domain. */
function numbersFrom(text: string): () => number {
  let [a, b, c, d] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const first = a
    a = b ^ Math.imul(first ^ code, 597_399_067)
    b = c ^ Math.imul(b ^ code, 2_869_860_233)
    c = d ^ Math.imul(c ^ code, 951_274_213)
    d = first ^ Math.imul(d ^ code, 2_716_044_179)
  }
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 20; round++) next()
  return next
}
