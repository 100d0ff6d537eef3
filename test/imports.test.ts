// Holds the layout of src: which folder may import which, and what only one folder knows.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { layerOf, readImports, sourceFiles } from './source.ts'

/** What the files of each layer may import besides their own folder, base and errors.ts. */
const MAY_IMPORT: Record<string, string[]> = {
  // Login is part of every request, so http reaches into the domain for it.
  http: ['api', 'domain', 'config', 'metrics'],
  // What the server counts about itself.
  metrics: [],
  cli: ['admin', 'api', 'domain', 'config', 'main', 'offline', 'demo', 'backup'],
  backup: ['domain', 'store', 'text'],
  admin: ['api', 'domain'],
  demo: ['api', 'domain', 'store', 'config', 'open-domain', 'main'],
  smtp: ['domain', 'workers', 'config'],
  api: ['domain'],
  domain: ['store', 'events', 'text', 'images', 'outgoing-http', 'outgoing-mail', 'outgoing-push'],
  store: [],
  events: [],
  text: [],
  images: [],
  // What the thread does, and the side of it that the server has.
  workers: ['text'],
  // What a browser runs; test/web/imports.test.ts says more about it.
  web: ['text'],
  'outgoing-http': [],
  'outgoing-mail': [],
  'outgoing-push': [],
  outbound: ['domain', 'config', 'outgoing-mail', 'outgoing-http'],
  base: [],
  config: [],
  tls: [],
  'server-info': ['domain', 'config'],
  errors: [],
  offline: ['admin', 'open-domain', 'domain', 'store', 'config'],
  'open-domain': [
    'domain',
    'store',
    'events',
    'images',
    'metrics',
    'outgoing-http',
    'text',
    'workers',
    'config',
    'server-info',
  ],
  instruments: ['metrics', 'open-domain', 'domain', 'store', 'config'],
  main: [
    'admin',
    'http',
    'smtp',
    'backup',
    'instruments',
    'open-domain',
    'metrics',
    'tls',
    'domain',
    'store',
    'outbound',
    'config',
  ],
}

/** Folders in one order: a file imports only from its own folder and those before it. */
const ORDERS: Record<string, string[]> = {
  domain: [
    // The foundation: transactions, the organization, who may do and see what.
    'kernel',
    'organization',
    'access',
    'pictures',
    // People.
    'users',
    'authentication',
    'personal',
    'calls',
    'mail',
    // Conversation.
    'content',
    'channels',
    'topics',
    'subscriptions',
    'messages',
    'scheduled',
    'editing',
    'reading',
    'notifications',
    // Administration.
    'groups',
    'joining',
    'user-management',
    'organization-management',
    'channel-management',
    'bots',
    'files',
    // Assembly: what reads across everything above.
    'snapshot',
    'exports',
    'upkeep',
  ],
  api: ['core', 'wire', 'endpoints', 'index.ts', 'in-process.ts'],
  store: [
    'bits.ts',
    'db.ts',
    'changes.ts',
    'cached-lookup.ts',
    'after-writing.ts',
    'message-reach.ts',
    'conversation-locations.ts',
    'message-conversations.ts',
    'message-indexes.ts',
    'receiver-flags.ts',
    'message-receivers.ts',
    'receiver-lists.ts',
    'pending-receipts.ts',
    'text-pieces.ts',
    'message-text.ts',
    'text-turns.ts',
    'writing.ts',
    'log-sync.ts',
    'write-ahead-log.ts',
    'merger.ts',
    'start-merger.ts',
    'folder',
    'migrations',
    'migrate.ts',
    'tables',
    'search',
    'index.ts',
  ],
  events: ['types', 'delivery'],
}

/** Imports that the orders allow and that would still tangle what is apart today. */
const FENCES: { from: RegExp; to: RegExp; except?: RegExp; why: string }[] = [
  {
    from: /^domain\/editing\//,
    to: /^domain\/reading\//,
    why: 'editing and reading meet in the store alone',
  },
  {
    from: /^domain\/reading\//,
    to: /^domain\/editing\//,
    why: 'editing and reading meet in the store alone',
  },
  {
    from: /^domain\/(?!personal\/|snapshot\/)/,
    to: /^domain\/personal\//,
    why: 'what people keep for themselves concerns the snapshot and api only',
  },
  {
    from: /^(?!domain\/(snapshot|exports)\/|api\/|http\/|main\.ts|open-domain\.ts)/,
    to: /^domain\/snapshot\//,
    why: 'the snapshot is assembled last',
  },
  {
    from: /^(?!domain\/exports\/|api\/|http\/|main\.ts|open-domain\.ts)/,
    to: /^domain\/exports\//,
    why: 'an export reads everything and nothing reads an export',
  },
  {
    from: /^api\/endpoints\//,
    to: /^api\/endpoints\//,
    why: 'an endpoint stands alone; what several share belongs into core or wire',
  },
  {
    from: /^store\/tables\//,
    to: /^store\/tables\//,
    why: 'a table knows its own rows only',
  },
]

/** Packages that one folder alone knows. */
const KEPT_BY: Record<string, string> = {
  '@tinyhttp/app': 'http',
  milliparsec: 'http',
  'better-sqlite3': 'store',
  '@node-rs/argon2': 'base',
  'smtp-server': 'smtp',
  mailparser: 'workers',
  nodemailer: 'outgoing-mail',
  'html-to-text': 'workers',
  htmlparser2: 'outgoing-http',
  'wasm-vips': 'images',
  'prom-client': 'metrics',
  '@peculiar/x509': 'tls',
  'acme-client': 'tls',
}

const imports = readImports()
const inside = imports.filter(({ target }) => /\.tsx?$/.test(target))

/** Between the server and the web client go the shapes of what they say, and nothing that runs. */
const isShape = (file: string, target: string) =>
  (layerOf(file) === 'web' && /^(events\/types|api\/wire)\//.test(target)) ||
  (layerOf(file) === 'http' && target === 'web/build.ts')

test('each layer imports only what lies below it', () => {
  for (const { file, target, typeOnly } of inside) {
    if (typeOnly && isShape(file, target)) continue
    const [from, to] = [layerOf(file), layerOf(target)]
    const allowed = [from, 'base', 'errors', ...(MAY_IMPORT[from] ?? [])]
    assert.ok(allowed.includes(to), `src/${file} imports ${target}; ${from} may not import ${to}`)
  }
})

for (const [layer, order] of Object.entries(ORDERS)) {
  test(`a folder of ${layer} imports only folders before it, types included`, () => {
    for (const { file, target } of inside) {
      if (layerOf(file) !== layer) continue
      const position = order.indexOf(roomOf(file))
      assert.ok(position >= 0, `src/${file} is in no folder of the list of ${layer}`)
      if (layerOf(target) !== layer) continue
      assert.ok(
        order.indexOf(roomOf(target)) <= position,
        `src/${file} imports ${target}, which comes later in the order of ${layer}`,
      )
    }
  })
}

test('rooms that are apart stay apart', () => {
  for (const { from, to, why } of FENCES) {
    assert.ok(
      inside.some(({ target }) => to.test(target)),
      `nothing imports ${to}: is the fence still of use?`,
    )
    for (const { file, target } of inside) {
      if (file === target || !from.test(file) || !to.test(target)) continue
      assert.unreachable(`src/${file} imports ${target}; ${why}`)
    }
  }
})

test('files import each other without circles, types included', () => {
  const graph = Map.groupBy(inside, ({ file }) => file)
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    assert.not.ok(path.includes(file), `a circle of imports: ${[...path, file].join(' → ')}`)
    if (done.has(file)) return
    for (const { target } of graph.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
})

test('HTTP, SQLite and password hashing are each the business of one folder', () => {
  for (const { file, target } of imports) {
    const keeper = KEPT_BY[target]
    assert.ok(!keeper || keeper === layerOf(file), `src/${file} imports ${target}; see ${keeper}`)
  }
})

test('every file of the server belongs to a layer', () => {
  for (const file of sourceFiles()) {
    assert.ok(Object.hasOwn(MAY_IMPORT, layerOf(file)), `src/${file} is in no known layer`)
  }
})

/** 'domain/users/users.ts' → 'users', 'store/db.ts' → 'db.ts' */
function roomOf(file: string) {
  return file.split('/')[1] ?? ''
}

test.run()
