// Words of the frame around all views.

import { words } from '../../text/i18n/index.ts'

export const shellText = words('shell', {
  search: 'Search messages',
  skip: 'Skip to messages',
  openSidebar: 'Conversations',
  reconnecting: 'Reconnecting… What you write is kept and goes out by itself.',
  offline: 'You are offline. You see what this device has kept; what you write goes out later.',
  unreachable: 'The server cannot be reached. This page goes on by itself as soon as it can.',
  reconnectNow: 'Try now',
  newVersion: 'There is a new version. Reload the page to use it; what you wrote is kept.',
  reload: 'Reload',
  showPeople: 'People',
})
