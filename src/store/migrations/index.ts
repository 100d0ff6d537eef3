// All migrations in order. Add a step; never edit one that was released.

import { initial } from './001-initial.ts'
import { deliveredMessages } from './002-delivered-messages.ts'
import { addSentOnce } from './003-sent-once.ts'
import { listedSessions } from './004-listed-sessions.ts'
import { addLoginAddresses } from './005-login-addresses.ts'
import { addOutbox } from './006-outbox.ts'
import { addStoppedGeneration } from './007-stopped-generation.ts'
import { addPushPauses } from './008-push-pauses.ts'
import { addChangedMentions } from './009-changed-mentions.ts'
import { addKnownDevices } from './010-known-devices.ts'
import { addDigests } from './011-digests.ts'
import { addPendingReceipts } from './012-pending-receipts.ts'
import { botStorageApart } from './013-bot-storage.ts'
import { smallTextMerges } from './014-small-text-merges.ts'
import { messageIndexTables } from './015-message-indexes.ts'
import { addTopicParticipants } from './016-topic-participants.ts'
import { addUploadSpace } from './017-upload-space.ts'
import { addKeptSizes } from './018-kept-sizes.ts'
import { addMessageTextReach } from './019-message-text-reach.ts'
import { longBotValues } from './020-long-bot-values.ts'
import { messageReceiverLists } from './021-message-receivers.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [
  initial,
  deliveredMessages,
  addSentOnce,
  listedSessions,
  addLoginAddresses,
  addOutbox,
  addStoppedGeneration,
  addPushPauses,
  addChangedMentions,
  addKnownDevices,
  addDigests,
  addPendingReceipts,
  botStorageApart,
  smallTextMerges,
  messageIndexTables,
  addTopicParticipants,
  addUploadSpace,
  addKeptSizes,
  addMessageTextReach,
  longBotValues,
  messageReceiverLists,
]
