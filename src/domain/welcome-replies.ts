import type { Context } from './context.ts'
import { memberIds } from './message-facts.ts'
import { noteDirectly } from './notices.ts'
import type { Emit } from './unit-of-work.ts'
import { isPerson, type User } from './users.ts'

/** What Welcome Bot knows about, by the word people ask it with (organization 4.5). */
const ANSWERS: Record<string, (ctx: Context) => string> = {
  apps: ({ site }) =>
    `You can be here with an app on your phone, in a terminal, or with a program of your own. Each asks for the address of this server, \`${site.url}\`, and for your e-mail address and password.`,
  profile: () =>
    'Your name, your picture, your time zone and whatever else this organization wants to know of its people are in the settings of your app, under your profile. A status, such as "On holiday", says what you are up to at present.',
  theme: () =>
    'Whether your app is light, dark, or does as your device does is a setting of yours. Where an app keeps it with your account, your other apps follow.',
  channels: () =>
    'A channel is for one subject or one team, and you read those you are subscribed to. The list of channels shows what else is open to you: subscribe to what you want to follow, and leave what you do not. A private channel is read by its subscribers alone, and direct messages by the people they are addressed to.',
  topics: () =>
    'Each message in a channel has a topic, a few words on what the conversation is about. Answer in the topic you are reading, and begin a new one for something new: so several conversations go on at once, and each can be read, muted or followed for itself. A topic that is done can be marked as resolved.',
  'message formatting': () =>
    `Write | and people read
--- | ---
\`**bold** and *italic*\` | **bold** and *italic*
\`[a link](https://example.org)\` | [a link](https://example.org)
\`~~gone~~\` | ~~gone~~
\`:tada:\` | :tada:

Lines that begin with \`*\` are a list, those that begin with \`>\` a quote. Code stands between backticks, longer code between lines of three. \`@\` mentions somebody, \`#\` links a channel.`,
  'keyboard shortcuts': () =>
    'Which keys do what is for your app to say: most list them under `?`. What nearly all of them know: arrows go from message to message, `r` answers the one you are at, `c` begins a new one, `/` searches, and `Esc` leads back.',
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

/** What it can be asked, for people to read. */
export const WELCOME_WORDS = Object.keys(ANSWERS)
  .map((word) => `\`${word}\``)
  .join(', ')

/** Welcome Bot answers what people write to it alone; programs could keep each other busy. */
export function replyFromWelcomeBot(ctx: Context, emit: Emit, sender: User, messageId: number) {
  if (!isPerson(sender)) return
  const { content, member_key } = ctx.store.messages.find(messageId)!
  const others = memberIds(member_key!).filter((id) => id !== sender.id)
  const isAddressed =
    others.length === 1 && ctx.store.users.find(others[0]!)!.system_bot === 'welcome'
  if (isAddressed) noteDirectly(ctx, emit, 'welcome', sender, answerTo(ctx, content))
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
    ? `Ask me with one of these words, and I tell you what I know: ${WELCOME_WORDS}.`
    : `I am a program and understand only a few words: ${WELCOME_WORDS} and \`help\`. For anything else, ask the people here.`
}
