// Welcome Bot's answers to direct messages.

import type { CanonicalMessage } from '../../events/types/message-format.ts'
import { onMessagesCommitted } from '../kernel/commit-listeners.ts'
import type { App, Context } from '../kernel/context.ts'
import { sendSystemDm } from '../messages/system-messages.ts'
import { isPerson } from '../users/users.ts'

/** Welcome Bot's answers by keyword. */
const ANSWERS: Record<string, (ctx: Context) => string> = {
  apps: ({ server }) =>
    `You can chat in the browser, with an app on your phone, in a terminal, or with a program of your own. Each asks for the address of this server, \`${server.url}\`, and for your e-mail address and password.`,
  profile: () =>
    'You find your name, your picture, your time zone and the other fields of your profile in the settings of your app. A status, such as "On holiday", tells others what you are doing at the moment.',
  theme: () =>
    'In the settings you choose whether your app is light, dark, or follows your device. Apps that store this with your account share the setting.',
  channels: () =>
    'A channel is for one subject or one team. You get the messages of the channels you are subscribed to. The list of channels shows the others you can join: subscribe to what you want to follow, and leave what you do not. Only its subscribers can read a private channel, and only the people it is addressed to can read a direct message.',
  topics: () =>
    'Each message in a channel has a topic: a few words about the conversation. Reply in the topic you are reading, and start a new one for something new. So several conversations can go on at once, and you can read, mute or follow each of them. When a topic is done, mark it as resolved.',
  'message formatting': () =>
    `Write | and people read
--- | ---
\`**bold** and *italic*\` | **bold** and *italic*
\`[a link](https://example.org)\` | [a link](https://example.org)
\`~~gone~~\` | ~~gone~~
\`:tada:\` | :tada:

Start a line with \`*\` for a list or with \`>\` for a quote. Put code between backticks, and longer code between lines of three backticks. \`@\` mentions a person, \`#\` links a channel.`,
  'keyboard shortcuts': () =>
    'Most apps list their keys when you press `?`. Nearly all of them share these: the arrow keys move between messages, `r` replies to the selected one, `c` starts a new one, `/` searches, and `Esc` goes back.',
}

/** Other words for the same. */
const SAME_AS: Record<string, string> = {
  app: 'apps',
  'edit profile': 'profile',
  themes: 'theme',
  channel: 'channels',
  streams: 'channels',
  topic: 'topics',
  formatting: 'message formatting',
  shortcuts: 'keyboard shortcuts',
}

/** The keywords, as Welcome Bot lists them. */
export const WELCOME_WORDS = Object.keys(ANSWERS)
  .map((word) => `\`${word}\``)
  .join(', ')

/** Answers people who write to Welcome Bot alone. Bots get no answer, so no loop can arise. */
export const startWelcomeBot = (ctx: App) =>
  onMessagesCommitted(ctx, {
    name: 'Welcome Bot',
    isInterested: ({ facts }) => facts !== undefined && isQuestion(ctx, facts),
    async work({ facts }) {
      const { sender_id, content } = facts!
      await ctx.commit((tx) =>
        sendSystemDm(tx, 'welcome', tx.store.users.find(sender_id)!, answerTo(tx, content)),
      )
    },
  })

function isQuestion({ store }: Context, { sender_id, display_recipient }: CanonicalMessage) {
  if (typeof display_recipient === 'string' || display_recipient.length !== 2) return false
  const other = display_recipient.find(({ id }) => id !== sender_id)
  const isToBot = other !== undefined && store.users.find(other.id)!.system_bot === 'welcome'
  return isToBot && isPerson(store.users.find(sender_id)!)
}

function answerTo(ctx: Context, content: string): string {
  const asked = content
    .toLowerCase()
    .replace(/[^\p{L}\s]/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
  const word = SAME_AS[asked] ?? asked
  if (Object.hasOwn(ANSWERS, word)) return ANSWERS[word]!(ctx)
  return asked === 'help'
    ? `Send me one of these words, and I explain it: ${WELCOME_WORDS}.`
    : `I am a program and understand only these words: ${WELCOME_WORDS} and \`help\`. For anything else, ask the people here.`
}
