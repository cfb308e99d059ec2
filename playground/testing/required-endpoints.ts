/** The endpoints the playground must have: method, path and tag. */
export const requiredEndpoints = `
GET /api/health | Health & State
POST /api/reset | Health & State
GET /api/users | Users
GET /api/users/{id} | Users
GET /api/products | Products
GET /api/products/{id} | Products
GET /api/orders | Orders
GET /api/categories | Categories
GET /api/notifications | Notifications
GET /ajax/get | AJAX
POST /ajax/post | AJAX
PUT /ajax/put | AJAX
DELETE /ajax/delete | AJAX
GET /ajax/slow | AJAX
GET /ajax/fail/{code} | AJAX
GET /ajax/sse | AJAX
GET /events | Real-time
GET /ws/echo | Real-time
GET /ws/feed | Real-time
GET /tables/data | Tables
PUT /tables/data/{id} | Tables
DELETE /tables/data/{id} | Tables
GET /forms/cascade | Forms
POST /files/upload | Files
DELETE /files/upload/{id} | Files
GET /files/download/{type} | Files
POST /shop/cart/add | Shop
POST /shop/cart/update | Shop
POST /shop/cart/remove | Shop
POST /shop/cart/coupon | Shop`
  .trim()
  .split('\n')
