// Words of the menus of the sidebar.

import { words } from '../../text/i18n/index.ts'

export const menuText = words('menus', {
  channels: 'Channels',
  settings: 'Settings',
  markRead: 'Mark as read',
  mute: 'Mute channel',
  unmute: 'Unmute channel',
  pin: 'Pin to the top',
  unpin: 'Unpin',
  copyLink: 'Copy link',
  leave: 'Leave channel',
  follow: 'Follow topic',
  unfollow: 'Stop following',
  muteTopic: 'Mute topic',
  unmuteTopic: 'Unmute topic',
  resolve: 'Mark as resolved',
  reopen: 'Mark as unresolved',
  help: 'Keyboard shortcuts',
  personalSettings: 'Settings',
  organizationSettings: 'Organization settings',
  members: 'Invite people',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'As the system',
  logOut: 'Log out',
  profile: 'My profile',
})
