import { seedProduct } from '../data/seed-products.ts'

/** A file to download. */
export interface Sample {
  readonly contentType: string
  readonly text: string
}

const products = [1, 2, 3, 4, 5].map(seedProduct)

/**
 * The sample files by type; they never change. The CSV file can serve as the rows of a test: the last product does not
 * exist, which `expected_status` says.
 */
export const samples: Readonly<Record<'csv' | 'json' | 'txt' | 'html', Sample>> = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    text: [
      'id,name,price,expected_status',
      ...products.map(product => `${product.id},${product.name},${product.price.toFixed(2)},200`),
      '9999,No such product,0.00,404',
      '',
    ].join('\n'),
  },
  json: {
    contentType: 'application/json; charset=utf-8',
    text: `${JSON.stringify({ rows: products.map(({ id, name, price }) => ({ id, name, price })) }, null, 2)}\n`,
  },
  txt: {
    contentType: 'text/plain; charset=utf-8',
    text: `Products of the playground\n\n${products.map(product => `- ${product.name}`).join('\n')}\n`,
  },
  html: {
    contentType: 'text/html; charset=utf-8',
    text: [
      '<!doctype html>',
      '<html lang="en">',
      '<head><meta charset="utf-8"><title>Products of the playground</title></head>',
      '<body>',
      '<h1>Products of the playground</h1>',
      '<ul>',
      ...products.map(product => `<li>${product.name}</li>`),
      '</ul>',
      '</body>',
      '</html>',
      '',
    ].join('\n'),
  },
}
