import { hoursAfterOpening } from './dates.ts'
import { fromCents } from './money.ts'
import { seededRandom, type Random } from './random.ts'
import type { Product } from './records.ts'
import { categorySeeds } from './seed-categories.ts'
import { qualities, tags } from './words.ts'

/** Product number `id`. Every tenth product is out of stock; of every product ending in 5 two pieces are left. */
export function seedProduct(id: number): Product {
  const random = seededRandom(`product ${id}`)
  const category = random.pick(categorySeeds)
  const article = random.pick(category.articles)
  const quality = random.pick(qualities)
  return {
    id,
    sku: `${category.id.slice(0, 3).toUpperCase()}-${String(id).padStart(5, '0')}`,
    name: `${quality} ${article}`,
    description: `${quality} ${article.toLowerCase()} from our ${category.name.toLowerCase()} department.`,
    category: category.id,
    price: fromCents(random.between(3, 149) * 100 + random.pick([0, 49, 90, 95, 99])),
    currency: 'EUR',
    stock: id % 10 === 0 ? 0 : id % 10 === 5 ? 2 : random.between(8, 120),
    rating: random.between(20, 50) / 10,
    tags: seedTags(random),
    createdAt: hoursAfterOpening(id * 3),
  }
}

function seedTags(random: Random): string[] {
  const count = random.between(0, 3)
  return [...new Set(Array.from({ length: count }, () => random.pick(tags)))]
}
