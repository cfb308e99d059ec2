/** The item that is requested again and again: 990 bytes of JSON. */
export const item = {
  id: 17,
  name: 'Notebook',
  description: 'A notebook for outdoors, with paper that can be written on in the rain. '.repeat(4).trim(),
  price: { amount: 12.5, currency: 'EUR' },
  tags: ['paper', 'outdoor', 'writing', 'stationery'],
  isAvailable: true,
  items: Array.from({ length: 8 }, (_, index) => ({
    id: 100 + index,
    name: `Refill, ${index + 1}0 sheets`,
    price: 2 + index,
    isAvailable: index % 3 > 0,
  })),
}
