import type { Product } from '../data/records.ts'
import { categoryIds } from '../data/seed-categories.ts'
import type { Schema } from '../http/answers.ts'

const sortFields = ['id', 'sku', 'name', 'category', 'price', 'stock', 'rating', 'createdAt'] as const

/** Which rows of the table, in which order. The schema below has filled in the defaults. */
export interface TableQuery {
  readonly page: number
  readonly pageSize: number
  readonly sort: (typeof sortFields)[number]
  readonly direction: 'asc' | 'desc'
  readonly q?: string
  readonly category?: string
  readonly tag?: string
  readonly minPrice?: number
  readonly maxPrice?: number
  readonly inStock?: boolean
}

/** One page of the table; `total` counts the rows that the filters let through. */
export interface TablePage {
  readonly rows: readonly Product[]
  readonly total: number
  readonly page: number
  readonly pageSize: number
  readonly pages: number
}

/** Filters, sorts and cuts out one page; a page behind the last is empty, with the right totals. */
export function queryTable(products: Iterable<Product>, query: TableQuery): TablePage {
  const found = [...products].filter(product => matches(product, query)).sort(bySort(query))
  const start = (query.page - 1) * query.pageSize
  return {
    rows: found.slice(start, start + query.pageSize),
    total: found.length,
    page: query.page,
    pageSize: query.pageSize,
    pages: Math.ceil(found.length / query.pageSize),
  }
}

function matches(product: Product, query: TableQuery): boolean {
  return (
    (query.category === undefined || product.category === query.category) &&
    (query.tag === undefined || product.tags.includes(query.tag)) &&
    (query.minPrice === undefined || product.price >= query.minPrice) &&
    (query.maxPrice === undefined || product.price <= query.maxPrice) &&
    (query.inStock === undefined || product.stock > 0 === query.inStock) &&
    (query.q === undefined || mentions(product, query.q.toLowerCase()))
  )
}

function mentions(product: Product, text: string): boolean {
  return [product.name, product.description, product.sku].some(field => field.toLowerCase().includes(text))
}

/** Rows that compare equal stay in the order of their ids, so that pages never overlap. */
function bySort({ sort, direction }: TableQuery): (left: Product, right: Product) => number {
  const sign = direction === 'asc' ? 1 : -1
  return (left, right) => {
    const [a, b] = [left[sort], right[sort]]
    return a === b ? left.id - right.id : a < b ? -sign : sign
  }
}

/** The query of `/tables/data`, whose defaults Fastify fills in: `TableQuery` is what comes of it. */
export const tableQuerySchema: Schema = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, default: 1, description: 'Number of the page.', examples: [1] },
    pageSize: {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 10,
      description: 'Rows per page.',
      examples: [10],
    },
    sort: { type: 'string', enum: sortFields, default: 'id', description: 'Field to sort by.' },
    direction: {
      type: 'string',
      enum: ['asc', 'desc'],
      default: 'asc',
      description: 'Ascending or descending.',
    },
    q: { type: 'string', maxLength: 200, description: 'Text that name, description or sku contains.' },
    category: { type: 'string', enum: categoryIds, description: 'Only this category.' },
    tag: { type: 'string', description: 'Only with this tag.' },
    minPrice: { type: 'number', minimum: 0, description: 'Only at this price or above.' },
    maxPrice: { type: 'number', minimum: 0, description: 'Only at this price or below.' },
    inStock: { type: 'boolean', description: 'Only what is in stock, or only what is not.' },
  },
}
