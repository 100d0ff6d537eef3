// What the menus of the sidebar offer: of the organization, of oneself, of a channel, of a topic.

import { keysOf } from '../../keys/dispatch.ts'
import { isResolved, topicKey } from '../../model/conversations.ts'
import { channelNarrow, topicNarrow } from '../../model/narrow.ts'
import { POLICY } from '../../model/topics.ts'
import type { VisibilityPolicy } from '../../model/wire.ts'
import { openMenu } from '../../ui/menu.tsx'
import { hashOfChannel, hashOfTopic } from '../addresses.ts'
import { attempt } from '../attempt.ts'
import { copyAddress } from '../copying.ts'
import { model, session } from '../here.ts'
import { topicName } from '../names.tsx'
import { toggleTopic } from '../resolving.ts'
import { go } from '../router.ts'
import { menuText as t } from './menu-text.ts'

export function openOrganizationMenu(anchor: Element) {
  openMenu(anchor, model.organization.get('name') ?? '', [
    model.permissions.holds('can_invite_users_group') && {
      label: t.members,
      icon: 'user-plus',
      select: () => go('#organization/invitations'),
    },
    { label: t.organizationSettings, icon: 'building-2', select: () => go('#organization') },
    { label: t.channels, icon: 'hash', select: () => go('#channels') },
    'line',
    { label: t.help, icon: 'keyboard', keys: keysOf('help'), select: pressHelp },
  ])
}

/** Help is opened by the frame, which knows its command. */
const pressHelp = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))

const THEMES = [
  { value: 1, icon: 'monitor', label: () => t.system },
  { value: 3, icon: 'sun', label: () => t.light },
  { value: 2, icon: 'moon', label: () => t.dark },
] as const

export function openOwnMenu(anchor: Element) {
  const theme = model.settings.get('color_scheme')
  openMenu(
    anchor,
    model.users.me.full_name,
    [
      { label: t.profile, icon: 'user', select: () => go('#settings/profile') },
      { label: t.personalSettings, icon: 'settings', select: () => go('#settings') },
      { heading: t.theme },
      ...THEMES.map(({ value, icon, label }) => ({
        label: label(),
        icon,
        checked: theme === value,
        select: () => void attempt(session.actions.setSetting('color_scheme', value)),
      })),
      'line',
      { label: t.logOut, icon: 'log-out', select: () => void attempt(session.logOut()) },
    ],
    'top-start',
  )
}

export function openChannelMenu(anchor: Element, channelId: number) {
  const channel = model.channels.get(channelId)
  if (!channel) return
  const set = (property: string, value: unknown) =>
    void attempt(session.actions.setSubscription(channelId, property, value))
  openMenu(anchor, `#${channel.name}`, [
    {
      label: t.markRead,
      icon: 'circle-check',
      disabled: model.unreads.allInChannel(channelId) === 0,
      select: () => void attempt(session.reader.markRead(channelNarrow(channelId))),
    },
    { label: t.copyLink, icon: 'link', select: () => copyAddress(hashOfChannel(channelId)) },
    'line',
    channel.is_subscribed && {
      label: channel.pin_to_top ? t.unpin : t.pin,
      icon: 'pin',
      select: () => set('pin_to_top', !channel.pin_to_top),
    },
    channel.is_subscribed && {
      label: channel.is_muted ? t.unmute : t.mute,
      icon: channel.is_muted ? 'bell' : 'bell-off',
      select: () => set('is_muted', !channel.is_muted),
    },
    'line',
    { label: t.settings, icon: 'settings', select: () => go(`#channels/${channelId}`) },
    channel.is_subscribed && {
      label: t.leave,
      icon: 'log-out',
      danger: true,
      select: () => void attempt(session.actions.unsubscribe([channel.name])),
    },
  ])
}

export function openTopicMenu(anchor: Element, channelId: number, topic: string) {
  const channel = model.channels.get(channelId)
  const policy = model.topics.policy(channelId, topic)
  const setPolicy = (next: VisibilityPolicy) =>
    void attempt(session.actions.setTopicPolicy(channelId, topic, next))
  const hidden = model.isTopicHidden(channelId, topic)
  openMenu(anchor, topicName(topic), [
    {
      label: t.markRead,
      icon: 'circle-check',
      disabled: model.unreads.countIn(topicKey(channelId, topic)) === 0,
      select: () => void attempt(session.reader.markRead(topicNarrow(channelId, topic))),
    },
    { label: t.copyLink, icon: 'link', select: () => copyAddress(hashOfTopic(channelId, topic)) },
    'line',
    {
      label: policy === POLICY.followed ? t.unfollow : t.follow,
      icon: 'bell',
      select: () => setPolicy(policy === POLICY.followed ? POLICY.none : POLICY.followed),
    },
    {
      label: hidden ? t.unmuteTopic : t.muteTopic,
      icon: hidden ? 'bell' : 'bell-off',
      select: () =>
        setPolicy(hidden ? (channel?.is_muted ? POLICY.unmuted : POLICY.none) : POLICY.muted),
    },
    channel !== undefined &&
      model.permissions.mayResolve(channel) && {
        label: isResolved(topic) ? t.reopen : t.resolve,
        icon: 'check',
        select: () => void toggleTopic(channelId, topic),
      },
  ])
}
