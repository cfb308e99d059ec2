import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { type Files, withFolder } from '../../testing/run-program.ts'
import { projectFacts } from '../test-code/project-facts.ts'
import { type FoundApplication, findApplication } from './find-application.ts'

const actuator = '<artifactId>spring-boot-starter-actuator</artifactId>'
const django: Files = {
  'manage.py': "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')\n",
  '.venv/bin/python': '',
}
const manage = '.venv/bin/python manage.py runserver --noreload 8000'
const uvicorn = '.venv/bin/python -m uvicorn main:app --port 8000'

const cases: readonly (readonly [title: string, files: Files, found: Omit<FoundApplication, 'reason'>])[] = [
  [
    'Django with a route for its health',
    {
      ...django,
      'shop/urls.py':
        "urlpatterns = [\n    path('admin/', admin.site.urls),\n    path('health/', health),\n]\n",
    },
    { port: 8000, command: manage, path: '/health/' },
  ],
  [
    'Django with a root',
    { ...django, 'shop/urls.py': "urlpatterns = [\n    path('', home),\n]\n" },
    { port: 8000, command: manage, path: '/' },
  ],
  [
    'Django whose root is the routes of another file',
    { ...django, 'shop/urls.py': "urlpatterns = [\n    path('', include('notes.urls')),\n]\n" },
    { port: 8000, command: manage },
  ],
  [
    'FastAPI without a root',
    { 'main.py': 'app = FastAPI()\n', '.venv/bin/python': '' },
    { port: 8000, command: uvicorn, path: '/openapi.json' },
  ],
  [
    'FastAPI that says its port',
    {
      'main.py': 'app = FastAPI()\nuvicorn.run("main:app", host="0.0.0.0", port=45141)\n',
      '.venv/bin/python': '',
    },
    {
      port: 45_141,
      command: '.venv/bin/python -m uvicorn main:app --port 45141',
      path: '/openapi.json',
    },
  ],
  [
    'FastAPI that does not describe itself',
    { 'main.py': 'app = FastAPI(openapi_url=None)\n', '.venv/bin/python': '' },
    { port: 8000, command: uvicorn },
  ],
  [
    'Go whose port is a variable',
    { 'go.mod': 'module a\n', 'main.go': 'port := "8090"\nmux.HandleFunc("GET /healthz", health)\n' },
    { port: 8090, command: 'go run .', path: '/healthz' },
  ],
  [
    'Go in a folder of its own',
    { 'go.mod': 'module a\n', 'cmd/server/main.go': 'http.ListenAndServe(":8091", nil)\n' },
    { port: 8091, command: 'go run ./cmd/server' },
  ],
  [
    'Spring Boot with an actuator, built by the Maven of the machine',
    { 'pom.xml': `<project>${actuator}</project>`, 'target/a': '' },
    { port: 8080, command: 'mvn spring-boot:run', path: '/actuator/health' },
  ],
  [
    'Spring Boot with an actuator at another port',
    {
      'pom.xml': `<project>${actuator}</project>`,
      'src/main/resources/application.yml': 'management:\n  server:\n    port: 9090\n',
    },
    { port: 8080 },
  ],
  ['Rails', { Gemfile: 'gem "rails", "~> 8.0"\n' }, { port: 3000 }],
  ['Sinatra', { Gemfile: "gem 'sinatra'\n", 'app.rb': 'set :port, 4570\n' }, { port: 4570 }],
]

for (const [title, files, expected] of cases)
  test(`finds the server of a project: ${title}`, () =>
    withFolder({ 'bin/go': '', 'bin/mvn': '', ...files }, folder => {
      for (const program of ['go', 'mvn']) chmodSync(path.join(folder, 'bin', program), 0o755)
      const { manifests } = projectFacts(folder)
      const environment = { PATH: path.join(folder, 'bin') }
      const { reason, ...found } = findApplication({ folder, manifests, environment }) ?? {}
      assert.deepEqual(found, expected)
      assert.ok(reason)
    }))
