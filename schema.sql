-- Hearth's whole data model. A new database is made from this file; an older one is brought to
-- the same shape by src/store/migrations, and a test holds the two equal.
--
-- Conventions: times are UNIX seconds, booleans are 0/1, *_key columns hold text case-folded in
-- code (SQLite's NOCASE folds ASCII only), JSON columns hold what the API speaks. One data folder
-- is one organization, so no table carries an organization column.

-- ── Organization ─────────────────────────────────────────────────────────────────────────────

-- One row after the organization was founded; no row in a fresh data folder.
CREATE TABLE organization (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  uuid        TEXT NOT NULL,                 -- seeds generated avatars; never changes
  created_at  INTEGER NOT NULL,
  deactivated INTEGER NOT NULL DEFAULT 0,    -- every login answers REALM_DEACTIVATED
  deletion_at INTEGER,                       -- when all of a deactivated one is erased; NULL: never
  settings    TEXT NOT NULL DEFAULT '{}',    -- JSON: settings that differ from their default
  user_defaults TEXT NOT NULL DEFAULT '{}',  -- JSON: personal settings newcomers start with, likewise
  pictures    TEXT NOT NULL DEFAULT '{}',    -- JSON: {icon, logo, night_logo: {file, version}}
  daily_job_at INTEGER NOT NULL DEFAULT 0    -- when the daily upkeep last ran through
) STRICT;

-- Which group holds each organization-wide permission (can_create_groups, …).
CREATE TABLE organization_permission (
  setting  TEXT PRIMARY KEY,
  group_id INTEGER NOT NULL REFERENCES user_group
) STRICT, WITHOUT ROWID;

-- E-mail domains whose addresses may join, where addresses are restricted.
CREATE TABLE allowed_domain (
  domain           TEXT PRIMARY KEY,         -- lower case
  allow_subdomains INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE linkifier (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  position         INTEGER NOT NULL,         -- the first match in this order wins
  pattern          TEXT NOT NULL UNIQUE,     -- RE2 syntax
  url_template     TEXT NOT NULL,            -- RFC 6570
  example_input    TEXT,
  reverse_template TEXT,
  alternative_url_templates TEXT NOT NULL DEFAULT '[]'  -- JSON array of strings
) STRICT;

CREATE TABLE playground (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  name              TEXT NOT NULL,
  pygments_language TEXT NOT NULL,
  url_template      TEXT NOT NULL,
  UNIQUE (pygments_language, name)
) STRICT;

-- Custom emoji. Deactivated ones stay: old messages and reactions still show them.
CREATE TABLE emoji (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,  -- the emoji_code
  name        TEXT NOT NULL,
  author_id   INTEGER REFERENCES user,
  file        TEXT NOT NULL,                 -- name in uploads/pictures
  still_file  TEXT,                          -- first frame of an animated one
  deactivated INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX emoji_active_name ON emoji (name) WHERE deactivated = 0;

CREATE TABLE profile_field (
  id                         INTEGER PRIMARY KEY AUTOINCREMENT,
  position                   INTEGER NOT NULL,     -- display order
  type                       INTEGER NOT NULL CHECK (type BETWEEN 1 AND 8),
  name                       TEXT NOT NULL UNIQUE,
  hint                       TEXT NOT NULL DEFAULT '',
  data                       TEXT NOT NULL DEFAULT '',  -- JSON text of field_data, '' for none
  required                   INTEGER NOT NULL DEFAULT 0,
  editable_by_user           INTEGER NOT NULL DEFAULT 1,
  display_in_profile_summary INTEGER NOT NULL DEFAULT 0,
  use_for_user_matching      INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE profile_value (
  user_id  INTEGER NOT NULL REFERENCES user,
  field_id INTEGER NOT NULL REFERENCES profile_field ON DELETE CASCADE,
  value    TEXT NOT NULL,                    -- a users field holds the JSON text of its IDs
  rendered TEXT,                             -- HTML, for the Markdown-capable types only
  PRIMARY KEY (user_id, field_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX profile_value_by_field ON profile_value (field_id);

-- ── Users ────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE user (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  email          TEXT NOT NULL,              -- the real (delivery) address as typed
  email_key      TEXT NOT NULL UNIQUE,       -- the same, case-folded: what logins look up
  full_name      TEXT NOT NULL,
  name_key       TEXT NOT NULL,              -- the same, case-folded: what mentions look up
  role           INTEGER NOT NULL CHECK (role IN (100, 200, 300, 400, 600)),
  is_active      INTEGER NOT NULL DEFAULT 1,
  is_deleted     INTEGER NOT NULL DEFAULT 0, -- deactivated, and the personal data removed
  joined_at      INTEGER NOT NULL,
  timezone       TEXT NOT NULL DEFAULT '',   -- IANA name, '' unset
  avatar_source  TEXT NOT NULL DEFAULT 'J' CHECK (avatar_source IN ('G', 'J', 'U')),
  avatar_version INTEGER NOT NULL DEFAULT 1, -- grows with each change, so URLs may be cached
  avatar_file    TEXT,                       -- name in uploads/pictures, for source U
  email_address_visibility INTEGER NOT NULL DEFAULT 1,  -- a setting, here because lists filter by it
  settings       TEXT NOT NULL DEFAULT '{}', -- JSON: personal settings this person ever chose
  given_settings TEXT NOT NULL DEFAULT '{}', -- JSON: those others chose: defaults, administrators
  password_hash  TEXT,                       -- argon2id; NULL: no password login
  key_version    INTEGER NOT NULL DEFAULT 1, -- the API key is derived from it, never stored
  can_create_users       INTEGER NOT NULL DEFAULT 0,
  can_change_user_emails INTEGER NOT NULL DEFAULT 0,
  bot_type       INTEGER CHECK (bot_type BETWEEN 1 AND 3),  -- NULL: a person
  bot_owner_id   INTEGER REFERENCES user,
  system_bot     TEXT UNIQUE,                -- 'notification', 'welcome' or 'email-gateway'
  bot_default_sending_channel_id INTEGER REFERENCES channel,
  bot_default_events_channel_id  INTEGER REFERENCES channel,
  bot_default_all_public         INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX user_by_bot_owner ON user (bot_owner_id) WHERE bot_owner_id IS NOT NULL;
CREATE INDEX user_by_name ON user (name_key);

-- Where an outgoing-webhook bot posts. The token it shows there is derived like an API key.
CREATE TABLE bot_service (
  bot_id      INTEGER PRIMARY KEY REFERENCES user,
  base_url    TEXT NOT NULL,
  interface   INTEGER NOT NULL,              -- 1: this service's own format; 2: Slack's
  config_data TEXT NOT NULL                  -- JSON, as its owner gave it
) STRICT;

-- Key-value storage a bot keeps for itself. Values may have megabytes, so keys are looked up in an index
-- without them.
CREATE TABLE bot_storage (
  bot_id     INTEGER NOT NULL REFERENCES user,
  key        TEXT NOT NULL,
  value      TEXT NOT NULL,                  -- empty if the value is long
  long_value INTEGER,                        -- value_id of its pieces; NULL: the value is not long
  PRIMARY KEY (bot_id, key)
) STRICT;
CREATE INDEX bot_storage_by_long_value ON bot_storage (long_value) WHERE long_value IS NOT NULL;

-- Long values of bots. Their pieces are written in several transactions, before the keys lead to them.
CREATE TABLE bot_value_piece (
  value_id INTEGER NOT NULL,                 -- random
  number   INTEGER NOT NULL,                 -- counts from 0
  text     TEXT NOT NULL,
  PRIMARY KEY (value_id, number)
) STRICT;

-- Browser sessions. The cookie carries a random token, the database only its hash.
CREATE TABLE session (
  token_hash BLOB PRIMARY KEY,               -- SHA-256
  user_id    INTEGER NOT NULL REFERENCES user,
  csrf_token TEXT NOT NULL,
  expires_at INTEGER NOT NULL,               -- put off while it is in use
  created_at INTEGER NOT NULL DEFAULT 0,
  browser    TEXT NOT NULL DEFAULT ''        -- Firefox on Linux; '' for other programs
) STRICT, WITHOUT ROWID;
CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_by_expiry ON session (expires_at);

-- From where people have logged in before: strangers who guess do not keep them out from there.
CREATE TABLE login_address (
  user_id INTEGER NOT NULL REFERENCES user,
  address TEXT NOT NULL,                     -- HMAC of the network address under secret.key
  used_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, address)
) STRICT, WITHOUT ROWID;

-- Apps that registered themselves after login, and their push registrations.
CREATE TABLE device (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES user,
  push       TEXT NOT NULL DEFAULT '{}'      -- JSON: push_key_id, pending_push_token_id, …
) STRICT;
CREATE INDEX device_by_user ON device (user_id);

-- Where apps that know no devices want to be pushed to; nothing is sent, only asked about.
CREATE TABLE push_token (
  user_id    INTEGER NOT NULL REFERENCES user,
  kind       TEXT NOT NULL,                  -- fcm, apns
  token      TEXT NOT NULL,
  app_id     TEXT,                           -- of the app, for apns
  PRIMARY KEY (user_id, kind, token)
) STRICT, WITHOUT ROWID;

CREATE TABLE alert_word (
  user_id INTEGER NOT NULL REFERENCES user,
  word_key TEXT NOT NULL,
  word    TEXT NOT NULL,
  PRIMARY KEY (user_id, word_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE muted_user (
  user_id  INTEGER NOT NULL REFERENCES user,
  muted_id INTEGER NOT NULL REFERENCES user,
  muted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, muted_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX muted_user_by_muted ON muted_user (muted_id);

CREATE TABLE presence (
  user_id      INTEGER PRIMARY KEY REFERENCES user,
  active_at    INTEGER,
  connected_at INTEGER,
  update_id    INTEGER NOT NULL              -- organization-wide counter, names each change
) STRICT;
CREATE INDEX presence_by_update ON presence (update_id);

CREATE TABLE user_status (
  user_id       INTEGER PRIMARY KEY REFERENCES user,
  status_text   TEXT NOT NULL DEFAULT '',
  emoji_name    TEXT NOT NULL DEFAULT '',
  emoji_code    TEXT NOT NULL DEFAULT '',
  reaction_type TEXT NOT NULL DEFAULT ''
) STRICT;

-- Hints a person has seen and should not see again.
CREATE TABLE onboarding_step (
  user_id INTEGER NOT NULL REFERENCES user,
  name    TEXT NOT NULL,
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

-- ── Groups ───────────────────────────────────────────────────────────────────────────────────

-- Named groups, the eight system groups (role:…), and anonymous groups: the value of one
-- permission setting that names people directly.
CREATE TABLE user_group (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT,                          -- NULL: anonymous
  name_key    TEXT UNIQUE,
  description TEXT NOT NULL DEFAULT '',
  is_system   INTEGER NOT NULL DEFAULT 0,
  deactivated INTEGER NOT NULL DEFAULT 0,
  creator_id  INTEGER REFERENCES user,
  created_at  INTEGER,
  can_add_members_group    INTEGER REFERENCES user_group,  -- all six NULL on anonymous groups
  can_join_group           INTEGER REFERENCES user_group,
  can_leave_group          INTEGER REFERENCES user_group,
  can_manage_group         INTEGER REFERENCES user_group,
  can_mention_group        INTEGER REFERENCES user_group,
  can_remove_members_group INTEGER REFERENCES user_group
) STRICT;

CREATE TABLE user_group_member (
  group_id INTEGER NOT NULL REFERENCES user_group ON DELETE CASCADE,
  user_id  INTEGER NOT NULL REFERENCES user,
  PRIMARY KEY (group_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_group_member_by_user ON user_group_member (user_id);

CREATE TABLE user_group_subgroup (
  group_id    INTEGER NOT NULL REFERENCES user_group ON DELETE CASCADE,
  subgroup_id INTEGER NOT NULL REFERENCES user_group,
  PRIMARY KEY (group_id, subgroup_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_group_subgroup_by_subgroup ON user_group_subgroup (subgroup_id);

-- ── Channels ─────────────────────────────────────────────────────────────────────────────────

CREATE TABLE channel_folder (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  position    INTEGER NOT NULL,
  name        TEXT NOT NULL,
  name_key    TEXT NOT NULL,                 -- unique among those not archived
  description TEXT NOT NULL DEFAULT '',
  rendered_description TEXT NOT NULL DEFAULT '',
  is_archived INTEGER NOT NULL DEFAULT 0,
  creator_id  INTEGER REFERENCES user,
  created_at  INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX channel_folder_active_name ON channel_folder (name_key) WHERE is_archived = 0;

CREATE TABLE channel (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  name          TEXT NOT NULL,
  name_key      TEXT NOT NULL UNIQUE,        -- archived channels keep their name
  description   TEXT NOT NULL DEFAULT '',
  rendered_description TEXT NOT NULL DEFAULT '',
  created_at    INTEGER NOT NULL,
  creator_id    INTEGER REFERENCES user,
  is_archived   INTEGER NOT NULL DEFAULT 0,
  invite_only   INTEGER NOT NULL DEFAULT 0,
  is_web_public INTEGER NOT NULL DEFAULT 0,
  history_public_to_subscribers INTEGER NOT NULL DEFAULT 1,
  topics_policy TEXT NOT NULL DEFAULT 'inherit',
  message_retention_days INTEGER,            -- NULL: the organization's; -1: forever
  folder_id     INTEGER REFERENCES channel_folder,
  is_default    INTEGER NOT NULL DEFAULT 0,  -- new accounts are subscribed
  first_message_id INTEGER,                  -- NULL: no messages
  is_recently_active INTEGER NOT NULL DEFAULT 1,
  subscriber_count INTEGER NOT NULL DEFAULT 0,  -- active users with an active subscription
  weekly_traffic INTEGER,                    -- messages a week, estimated daily; NULL: too new
  can_add_subscribers_group    INTEGER NOT NULL REFERENCES user_group,
  can_administer_channel_group INTEGER NOT NULL REFERENCES user_group,
  can_create_topic_group       INTEGER NOT NULL REFERENCES user_group,
  can_delete_any_message_group INTEGER NOT NULL REFERENCES user_group,
  can_delete_own_message_group INTEGER NOT NULL REFERENCES user_group,
  can_move_messages_out_of_channel_group INTEGER NOT NULL REFERENCES user_group,
  can_move_messages_within_channel_group INTEGER NOT NULL REFERENCES user_group,
  can_remove_subscribers_group INTEGER NOT NULL REFERENCES user_group,
  can_resolve_topics_group     INTEGER NOT NULL REFERENCES user_group,
  can_send_message_group       INTEGER NOT NULL REFERENCES user_group,
  can_subscribe_group          INTEGER NOT NULL REFERENCES user_group
) STRICT;
CREATE INDEX channel_by_folder ON channel (folder_id) WHERE folder_id IS NOT NULL;

CREATE TABLE default_channel_group (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE default_channel_group_channel (
  group_id   INTEGER NOT NULL REFERENCES default_channel_group ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channel,
  PRIMARY KEY (group_id, channel_id)
) STRICT, WITHOUT ROWID;

-- A person's tie to a channel. It survives unsubscribing (is_active 0) with its personal settings.
CREATE TABLE subscription (
  user_id    INTEGER NOT NULL REFERENCES user,
  channel_id INTEGER NOT NULL REFERENCES channel,
  is_active  INTEGER NOT NULL DEFAULT 1,
  color      TEXT NOT NULL,                  -- '#' and six lower-case hex digits
  is_muted   INTEGER NOT NULL DEFAULT 0,
  pin_to_top INTEGER NOT NULL DEFAULT 0,
  desktop_notifications    INTEGER,          -- these five: NULL inherits the user's setting
  audible_notifications    INTEGER,
  push_notifications       INTEGER,
  email_notifications      INTEGER,
  wildcard_mentions_notify INTEGER,
  PRIMARY KEY (user_id, channel_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscription_by_channel ON subscription (channel_id, user_id) WHERE is_active = 1;

-- When a person was subscribed, in message IDs: (after_message_id, until_message_id]. Messages of
-- protected history and late-created per-user rows are judged against these.
CREATE TABLE subscription_span (
  user_id          INTEGER NOT NULL,
  channel_id       INTEGER NOT NULL,
  after_message_id INTEGER NOT NULL,         -- newest message when the person came
  until_message_id INTEGER,                  -- newest message when the person left; NULL: still here
  PRIMARY KEY (user_id, channel_id, after_message_id),
  FOREIGN KEY (user_id, channel_id) REFERENCES subscription
) STRICT, WITHOUT ROWID;

-- Tokens inside the e-mail addresses that post into a channel.
CREATE TABLE channel_email (
  token      TEXT PRIMARY KEY,               -- 32 hex digits
  channel_id INTEGER NOT NULL REFERENCES channel,
  creator_id INTEGER NOT NULL REFERENCES user,
  sender_id  INTEGER NOT NULL REFERENCES user,
  UNIQUE (channel_id, creator_id, sender_id)
) STRICT, WITHOUT ROWID;

-- ── Conversations and messages ───────────────────────────────────────────────────────────────

-- What people read: a topic of a channel, or a set of people writing to each other. A topic's name
-- stands here and not on its messages, so that renaming and resolving touch one row.
CREATE TABLE conversation (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id INTEGER REFERENCES channel,     -- NULL: direct messages
  topic      TEXT,                           -- as most of its messages spell it
  topic_key  TEXT,
  member_key TEXT UNIQUE,                    -- participants' IDs, ascending, joined by ','
  last_message_id INTEGER,                   -- NULL: all its messages are gone
  UNIQUE (channel_id, topic_key),
  CHECK ((channel_id IS NULL) = (member_key IS NOT NULL)),
  CHECK ((channel_id IS NULL) = (topic_key IS NULL))
) STRICT;
CREATE INDEX conversation_by_channel ON conversation (channel_id, last_message_id)
  WHERE last_message_id IS NOT NULL AND channel_id IS NOT NULL;
CREATE INDEX conversation_resolved ON conversation (channel_id) WHERE substr(topic_key, 1, 2) = '✔ ';

-- Participants of direct conversations, for finding all conversations of a person.
CREATE TABLE conversation_member (
  user_id         INTEGER NOT NULL REFERENCES user,
  conversation_id INTEGER NOT NULL REFERENCES conversation,
  PRIMARY KEY (user_id, conversation_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE message (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,  -- the order of everything; never reused
  conversation_id INTEGER NOT NULL REFERENCES conversation,
  channel_id      INTEGER,                   -- the conversation's, repeated for scans by channel
  sender_id       INTEGER NOT NULL REFERENCES user,
  topic           TEXT,                      -- only where spelled unlike the conversation's
  sent_at         INTEGER NOT NULL,
  client          TEXT NOT NULL,             -- name of the sending program
  content         TEXT NOT NULL,             -- Markdown as sent
  rendered        TEXT NOT NULL,             -- HTML
  renderer_version INTEGER NOT NULL,         -- what a later renderer has to do anew
  traits          INTEGER NOT NULL DEFAULT 0,  -- bits: 1 link, 2 image, 4 attachment, 8 reactions,
                                               -- 16 submessages, 32 edit history of its own
  history_floor   INTEGER NOT NULL DEFAULT 0   -- conversation moves up to this edit precede its coming here
) STRICT;
CREATE INDEX message_own_spelling ON message (conversation_id) WHERE topic IS NOT NULL;
-- What "has" looks for: few messages have it, so the lists are short.
CREATE INDEX message_with_link ON message (id) WHERE (traits & 1) <> 0;
CREATE INDEX message_with_image ON message (id) WHERE (traits & 2) <> 0;
CREATE INDEX message_with_attachment ON message (id) WHERE (traits & 4) <> 0;
CREATE INDEX message_with_reactions ON message (id) WHERE (traits & 8) <> 0;

-- Indexes of messages. They are tables because their rows follow the messages, some hundreds at once
-- (src/store/message-indexes.ts), and the triggers keep those that are there.
CREATE TABLE conversation_message (
  conversation_id INTEGER NOT NULL,
  message_id      INTEGER NOT NULL,
  PRIMARY KEY (conversation_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE channel_message (
  channel_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (channel_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE sender_message (
  sender_id  INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (sender_id, message_id)
) STRICT, WITHOUT ROWID;

-- One row: messages up to this one have their rows in the indexes.
CREATE TABLE message_index_reach (message_id INTEGER NOT NULL) STRICT;
INSERT INTO message_index_reach VALUES (0);

-- Who has written in a topic or reacted there, which are those that a mention of the topic reaches. New
-- messages are added with their rows in the indexes; the rest is done by triggers, those on reactions below them.
CREATE TABLE topic_participant (
  conversation_id INTEGER NOT NULL,
  user_id         INTEGER NOT NULL,
  contributions   INTEGER NOT NULL,          -- messages that have their rows in the indexes, and reactions
  PRIMARY KEY (conversation_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER message_moved AFTER UPDATE OF conversation_id, channel_id ON message BEGIN
  UPDATE conversation_message SET conversation_id = NEW.conversation_id
   WHERE conversation_id = OLD.conversation_id AND message_id = OLD.id;
  UPDATE channel_message SET channel_id = NEW.channel_id
   WHERE channel_id = OLD.channel_id AND message_id = OLD.id;
END;
CREATE TRIGGER message_deleted AFTER DELETE ON message BEGIN
  DELETE FROM conversation_message WHERE conversation_id = OLD.conversation_id AND message_id = OLD.id;
  DELETE FROM channel_message WHERE channel_id = OLD.channel_id AND message_id = OLD.id;
  DELETE FROM sender_message WHERE sender_id = OLD.sender_id AND message_id = OLD.id;
END;

CREATE TRIGGER participant_moved AFTER UPDATE OF conversation_id ON message
  WHEN NEW.conversation_id <> OLD.conversation_id
BEGIN
  UPDATE topic_participant SET contributions = contributions - 1
   WHERE conversation_id = OLD.conversation_id AND user_id = OLD.sender_id
     AND OLD.id <= (SELECT message_id FROM message_index_reach);
  INSERT INTO topic_participant
  SELECT NEW.conversation_id, NEW.sender_id, 1 FROM message_index_reach WHERE NEW.id <= message_id
      ON CONFLICT DO UPDATE SET contributions = contributions + 1;
  UPDATE topic_participant SET contributions = contributions -
         (SELECT count(*) FROM reaction WHERE message_id = OLD.id AND reaction.user_id = topic_participant.user_id)
   WHERE conversation_id = OLD.conversation_id
     AND user_id IN (SELECT user_id FROM reaction WHERE message_id = OLD.id);
  INSERT INTO topic_participant
  SELECT NEW.conversation_id, user_id, count(*) FROM reaction WHERE message_id = NEW.id GROUP BY user_id
      ON CONFLICT DO UPDATE SET contributions = contributions + excluded.contributions;
END;
CREATE TRIGGER participant_deleted BEFORE DELETE ON message BEGIN
  UPDATE topic_participant SET contributions = contributions - 1
   WHERE conversation_id = OLD.conversation_id AND user_id = OLD.sender_id
     AND OLD.id <= (SELECT message_id FROM message_index_reach);
  UPDATE topic_participant SET contributions = contributions -
         (SELECT count(*) FROM reaction WHERE message_id = OLD.id AND reaction.user_id = topic_participant.user_id)
   WHERE conversation_id = OLD.conversation_id
     AND user_id IN (SELECT user_id FROM reaction WHERE message_id = OLD.id);
END;

-- Full text of messages (plain text of the HTML; rowid is the message) and of topics (rowid is the
-- conversation). Two tables, so that renaming a topic re-indexes one row.
CREATE VIRTUAL TABLE message_text USING fts5(
  body, content='', contentless_delete=1, tokenize='porter unicode61', detail='none'
);
-- Merged by the server in small pieces at the end of transactions (src/store/message-text.ts).
INSERT INTO message_text (message_text, rank) VALUES ('automerge', 0);
INSERT INTO message_text (message_text, rank) VALUES ('crisismerge', 256);
INSERT INTO message_text (message_text, rank) VALUES ('usermerge', 16);
-- One row: messages up to this one have their words in the index.
CREATE TABLE message_text_reach (message_id INTEGER NOT NULL) STRICT;
INSERT INTO message_text_reach VALUES (0);
CREATE VIRTUAL TABLE topic_text USING fts5(
  topic, content='', contentless_delete=1, tokenize='porter unicode61', detail='none'
);

-- One person's state of one message: written at send time for everyone who receives it, later only
-- by starring, reacting and the like ("historical"). Flags: 1 read, 2 starred, 4 collapsed,
-- 8 mentioned, 16 stream_wildcard_mentioned, 32 topic_wildcard_mentioned, 64 mentioned by group,
-- 512 has_alert_word, 1024 historical, 2048 direct message.
CREATE TABLE user_message (
  user_id    INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  flags      INTEGER NOT NULL,
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_message_unread ON user_message (user_id, message_id) WHERE (flags & 1) = 0;
-- With the flags in them, the next three answer alone, for the rows they list lie far apart. Unread and
-- direct messages are many and lie together; their indexes would be written with every change of a flag.
CREATE INDEX user_message_starred ON user_message (user_id, message_id, flags) WHERE (flags & 2) <> 0;
CREATE INDEX user_message_mentioned ON user_message (user_id, message_id, flags) WHERE (flags & 120) <> 0;
CREATE INDEX user_message_alerted ON user_message (user_id, message_id, flags) WHERE (flags & 512) <> 0;
CREATE INDEX user_message_direct ON user_message (user_id, message_id) WHERE (flags & 2048) <> 0;

-- The receivers of each message. An index of user_message by message would have a place of its own for each row.
CREATE TABLE message_receivers (
  message_id INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
  user_ids   TEXT NOT NULL,                  -- JSON, ascending
  -- While rows in user_message are to be written, JSON: common flags, and pairs of user_id and flags of others.
  flags      TEXT
) STRICT;
-- Who got a message later, such as those who starred it or read the channel that it moved to, and who lost it.
CREATE TABLE changed_receiver (
  message_id INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
  user_id    INTEGER NOT NULL,
  has_it     INTEGER NOT NULL,
  PRIMARY KEY (message_id, user_id)
) STRICT, WITHOUT ROWID;
-- Rows in user_message are written in portions soon after their messages, for each lies on pages of its own.
-- Those of the messages up to this one are all there; its one row always exists.
CREATE TABLE receivers_reach (message_id INTEGER NOT NULL) STRICT;
INSERT INTO receivers_reach VALUES (0);

-- Who is visibly and personally mentioned, for the narrow operator mentions.
CREATE TABLE message_mention (
  user_id    INTEGER NOT NULL,
  message_id INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX message_mention_by_message ON message_mention (message_id);

-- The history of messages: edits of one message (its content, or a move that concerned it but not
-- its whole conversation), and moves of a whole conversation, written once for every message then in
-- it. The latter concern message m when m.id <= last_message_id and id > m.history_floor.
CREATE TABLE message_edit (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id    INTEGER REFERENCES message ON DELETE CASCADE,  -- NULL: a whole conversation moved
  conversation_id INTEGER REFERENCES conversation,  -- which one
  last_message_id INTEGER,                   -- its newest message at that time
  copied_from   INTEGER,                     -- of a conversation's move that a message took along when
                                             -- it left: the id, which is its place in the history
  user_id       INTEGER,
  edited_at     INTEGER NOT NULL,
  prev_content  TEXT,
  prev_rendered TEXT,
  prev_topic    TEXT,
  topic         TEXT,
  prev_channel_id INTEGER,
  channel_id    INTEGER,
  CHECK ((message_id IS NULL) = (conversation_id IS NOT NULL))
) STRICT;
CREATE INDEX message_edit_by_message ON message_edit (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX message_edit_by_conversation ON message_edit (conversation_id)
  WHERE conversation_id IS NOT NULL;

CREATE TABLE reaction (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id    INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
  user_id       INTEGER NOT NULL REFERENCES user,
  reaction_type TEXT NOT NULL,
  emoji_code    TEXT NOT NULL,
  emoji_name    TEXT NOT NULL,
  UNIQUE (message_id, user_id, reaction_type, emoji_code)
) STRICT;

CREATE TRIGGER reaction_added AFTER INSERT ON reaction BEGIN
  INSERT INTO topic_participant
  SELECT conversation_id, NEW.user_id, 1 FROM message WHERE id = NEW.message_id AND channel_id IS NOT NULL
      ON CONFLICT DO UPDATE SET contributions = contributions + 1;
END;
CREATE TRIGGER reaction_removed AFTER DELETE ON reaction BEGIN
  UPDATE topic_participant SET contributions = contributions - 1
   WHERE user_id = OLD.user_id
     AND conversation_id = (SELECT conversation_id FROM message WHERE id = OLD.message_id);
END;

CREATE TABLE submessage (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
  sender_id  INTEGER NOT NULL REFERENCES user,
  msg_type   TEXT NOT NULL,
  content    TEXT NOT NULL                   -- JSON text
) STRICT;
CREATE INDEX submessage_by_message ON submessage (message_id);

-- A person's preference for one topic, which need not have messages: 1 muted, 2 unmuted, 3 followed.
CREATE TABLE user_topic (
  user_id    INTEGER NOT NULL REFERENCES user,
  channel_id INTEGER NOT NULL REFERENCES channel,
  topic_key  TEXT NOT NULL,
  topic      TEXT NOT NULL,
  visibility_policy INTEGER NOT NULL CHECK (visibility_policy IN (1, 2, 3)),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, channel_id, topic_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_topic_by_topic ON user_topic (channel_id, topic_key);

-- ── Files ────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE attachment (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  path_id      TEXT NOT NULL UNIQUE,         -- what follows /user_uploads/
  owner_id     INTEGER NOT NULL REFERENCES user,
  name         TEXT NOT NULL,
  size         INTEGER NOT NULL,             -- bytes
  content_type TEXT NOT NULL,
  image        TEXT,                         -- JSON {width, height, frames}; NULL: not an image
  pending_thumbnail TEXT,                    -- name of the one to be made; '': messages are still to show it
  created_at   INTEGER NOT NULL,
  unlinked_at  INTEGER                       -- since when no message links it; NULL: one does
) STRICT;
CREATE INDEX attachment_by_owner ON attachment (owner_id);
CREATE INDEX attachment_unfinished ON attachment (id) WHERE pending_thumbnail IS NOT NULL;
CREATE INDEX attachment_unlinked ON attachment (id) WHERE unlinked_at IS NOT NULL;

-- One row: the size of all attachments together, which triggers keep.
CREATE TABLE upload_space (bytes INTEGER NOT NULL) STRICT;
INSERT INTO upload_space VALUES (0);
CREATE TRIGGER attachment_added AFTER INSERT ON attachment BEGIN
  UPDATE upload_space SET bytes = bytes + NEW.size;
END;
CREATE TRIGGER attachment_removed AFTER DELETE ON attachment BEGIN
  UPDATE upload_space SET bytes = bytes - OLD.size;
END;

CREATE TABLE attachment_message (
  attachment_id INTEGER NOT NULL REFERENCES attachment ON DELETE CASCADE,
  message_id    INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
  PRIMARY KEY (attachment_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX attachment_message_by_message ON attachment_message (message_id);

-- What websites that messages link say of themselves, for showing it below those messages. A memory,
-- not a record: when it is full the oldest rows go.
CREATE TABLE website (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,  -- the order of reading
  url         TEXT NOT NULL UNIQUE,          -- as linked, without a fragment
  read_at     INTEGER NOT NULL,
  image_url   TEXT,                          -- NULL: there is nothing to show
  title       TEXT,
  description TEXT
) STRICT;

-- ── Personal writing ─────────────────────────────────────────────────────────────────────────

CREATE TABLE draft (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id   INTEGER NOT NULL REFERENCES user,
  type      TEXT NOT NULL CHECK (type IN ('', 'stream', 'private')),
  recipients TEXT NOT NULL,                  -- JSON array of channel or user IDs
  topic     TEXT NOT NULL,
  content   TEXT NOT NULL,
  edited_at INTEGER NOT NULL
) STRICT;
CREATE INDEX draft_by_user ON draft (user_id, edited_at);
-- How much a person keeps is bounded, and is summed up without reading any text; likewise below.
CREATE INDEX draft_size ON draft (user_id, length(content));

CREATE TABLE saved_snippet (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES user,
  title      TEXT NOT NULL,
  content    TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX saved_snippet_by_user ON saved_snippet (user_id);
CREATE INDEX saved_snippet_size ON saved_snippet (user_id, length(title) + length(content));

-- What clients sent under a key of their own, so that sending it again after a lost answer sends it
-- once. Rows last a day.
CREATE TABLE sent_once (
  user_id INTEGER NOT NULL REFERENCES user,
  key     TEXT NOT NULL,                     -- the header Idempotency-Key
  sent_at INTEGER NOT NULL,
  answer  TEXT NOT NULL,                     -- JSON: {id, newVisibility}
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_once_by_age ON sent_once (sent_at);

-- Messages to be sent later. A delivered one is deleted.
CREATE TABLE scheduled_message (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES user,
  type       TEXT NOT NULL CHECK (type IN ('stream', 'private')),
  recipients TEXT NOT NULL,                  -- JSON: a channel ID, or an array of user IDs
  topic      TEXT,
  content    TEXT NOT NULL,
  rendered   TEXT NOT NULL,
  deliver_at INTEGER NOT NULL,
  failed     INTEGER NOT NULL DEFAULT 0,
  failure    TEXT,                           -- why, for people
  read_by_sender INTEGER NOT NULL,
  client     TEXT NOT NULL,
  delivered_at INTEGER                       -- NULL while it waits; then its content is gone
) STRICT;
CREATE INDEX scheduled_message_by_user ON scheduled_message (user_id, deliver_at);
CREATE INDEX scheduled_message_due ON scheduled_message (deliver_at)
 WHERE failed = 0 AND delivered_at IS NULL;
CREATE INDEX scheduled_message_size
 ON scheduled_message (user_id, delivered_at, length(content) + length(rendered))
 WHERE delivered_at IS NULL;

CREATE TABLE reminder (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES user,
  message_id INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
  note       TEXT NOT NULL DEFAULT '',
  deliver_at INTEGER NOT NULL
) STRICT;
CREATE INDEX reminder_by_user ON reminder (user_id, deliver_at);
CREATE INDEX reminder_by_message ON reminder (message_id);
CREATE INDEX reminder_due ON reminder (deliver_at);

CREATE TABLE navigation_view (
  user_id   INTEGER NOT NULL REFERENCES user,
  fragment  TEXT NOT NULL,
  is_pinned INTEGER NOT NULL,
  name      TEXT,                            -- NULL: a built-in view
  PRIMARY KEY (user_id, fragment)
) STRICT, WITHOUT ROWID;

-- ── Joining ──────────────────────────────────────────────────────────────────────────────────

-- Invitations by mail and reusable links; both answer to a key in their link.
CREATE TABLE invitation (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  key         TEXT NOT NULL UNIQUE,          -- 24 lower-case base32 characters
  inviter_id  INTEGER NOT NULL REFERENCES user,
  is_multiuse INTEGER NOT NULL,
  email       TEXT,                          -- NULL on reusable links
  email_key   TEXT,
  role        INTEGER NOT NULL,
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER,                       -- NULL: never
  status      TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'accepted', 'revoked')),
  include_default_channels INTEGER NOT NULL DEFAULT 0,
  notify_inviter INTEGER NOT NULL DEFAULT 0,
  welcome_text TEXT,                         -- NULL: the organization's; '': none
  channel_ids TEXT NOT NULL DEFAULT '[]',    -- JSON
  group_ids   TEXT NOT NULL DEFAULT '[]'     -- JSON
) STRICT;
CREATE INDEX invitation_by_inviter ON invitation (inviter_id);
CREATE INDEX invitation_by_email ON invitation (email_key) WHERE email_key IS NOT NULL;

-- Keys mailed to prove an address: sign-up, a changed address, a forgotten password.
CREATE TABLE confirmation (
  key        TEXT PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('signup', 'email_change', 'password_reset')),
  email      TEXT NOT NULL,
  user_id    INTEGER REFERENCES user,        -- NULL for sign-up
  invitation_id INTEGER REFERENCES invitation,  -- the reusable link a sign-up came by
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used       INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- ── Notifications and mail ───────────────────────────────────────────────────────────────────

-- What is to be sent to people outside of the client: mails, and pushes to their devices. A row is
-- made together with what causes it and holds no text: the text is written when it is sent, so that
-- what was revoked, read or deleted meanwhile is not sent. Ended rows stay for a day, to be counted.
CREATE TABLE outbox (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  kind        TEXT NOT NULL,                 -- invitation, password_reset, missed_messages, push, …
  user_id     INTEGER REFERENCES user,       -- its receiver; NULL: an address without an account
  address_key TEXT,                          -- of a mail: where it goes; NULL: a push
  subscription_id INTEGER,                   -- of a push: where it goes
  caused_by   INTEGER REFERENCES user,       -- whose allowance it counts against; NULL: a stranger
  about       TEXT NOT NULL,                 -- JSON: the IDs it is written from
  created_at  INTEGER NOT NULL,
  due_at      INTEGER,                       -- of the next attempt; NULL: ended
  attempts    INTEGER NOT NULL DEFAULT 0,
  ended_at    INTEGER,
  outcome     TEXT                           -- sent, dropped, or why it was given up; NULL: waiting
) STRICT;
CREATE INDEX outbox_due ON outbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_by_address ON outbox (address_key, created_at) WHERE address_key IS NOT NULL;
CREATE INDEX outbox_by_cause ON outbox (caused_by, created_at) WHERE caused_by IS NOT NULL;
CREATE INDEX outbox_ended ON outbox (ended_at) WHERE ended_at IS NOT NULL;

-- When people got the last weekly digest.
CREATE TABLE digest (
  user_id INTEGER PRIMARY KEY REFERENCES user,
  made_at INTEGER NOT NULL
) STRICT;

-- Devices from which people have logged in: a login from another one is mailed about.
CREATE TABLE known_device (
  user_id  INTEGER NOT NULL REFERENCES user,
  device   TEXT NOT NULL,                    -- keyed hash: of a browser's mark, or of program and address
  first_at INTEGER NOT NULL,
  used_at  INTEGER NOT NULL,
  PRIMARY KEY (user_id, device)
) STRICT, WITHOUT ROWID;

-- Addresses without an account whose owners want no mail from here.
CREATE TABLE refused_address (
  address_key TEXT PRIMARY KEY,
  refused_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Messages that a person is to be notified of, by each way. Rows go when they are read in the
-- client. A push keeps its row while the notification may be shown on a device.
CREATE TABLE notification (
  user_id    INTEGER NOT NULL REFERENCES user,
  message_id INTEGER NOT NULL,
  way        TEXT NOT NULL CHECK (way IN ('mail', 'push')),
  reason     TEXT NOT NULL,                  -- direct, mention, wildcard, followed, channel
  made_at    INTEGER NOT NULL,
  due_at     INTEGER,                        -- NULL: pushed
  PRIMARY KEY (user_id, way, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX notification_due ON notification (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notification_pushed ON notification (user_id, message_id) WHERE due_at IS NULL;

-- Up to which message it was decided who is notified; no row while nobody could be.
CREATE TABLE notification_progress (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  message_id INTEGER NOT NULL
) STRICT;

-- People whose mentions an edit changed, until they are forgotten after 30 days: those who are new
-- among them are notified, and each of them once.
CREATE TABLE changed_mention (
  message_id INTEGER NOT NULL,
  user_id    INTEGER NOT NULL REFERENCES user,
  flags      INTEGER NOT NULL,               -- by which it was decided already: before the edit, and since
  changed_at INTEGER NOT NULL,
  is_open    INTEGER NOT NULL DEFAULT 1,     -- to be decided about
  PRIMARY KEY (message_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX changed_mention_open ON changed_mention (changed_at) WHERE is_open = 1;
CREATE INDEX changed_mention_by_age ON changed_mention (changed_at);

-- Where a person's pushes go: browsers (web) and addresses of ntfy and UnifiedPush servers.
CREATE TABLE push_subscription (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES user,
  kind       TEXT NOT NULL CHECK (kind IN ('web', 'ntfy', 'unifiedpush')),
  endpoint   TEXT NOT NULL UNIQUE,           -- who knows it can push to the device
  p256dh     TEXT,                           -- web: the browser's key and secret, base64url
  auth       TEXT,
  name       TEXT NOT NULL,                  -- as the list calls it: Firefox on Linux
  session    TEXT,                           -- web: CSRF token of the session; with it, it ends
  created_at INTEGER NOT NULL,
  used_at    INTEGER,                        -- of the last push that arrived
  failure    TEXT,                           -- why the last push did not arrive; NULL: it did
  paused_until INTEGER                       -- the push service wants nothing for it before
) STRICT;
CREATE INDEX push_subscription_by_user ON push_subscription (user_id);

-- ── Exports ──────────────────────────────────────────────────────────────────────────────────

-- Archives of the organization's data that administrators asked for. Being made: none of the three
-- last columns is set.
CREATE TABLE data_export (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  acting_user_id INTEGER NOT NULL REFERENCES user,
  type       TEXT NOT NULL CHECK (type IN ('public', 'full_with_consent', 'full_without_consent')),
  started_at INTEGER NOT NULL,
  file       TEXT,                           -- name in exports, which nobody can guess
  failed_at  INTEGER,
  deleted_at INTEGER
) STRICT;

-- ── Restarts ─────────────────────────────────────────────────────────────────────────────────

-- Written as the last thing before a server stops that leaves event queues in its data folder, and
-- deleted by the next start: queues that name another generation belong to another database.
CREATE TABLE stopped_generation (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  generation TEXT NOT NULL                   -- random
) STRICT;
