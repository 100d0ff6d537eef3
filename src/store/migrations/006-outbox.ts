// Mail, pushes, and who is to be notified of which message.

import type { Migration } from './migration.ts'

/** What waits to be sent is in the database, so that it is not lost when the server is killed. */
export const addOutbox: Migration = {
  version: 6,
  up: `
CREATE TABLE outbox (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  kind        TEXT NOT NULL,
  user_id     INTEGER REFERENCES user,
  address_key TEXT,
  subscription_id INTEGER,
  caused_by   INTEGER REFERENCES user,
  about       TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  due_at      INTEGER,
  attempts    INTEGER NOT NULL DEFAULT 0,
  ended_at    INTEGER,
  outcome     TEXT
) STRICT;
CREATE INDEX outbox_due ON outbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_by_address ON outbox (address_key, created_at) WHERE address_key IS NOT NULL;
CREATE INDEX outbox_by_cause ON outbox (caused_by, created_at) WHERE caused_by IS NOT NULL;
CREATE INDEX outbox_ended ON outbox (ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE refused_address (
  address_key TEXT PRIMARY KEY,
  refused_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE notification (
  user_id    INTEGER NOT NULL REFERENCES user,
  message_id INTEGER NOT NULL,
  way        TEXT NOT NULL CHECK (way IN ('mail', 'push')),
  reason     TEXT NOT NULL,
  made_at    INTEGER NOT NULL,
  due_at     INTEGER,
  PRIMARY KEY (user_id, way, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX notification_due ON notification (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notification_pushed ON notification (user_id, message_id) WHERE due_at IS NULL;
CREATE TABLE notification_progress (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  message_id INTEGER NOT NULL
) STRICT;
CREATE TABLE push_subscription (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES user,
  kind       TEXT NOT NULL CHECK (kind IN ('web', 'ntfy', 'unifiedpush')),
  endpoint   TEXT NOT NULL UNIQUE,
  p256dh     TEXT,
  auth       TEXT,
  name       TEXT NOT NULL,
  session    TEXT,
  created_at INTEGER NOT NULL,
  used_at    INTEGER,
  failure    TEXT
) STRICT;
CREATE INDEX push_subscription_by_user ON push_subscription (user_id);
`,
}
