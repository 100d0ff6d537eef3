// An organization for rendering, with one of everything.

import { compileLinkifier } from '../../src/text/linkifiers.ts'
import { emptyLookup, type LinkedUpload, type Lookup } from '../../src/text/markdown/lookup.ts'
import { renderMarkdown } from '../../src/text/markdown/markdown.ts'
import type { RenderOptions } from '../../src/text/markdown/options.ts'

/** An organization with one of everything that a message can name. */
const people = [
  { id: 31, fullName: 'Mira Okafor', isActive: true },
  { id: 32, fullName: 'Ben <b> & Co', isActive: true },
  { id: 33, fullName: 'Lea Gone', isActive: false },
  { id: 41, fullName: 'Sam Twin', isActive: true },
  { id: 42, fullName: 'Sam Twin', isActive: true },
]

const groups = [
  { name: 'night-shift', id: 17, displayName: 'night-shift', isActive: true },
  { name: 'day-shift', id: 18, displayName: 'day-shift', isActive: false },
  { name: 'role:moderators', id: 3, displayName: 'Moderators', isActive: true },
]

const channels = [
  { id: 12, name: 'lab notes' },
  { id: 13, name: 'R&D <core>' },
]

const image = { width: 1920, height: 1080, isAnimated: false, isReady: true } as const

const uploads: Record<string, LinkedUpload> = {
  '1/ab/x.png': { contentType: 'image/png', image },
  '1/ab/dance.gif': { contentType: 'image/gif', image: { ...image, isAnimated: true } },
  '1/ab/phone.heic': { contentType: 'image/heic', image: { ...image, width: 900 } },
  '1/ab/slow.png': { contentType: 'image/png', image: { ...image, isReady: false } },
  '1/ab/s.mp3': { contentType: 'audio/mpeg' },
  '1/ab/v.mp4': { contentType: 'video/mp4' },
  '1/ab/notes.pdf': { contentType: 'application/pdf' },
}

const linkifiers = [
  { pattern: '#(?P<n>[0-9]+)', urlTemplate: 'https://t.example/{n}' },
  { pattern: '(?P<repo>[a-z]+)#(?P<n>[0-9]+)', urlTemplate: 'https://t.example/{repo}/{n}' },
].map(compileLinkifier)

export const organization: Lookup = {
  ...emptyLookup,
  userByName: (name) => people.find((user) => user.fullName.toLowerCase() === name.toLowerCase()),
  userById: (id) => people.find((user) => user.id === id),
  groupByName: (name) => groups.find((group) => group.name === name),
  channelByName: (name) => channels.find((channel) => channel.name === name),
  newestMessageId: (channelId, topic) => (channelId === 12 && topic !== 'empty' ? 904 : undefined),
  realmEmoji: (name) =>
    name === 'lab_rat' ? { sourceUrl: '/user_avatars/2/emoji/images/9.png' } : undefined,
  upload: (pathId) => uploads[pathId],
  linkifiers: () => linkifiers,
}

export const REALM_URL = 'https://chat.example.org'

export const render = (source: string, options: Partial<RenderOptions> = {}, changes = {}) =>
  renderMarkdown(source, { ...organization, ...changes }, { realmUrl: REALM_URL, ...options })

export const html = (source: string, options: Partial<RenderOptions> = {}): string =>
  render(source, options).html
