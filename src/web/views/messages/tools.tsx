// The toolbar of the message under the mouse or with the focus.

import { keysOf } from '../../keys/dispatch.ts'
import type { Message } from '../../model/messages.ts'
import { IconButton } from '../../ui/button.tsx'
import { pickEmoji } from '../emoji/picking.tsx'
import type { FeedState } from './feed-state.ts'
import { openMessageMenu } from './menu.ts'
import { toggleReaction } from './reactions.tsx'
import { replyTo } from './replying.ts'
import { messagesText as t } from './text.ts'

export const Tools = ({ feed, message }: { feed: FeedState; message: Message }) => (
  <div class="message-tools" role="toolbar" aria-label={t.actions} data-own-keys>
    <IconButton
      icon="smile-plus"
      label={t.addReaction}
      keys={keysOf('react')}
      onClick={(event) => pickEmoji(event.currentTarget, (emoji) => toggleReaction(message, emoji))}
    />
    <IconButton
      icon="reply"
      label={t.reply}
      keys={keysOf('reply')}
      onClick={() => replyTo(message)}
    />
    <IconButton
      icon="ellipsis"
      label={t.more}
      keys={keysOf('messageMenu')}
      aria-haspopup="menu"
      onClick={(event) => openMessageMenu(event.currentTarget, feed, message)}
    />
  </div>
)
