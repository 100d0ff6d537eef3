// The full-text index as searches use it: which words a text has, and which topics contain them.

import type { Db } from '../db.ts'

/** Statements on the full-text index of messages and of topics. */
export function textIndex(db: Db) {
  // SQLite's tokenizer cannot be called directly, so the text goes through a table of one row.
  db.exec(`
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.cut_text USING fts5(text, tokenize='unicode61');
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.cut_word USING fts5vocab(temp, cut_text, instance);`)
  const cut = db.prepare<[text: string]>('INSERT INTO temp.cut_text (rowid, text) VALUES (1, ?)')
  const words = db.prepare<[], string>('SELECT term FROM temp.cut_word ORDER BY offset').pluck()
  const clear = db.prepare('DELETE FROM temp.cut_text WHERE rowid = 1')
  const topicsWith = db
    .prepare<[match: string], number>('SELECT rowid FROM topic_text WHERE topic_text MATCH ?')
    .pluck()
  const topicsOfChannelWith = db
    .prepare<[match: string, channel: number], number>(`
      SELECT topic_text.rowid FROM topic_text CROSS JOIN conversation ON conversation.id = topic_text.rowid
       WHERE topic_text MATCH ? AND channel_id = ?`)
    .pluck()
  const topicHas = db
    .prepare<[match: string, id: bigint], number>(
      'SELECT rowid FROM topic_text WHERE topic_text MATCH ? AND rowid = ?',
    )
    .pluck()

  return {
    /** The words of a text as the index knows them: without case and accents, not stemmed. */
    words(text: string): string[] {
      cut.run(text)
      try {
        return words.all()
      } finally {
        clear.run()
      }
    },
    /** Conversations whose topic has a word, stemmed alike. @param match an FTS5 expression */
    topicsWith(match: string, scope: { channel?: number; conversation?: number }): number[] {
      if (scope.conversation !== undefined) return topicHas.all(match, BigInt(scope.conversation))
      if (scope.channel !== undefined) return topicsOfChannelWith.all(match, scope.channel)
      return topicsWith.all(match)
    },
  }
}
