import { join } from 'node:path';
import { configText, ENV_TEXT, MARK, NAME, type ServicePlan, type ServiceSpec } from './plan.js';

const LABEL = `io.github.${NAME}`;

/** Directory of services of launchd. */
export function plistPath(scope: ServiceSpec['scope'], home: string): string {
  return scope === 'system'
    ? `/Library/LaunchDaemons/${LABEL}.plist`
    : join(home, `Library/LaunchAgents/${LABEL}.plist`);
}

/** Domain and name of the service for launchctl. */
export function launchdTarget(
  scope: ServiceSpec['scope'],
  uid: number,
): { readonly domain: string; readonly name: string } {
  const domain = scope === 'system' ? 'system' : `gui/${uid}`;
  return { domain, name: `${domain}/${LABEL}` };
}

/** Files and commands that make the gateway a service of launchd. */
export function launchdPlan(spec: ServiceSpec, home: string, uid: number): ServicePlan {
  const { scope, account, dataDir, configDir } = spec;
  const path = plistPath(scope, home);
  const { domain } = launchdTarget(scope, uid);
  const own = [['chown', '-R', account, dataDir, configDir] as const];
  return {
    directories: [dataDir, configDir].map((each) => ({ path: each, mode: 0o700 })),
    files: [
      { path, mode: 0o644, text: launchdPlist(spec) },
      { path: join(configDir, 'config.yaml'), mode: 0o600, text: configText(dataDir), kept: true },
      // The gateway reads it itself, from its working directory.
      { path: join(configDir, '.env'), mode: 0o600, text: ENV_TEXT, kept: true },
    ],
    commands: [...(scope === 'system' ? own : []), ['launchctl', 'bootstrap', domain, path]],
  };
}

/** Property list of launchd. */
function launchdPlist(spec: ServiceSpec): string {
  const { node, daemon, scope, account, dataDir, configDir } = spec;
  const strings = (values: readonly string[]) => values.map((value) => `    <string>${xml(value)}</string>`).join('\n');
  const log = xml(join(dataDir, `${NAME}.log`));
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ${MARK} -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${strings([node, daemon, 'run', '--config', join(configDir, 'config.yaml')])}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>SERVICE_DATA_DIR</key>
    <string>${xml(dataDir)}</string>
  </dict>
${scope === 'system' ? `  <key>UserName</key>\n  <string>${xml(account)}</string>\n` : ''}  <key>WorkingDirectory</key>
  <string>${xml(configDir)}</string>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>Umask</key>
  <integer>63</integer>
  <key>StandardOutPath</key>
  <string>${log}</string>
  <key>StandardErrorPath</key>
  <string>${log}</string>
</dict>
</plist>
`;
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
