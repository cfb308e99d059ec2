/** A collection in Postman's files, in the folder `shop`, and what is beside it. */
export const shop: Readonly<Record<string, string>> = {
  'shop/.resources/definition.yaml': `$kind: collection
name: Shop / v1
description: |-
  Products and orders.

  In files.
variables:
  - key: limit
    value: "20"
  - key: old
    value: x
    disabled: true
auth:
  - type: bearer
    credentials:
      token: "{{token}}"
`,
  'shop/First.request.yaml': `$kind: http-request
# A comment stays.
url: "{{baseUrl}}/first"
method: GET
`,
  'shop/Orders/.resources/definition.yaml': `$kind: collection
order: 1000
`,
  'shop/Orders/Sign in.request.yaml': `$kind: http-request
url: "{{baseUrl}}/login"
method: POST
body:
  type: json
  content: '{ "password": "{{password}}" }'
auth:
  type: noauth
scripts:
  - type: afterResponse
    code: |-
      pm.test("fine", () => pm.response.to.have.status(200));
      pm.environment.set("token", pm.response.json().token);
    language: text/javascript
examples: ./.resources/Sign in.resources/examples
order: 1000
`,
  'shop/Orders/.resources/Sign in.resources/examples/Fine.example.yaml': `$kind: http-example
request:
  url: "{{baseUrl}}/login"
  method: POST
response:
  statusCode: 200
  statusText: OK
  headers:
    Content-Type: application/json
  body:
    type: json
    content: '{"token":"a"}'
order: 1000
`,
  'shop/Orders/Place- 2.request.yaml': `$kind: http-request
name: 'Place: 2'
url: "{{baseUrl}}/orders/:id?sort=a&debug=1"
method: POST
headers:
  - key: X-Tag
    value: a
  - key: X-Tag
    value: b
  - key: X-Tag
    value: z
    disabled: true
queryParams:
  - key: sort
    value: a
  - key: debug
    value: "1"
    disabled: true
pathVariables:
  id: "{{id}}"
body:
  type: formdata
  content:
    - type: text
      key: caption
      value: Stock
    - type: file
      key: table
      src: files/stock.csv
settings:
  followRedirects: false
order: 2000
`,
  'shop/Orders/Feed.request.yaml': `$kind: websocket-request
url: ws://127.0.0.1/feed
headers:
  X-A: "1"
order: 3000
`,
  'shop/a-b.request.yaml': `$kind: http-request\r
name: a/b\r
url: "{{baseUrl}}/ab"\r
method: GET\r
order: 2000\r
`,
  'shop/A-B-1.request.yaml': `$kind: graphql-request
name: A/B
url: "{{baseUrl}}/graphql"
query: "{ a }"
variables: '{ "id": "1" }'
order: 3000
`,
  'shop/environments/local.environment.yaml': `name: local
values:
  - key: baseUrl
    value: http://127.0.0.1:4555
    enabled: true
  - key: password
    value: demo
    type: secret
  - key: unused
    value: x
    enabled: false
`,
  'shop/globals/workspace.globals.yaml': `name: Globals
values:
  - key: region
    value: eu
`,
}
