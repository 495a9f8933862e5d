import { join } from 'node:path';
import { configText, ENV_TEXT, MARK, NAME, type ServicePlan, type ServiceSpec } from './plan.js';

/** Directory of units of systemd. */
export function unitPath(scope: ServiceSpec['scope'], home: string): string {
  return scope === 'system'
    ? `/etc/systemd/system/${NAME}.service`
    : join(home, `.config/systemd/user/${NAME}.service`);
}

/** Files and commands that make the gateway a service of systemd. */
export function systemdPlan(spec: ServiceSpec, home: string): ServicePlan {
  const { scope, account, dataDir, configDir } = spec;
  const user = scope === 'user' ? ['--user'] : [];
  const own = scope === 'system' ? ([['chown', '-R', `${account}:${account}`, configDir]] as const) : [];
  return {
    ...(scope === 'system' && { account: accountCommand(account) }),
    directories: [
      { path: configDir, mode: 0o700 },
      ...(scope === 'user' || dataDir !== `/var/lib/${NAME}` ? [{ path: dataDir, mode: 0o700 }] : []),
    ],
    files: [
      { path: unitPath(scope, home), mode: 0o644, text: systemdUnit(spec) },
      { path: join(configDir, 'config.yaml'), mode: 0o600, text: configText(dataDir), kept: true },
      { path: join(configDir, `${NAME}.env`), mode: 0o600, text: ENV_TEXT, kept: true },
    ],
    commands: [
      ...own,
      ...(scope === 'system' && dataDir !== `/var/lib/${NAME}`
        ? [['chown', `${account}:${account}`, dataDir] as const]
        : []),
      ['systemctl', ...user, 'daemon-reload'],
      ['systemctl', ...user, 'enable', `${NAME}.service`],
      ['systemctl', ...user, 'restart', `${NAME}.service`],
    ],
  };
}

/** Makes the account that the service runs as. */
function accountCommand(account: string): readonly [string, ...string[]] {
  return ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', account];
}

/** Unit file of systemd. JIT compilers need memory that is written and run, so that is not denied. */
export function systemdUnit(spec: ServiceSpec): string {
  const { node, daemon, scope, account, dataDir, configDir, memoryMax, hasNotify } = spec;
  const inHome = [node, daemon].some((path) => path.startsWith('/home/'));
  const lines = [
    `# ${MARK}. Changes belong into a drop-in: systemctl edit ${NAME}`,
    '[Unit]',
    'Description=ccu-gateway: REST, WebSocket and web UI for Homematic CCUs',
    ...(scope === 'system' ? ['Wants=network-online.target', 'After=network-online.target time-sync.target'] : []),
    // Servers that it needs may start after it, and take as long as they take.
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    // The program of systemd is a process of its own, so messages come from all processes of the unit.
    ...(hasNotify ? ['Type=notify', 'NotifyAccess=all', 'WatchdogSec=60'] : ['Type=exec']),
    `ExecStart=${[quoted(node), ...[daemon, 'run', '--config', join(configDir, 'config.yaml')].map(argument)].join(' ')}`,
    'ExecReload=/bin/kill -HUP $MAINPID',
    'Restart=on-failure',
    'RestartSec=5',
    // A configuration that is not acceptable, and a data directory in use, do not mend themselves.
    'RestartPreventExitStatus=2 6',
    'TimeoutStartSec=120',
    'TimeoutStopSec=30',
    `Environment=${quoted(`SERVICE_DATA_DIR=${dataDir}`)}`,
    'Environment=NODE_ENV=production',
    // Otherwise glibc keeps freed memory in several arenas, and it counts against the memory limit.
    'Environment=MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=65536',
    `EnvironmentFile=-${withoutPattern(join(configDir, `${NAME}.env`))}`,
    `WorkingDirectory=${withoutSpecifiers(configDir)}`,
    'UMask=0077',
    `MemoryMax=${memoryMax}`,
    'NoNewPrivileges=yes',
    'LockPersonality=yes',
    'RestrictRealtime=yes',
    'RestrictSUIDSGID=yes',
    'RestrictNamespaces=yes',
    // Netlink provides the addresses of the machine.
    'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
    'SystemCallFilter=~@privileged',
    'SystemCallErrorNumber=EPERM',
    ...(scope === 'system' ? systemLines({ account, dataDir, configDir, inHome }) : []),
    '',
    '[Install]',
    `WantedBy=${scope === 'system' ? 'multi-user.target' : 'default.target'}`,
    '',
  ];
  return lines.join('\n');
}

/** Settings that need the manager of the whole machine. */
function systemLines(spec: Pick<ServiceSpec, 'account' | 'dataDir' | 'configDir'> & { readonly inHome: boolean }) {
  const { account, dataDir, configDir, inHome } = spec;
  return [
    `User=${account}`,
    `Group=${account}`,
    ...(dataDir === `/var/lib/${NAME}` ? [`StateDirectory=${NAME}`, 'StateDirectoryMode=0700'] : []),
    'ProtectSystem=strict',
    // Clear passwords of the configuration file are sealed in place.
    `ReadWritePaths=${[configDir, ...(dataDir === `/var/lib/${NAME}` ? [] : [dataDir])].map(quoted).join(' ')}`,
    `ProtectHome=${inHome ? 'read-only' : 'yes'}`,
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'ProtectClock=yes',
    'ProtectHostname=yes',
    'ProtectKernelLogs=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelTunables=yes',
    'ProtectControlGroups=yes',
    'ProtectProc=invisible',
    'RemoveIPC=yes',
    // For ports below 1024, such as 443 and 80 of its own HTTPS.
    'CapabilityBoundingSet=CAP_NET_BIND_SERVICE',
    'AmbientCapabilities=CAP_NET_BIND_SERVICE',
  ];
}

/** As one word of a setting that takes several. */
function quoted(word: string): string {
  const escaped = withoutSpecifiers(word.replaceAll('\\', '\\\\').replaceAll('"', '\\"'));
  return /[\s"'\\]/.test(word) ? `"${escaped}"` : escaped;
}

/** As an argument of a command, where variables count as well. The path of the program itself has none. */
function argument(word: string): string {
  return quoted(word).replaceAll('$', '$$$$');
}

/** A setting of one path takes it to the end of the line, without quotes. */
function withoutSpecifiers(text: string): string {
  return text.replaceAll('%', '%%');
}

/** `EnvironmentFile` takes a pattern of paths. */
function withoutPattern(path: string): string {
  return withoutSpecifiers(path.replace(/[*?[\\]/g, String.raw`\$&`));
}
