// Counts who takes part in each topic.

import type { Migration } from './migration.ts'

/** A mention of a topic looked through all its messages: 600 ms for 100,000. */
export const addTopicParticipants: Migration = {
  version: 16,
  up: `
    CREATE TABLE topic_participant (
      conversation_id INTEGER NOT NULL,
      user_id         INTEGER NOT NULL,
      contributions   INTEGER NOT NULL,
      PRIMARY KEY (conversation_id, user_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO topic_participant
    SELECT conversation_id, sender_id, count(*) FROM message
     WHERE id <= (SELECT message_id FROM message_index_reach) AND channel_id IS NOT NULL
     GROUP BY 1, 2;
    INSERT INTO topic_participant
    SELECT conversation_id, user_id, count(*) FROM reaction JOIN message ON message.id = message_id
     WHERE channel_id IS NOT NULL GROUP BY 1, 2
        ON CONFLICT DO UPDATE SET contributions = contributions + excluded.contributions;
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
  `,
}
