// Personal settings: pages of controls, each saving its change at once.

import { lazy } from '../lazy.tsx'
import { Group, SettingsFrame, type SettingsPages } from '../settings-frame.tsx'
import { Choice, Range, SavedLine, Switch } from './controls.tsx'
import { Profile } from './profile.tsx'
import { Security } from './security.tsx'
import { SingleKeys } from './single-keys.tsx'
import { settingsText as t } from './text.ts'

const Away = lazy(() => import('../notifications/settings.tsx'))

const PAGES: SettingsPages = {
  profile: { name: () => t.profile, Part: Profile },
  appearance: { name: () => t.appearance, Part: Appearance },
  writing: { name: () => t.writing, Part: Writing },
  notifications: { name: () => t.notifications, Part: Notifications },
  security: { name: () => t.security, Part: Security },
}

export default function Settings({ rest: [shown] }: { rest: readonly string[] }) {
  return (
    <SettingsFrame
      icon="settings"
      title={t.title}
      label={t.pages}
      address="settings"
      pages={PAGES}
      shown={shown}
      above={<SavedLine />}
    />
  )
}

function Appearance() {
  return (
    <Group title={t.appearance}>
      <Choice name="color_scheme" label={t.theme} choices={t.themes} read={Number} />
      <Range name="web_font_size_px" label={t.fontSize} min={12} max={20} unit=" px" />
      <Range name="web_line_height_percent" label={t.lineHeight} min={100} max={180} unit=" %" />
      <Choice
        name="twenty_four_hour_time"
        label={t.clock}
        choices={t.clocks}
        read={(value) => value === 'true'}
      />
      <Choice name="web_home_view" label={t.home} choices={t.homes} read={String} />
      <Switch name="display_emoji_reaction_users" label={t.reactions} />
    </Group>
  )
}

function Writing() {
  return (
    <Group title={t.writing}>
      <Switch name="enter_sends" label={t.enterSends} />
      <Choice
        name="web_mark_read_on_scroll_policy"
        label={t.markRead}
        choices={t.markReads}
        read={Number}
      />
      <Switch name="send_stream_typing_notifications" label={t.typingChannels} />
      <Switch name="send_private_typing_notifications" label={t.typingDirect} />
      <Switch name="send_read_receipts" label={t.receipts} />
      <Switch name="presence_enabled" label={t.presence} />
      <Switch name="enable_drafts_synchronization" label={t.drafts} />
      <SingleKeys />
    </Group>
  )
}

function Notifications() {
  return (
    <>
      <InChat />
      <Away />
    </>
  )
}

function InChat() {
  return (
    <Group title={t.notifications}>
      {!isSecureContext && <p class="note">{t.insecure}</p>}
      <Switch name="enable_desktop_notifications" label={t.desktop} />
      <Switch name="enable_sounds" label={t.sounds} />
      <Switch name="pm_content_in_desktop_notifications" label={t.content} />
      <Switch name="enable_stream_desktop_notifications" label={t.channels} />
      <Switch name="enable_followed_topic_desktop_notifications" label={t.followed} />
      <Switch name="wildcard_mentions_notify" label={t.wildcard} />
    </Group>
  )
}
