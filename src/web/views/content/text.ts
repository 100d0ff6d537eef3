// Words around what is in messages.

import { words } from '../../text/i18n/index.ts'

export const contentText = words('content', {
  image: 'Image',
  viewImage: (name: string) => `View image ${name}`,
  video: 'Video',
  videoAt: (host: string) => `Video at ${host}, opens in a new tab`,
  audioAt: (host: string) => `Sound at ${host}, opens in a new tab`,
  missing: (host: string) =>
    host ? `The picture at ${host} could not be loaded` : 'The picture could not be loaded',
  play: (name: string) => `Let ${name} move`,
  audio: 'Sound',
  table: 'Table',
  code: 'Code',
  codeIn: (language: string) => `Code, ${language}`,
  copyCode: 'Copy code',
  copied: 'Copied',
  notCopied: 'Copying did not work in this browser',
  wrap: 'Wrap long lines',
  spoiler: 'Spoiler',
  timeAsWritten: (text: string) => `Written as ${text}, shown in your time zone`,
})
