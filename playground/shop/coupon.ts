import type { Coupon, Shop } from '../data/shop.ts'
import type { ProblemInput } from '../http/problem.ts'
import { findCart, keep, type CartResult } from './cart.ts'

const coupons: readonly Coupon[] = [
  { code: 'SAVE10', percent: 10 },
  { code: 'WELCOME20', percent: 20 },
]

const rejections: Readonly<Record<'EXPIRED' | 'MAXEDOUT', ProblemInput>> = {
  EXPIRED: {
    status: 410,
    code: 'coupon-expired',
    title: 'Coupon expired',
    detail: 'Coupon EXPIRED was valid until 31 December 2024.',
  },
  MAXEDOUT: {
    status: 409,
    code: 'coupon-used-up',
    title: 'Coupon used up',
    detail: 'Coupon MAXEDOUT has been redeemed as often as it may be.',
  },
}

/** Every code, also those that are always rejected. */
export const couponCodes: readonly string[] = [
  ...coupons.map(coupon => coupon.code),
  ...Object.keys(rejections),
]

/** Applies a coupon. A cart takes one; the same code again changes nothing. Codes are read without regard to case. */
export function applyCoupon(shop: Shop, cartId: string, text: string): CartResult {
  const found = findCart(shop, cartId)
  if ('problem' in found) return found
  const code = text.trim().toUpperCase()
  if (isRejected(code)) return { problem: rejections[code] }
  const coupon = coupons.find(candidate => candidate.code === code)
  if (coupon === undefined) return { problem: unknown(text) }
  const applied = found.cart.coupon
  if (applied !== undefined && applied.code !== code) return { problem: second(applied.code) }
  return keep(shop, { ...found.cart, coupon })
}

function isRejected(code: string): code is keyof typeof rejections {
  return Object.hasOwn(rejections, code)
}

function unknown(code: string): ProblemInput {
  return {
    status: 422,
    code: 'coupon-unknown',
    title: 'Unknown coupon',
    detail: `There is no coupon "${code}".`,
  }
}

function second(code: string): ProblemInput {
  return {
    status: 409,
    code: 'coupon-already-applied',
    title: 'Coupon already applied',
    detail: `This cart has coupon ${code}; a cart takes one.`,
  }
}
