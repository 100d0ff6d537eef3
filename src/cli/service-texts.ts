// What service managers are told about Hearth: a unit of systemd, a property list of launchd.

import { escapeAttribute } from '../base/escaping.ts'

export interface ServiceFacts {
  /** The program and its arguments. */
  command: readonly string[]
  /** Absolute; undefined: a folder that systemd makes for a user of its own. */
  data: string | undefined
  /** The account it runs as; undefined: one that systemd makes. Not for a person's own service. */
  account: string | undefined
  /** The folder of backups on schedule; undefined without them. */
  backups: string | undefined
  /** Whether it listens on a port below 1024. */
  needsLowPorts: boolean
}

/** Where systemd keeps the data of a service without a folder of its own. */
export const STATE_FOLDER = '/var/lib/hearth'

/** After five starts in five minutes systemd gives up; the supervisor has tried within each of them. */
const RESTART = [
  'Type=exec',
  'Restart=on-failure',
  'RestartSec=10',
  '# Wrong options do not become right by another start.',
  'RestartPreventExitStatus=2',
  '# The supervisor passes the signal on; a server finishes its requests within 10 seconds.',
  'KillMode=mixed',
  'TimeoutStopSec=30',
]

/** What also holds for the service of one person, whose manager has no privileges. */
const MODEST = [
  'UMask=0077',
  'NoNewPrivileges=yes',
  'LockPersonality=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'SystemCallArchitectures=native',
]

// Without MemoryDenyWriteExecute: Node compiles at run time.
const HARDENED = [
  'ProtectSystem=strict',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'ProtectProc=invisible',
  'ProtectClock=yes',
  'ProtectHostname=yes',
  'ProtectControlGroups=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'RestrictNamespaces=yes',
  '# Netlink lists the addresses of this machine.',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  'RemoveIPC=yes',
  'KeyringMode=private',
  'SystemCallFilter=@system-service',
  'SystemCallErrorNumber=EPERM',
]

/** The unit of a service for the whole machine. */
export function systemUnit(facts: ServiceFacts): string {
  const { command, data, account, backups, needsLowPorts } = facts
  const inHome = [command[0], data, backups].some((path) => path && /^\/(?:home|root)\//.test(path))
  return unit(command, 'multi-user.target', [
    ...(account === undefined
      ? ['DynamicUser=yes', 'StateDirectory=hearth', 'StateDirectoryMode=0700']
      : [`User=${account}`]),
    ...[data, backups].flatMap((path) => (path ? [`ReadWritePaths=${specifier(path)}`] : [])),
    'CacheDirectory=hearth',
    'Environment=XDG_CACHE_HOME=%C/hearth',
    '# Secrets belong into this file: HEARTH_JWT_SECRET=…',
    'EnvironmentFile=-/etc/hearth.env',
    ...RESTART,
    ...MODEST,
    ...HARDENED,
    `ProtectHome=${inHome ? 'read-only' : 'yes'}`,
    ...(needsLowPorts
      ? ['AmbientCapabilities=CAP_NET_BIND_SERVICE', 'CapabilityBoundingSet=CAP_NET_BIND_SERVICE']
      : ['PrivateUsers=yes', 'CapabilityBoundingSet=']),
  ])
}

/** The unit of a service of the person who installs it. */
export const userUnit = ({ command }: ServiceFacts): string =>
  unit(command, 'default.target', ['EnvironmentFile=-%h/.config/hearth.env', ...RESTART, ...MODEST])

function unit(command: readonly string[], target: string, lines: readonly string[]): string {
  const isForAll = target === 'multi-user.target'
  const online = ['After=network-online.target', 'Wants=network-online.target']
  return [
    '[Unit]',
    'Description=Hearth team chat',
    ...(isForAll ? online : []),
    'StartLimitIntervalSec=300',
    'StartLimitBurst=5',
    '',
    '[Service]',
    `ExecStart=${command.map(quoted).join(' ')}`,
    ...lines,
    '',
    '[Install]',
    `WantedBy=${target}`,
    '',
  ].join('\n')
}

/** One argument as systemd reads it: it replaces %, $ and backslashes. */
const quoted = (argument: string): string => {
  const escaped = specifier(argument).replaceAll('\\', '\\\\').replaceAll('$', '$$$$')
  return /^[\w@:,./=+%$-]+$/.test(escaped) ? escaped : `"${escaped.replaceAll('"', '\\"')}"`
}

const specifier = (text: string) => text.replaceAll('%', '%%')

/** The property list of launchd, which starts the service of a person when they log in. */
export const launchdList = (command: readonly string[], log: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${LAUNCHD_LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((argument) => `    <string>${escapeAttribute(argument)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>ThrottleInterval</key><integer>10</integer>
  <key>ExitTimeOut</key><integer>30</integer>
  <key>Umask</key><integer>63</integer>
  <key>StandardOutPath</key><string>${escapeAttribute(log)}</string>
  <key>StandardErrorPath</key><string>${escapeAttribute(log)}</string>
</dict>
</plist>
`

export const LAUNCHD_LABEL = 'chat.hearth.server'
