// Who lives in the demo organization: people, channels and settings. Example data, nothing real.

/** Name of the demo organization. */
export const ORGANIZATION = 'Harbour'

/** Everyone in the demo logs in with this password where a form asks for one. */
export const DEMO_PASSWORD = 'lighthouse at low tide'

export interface CastMember {
  /** What the conversations call this person. */
  key: string
  name: string
  role: 'owner' | 'administrator' | 'moderator' | 'member'
  timezone: string
  /** Shown beside the name; an emoji's name and a text. */
  status?: { emoji: string; text: string }
}

export const PEOPLE: CastMember[] = [
  { key: 'ana', name: 'Ana Silva', role: 'owner', timezone: 'Europe/Lisbon' },
  {
    key: 'ben',
    name: 'Ben Okafor',
    role: 'administrator',
    timezone: 'Europe/London',
    status: { emoji: 'headphones', text: 'Reviewing, back at three' },
  },
  { key: 'chloe', name: 'Chloe Martin', role: 'moderator', timezone: 'Europe/Paris' },
  { key: 'dev', name: 'Dev Patel', role: 'member', timezone: 'Asia/Kolkata' },
  {
    key: 'emi',
    name: 'Emi Tanaka',
    role: 'member',
    timezone: 'Asia/Tokyo',
    status: { emoji: 'house', text: 'At home today' },
  },
  { key: 'farah', name: 'Farah Haddad', role: 'member', timezone: 'Asia/Beirut' },
  {
    key: 'gus',
    name: 'Gus Lindqvist',
    role: 'member',
    timezone: 'Europe/Stockholm',
    status: { emoji: 'ship', text: 'On the water' },
  },
  { key: 'hana', name: 'Hana Novak', role: 'member', timezone: 'Europe/Prague' },
]

/** The bot that answers; its owner is the first person. */
export const BOT = { key: 'keeper', name: 'Keeper', shortName: 'keeper' }

export interface DemoChannel {
  name: string
  description: string
  folder: 'Work' | 'Around'
  /** Keys of those who are in it; undefined: everyone. */
  members?: string[]
  isPrivate?: boolean
}

export const CHANNELS: DemoChannel[] = [
  {
    name: 'general',
    description: 'For everyone: news and what has no better place.',
    folder: 'Around',
  },
  {
    name: 'engineering',
    description: 'The app, the server and the **import** of timetables.',
    folder: 'Work',
    members: ['ana', 'ben', 'chloe', 'dev', 'emi', 'gus', 'farah', 'hana'],
  },
  { name: 'design', description: 'How it looks and how it reads.', folder: 'Work' },
  {
    name: 'support',
    description: 'What passengers write, and what we answer.',
    folder: 'Work',
    members: ['ana', 'ben', 'chloe', 'dev', 'farah', 'gus', 'hana'],
  },
  { name: 'ideas', description: 'Half-baked is welcome.', folder: 'Around' },
  { name: 'lunch', description: 'What, where and when.', folder: 'Around' },
]

/** Texts that the owner has begun and not sent. */
export const DRAFTS = [
  {
    channel: 'engineering',
    topic: 'release 2.5',
    content: 'I would start with the widget, because',
  },
  { channel: 'ideas', topic: 'regatta day', content: 'The whole week. And for the map, let us' },
]
