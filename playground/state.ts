import { seedShop, type Shop } from './data/shop.ts'
import { createSessions, type Sessions } from './account/sessions.ts'
import { OrderFeed } from './feed/order-feed.ts'

/** The state of one running playground. Nothing is shared between two of them. */
export interface PlaygroundState {
  /** Replaced as a whole by a reset: read it anew in every request. */
  shop: Shop
  /** A reset signs nobody out. */
  readonly sessions: Sessions
  /** The events of orders, of this shop and those after it. */
  readonly orderFeed: OrderFeed
}

/** The state of a fresh playground: the small data set, and nobody signed in. */
export function createState(): PlaygroundState {
  return { shop: seedShop('small'), sessions: createSessions(), orderFeed: new OrderFeed() }
}
