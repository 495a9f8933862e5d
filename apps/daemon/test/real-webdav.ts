import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/lib/free-ports.mjs';
import { TARGET_PASSWORD, TARGET_USER } from './backup-target.js';
import { PROGRAMS_ENV } from './real-proxies.js';

const MODULES = '/usr/lib/apache2/modules';
/** Bytes that the server takes in one request to the small folder. */
export const SMALL = 1000;

/** What is missing here for tests with a real WebDAV server; undefined where all is installed. */
export function missingWebdav(): string | undefined {
  try {
    execFileSync('apache2', ['-v'], { stdio: 'ignore', env: PROGRAMS_ENV });
  } catch {
    return 'apache2';
  }
  return existsSync(join(MODULES, 'mod_dav_fs.so')) ? undefined : 'mod_dav';
}

/** Apache with a folder that takes files, one that takes small ones only, and one that leads elsewhere. */
export async function startRealWebdav({ cert, key }: { readonly cert: string; readonly key: string }) {
  const root = mkdtempSync(join(tmpdir(), 'real-webdav-'));
  chmodSync(root, 0o755);
  const folder = (name: string) => {
    mkdirSync(join(root, name));
    // As root the server works as another account.
    chmodSync(join(root, name), 0o777);
    return join(root, name);
  };
  const files = folder('files');
  const small = folder('small');
  const locks = folder('locks');
  const plain = await freePort();
  const secured = await freePort();
  const digest = createHash('sha1').update(TARGET_PASSWORD).digest('base64');
  writeFileSync(join(root, 'users'), `${TARGET_USER}:{SHA}${digest}\n`);
  writeFileSync(join(root, 'cert.pem'), cert);
  writeFileSync(join(root, 'key.pem'), key, { mode: 0o600 });
  const modules = ['mpm_event', 'authz_core', 'authz_user', 'authn_core', 'authn_file', 'auth_basic', 'alias', 'ssl'];
  const config = [
    `ServerRoot ${root}`,
    `DefaultRuntimeDir ${root}`,
    `PidFile ${root}/pid`,
    `ErrorLog ${root}/error.log`,
    'ServerName localhost',
    `Listen 127.0.0.1:${plain}`,
    `Listen 127.0.0.1:${secured} https`,
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    ...[...modules, 'dav', 'dav_fs'].map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
    `DavLockDB ${locks}/db`,
    `Alias /dav/files ${files}`,
    `Alias /dav/small ${small}`,
    `Redirect 307 /dav/moved http://127.0.0.1:${plain}/dav/files`,
    '<Location /dav>',
    '  Dav On',
    '  AuthType Basic',
    '  AuthName backups',
    `  AuthUserFile ${root}/users`,
    '  Require valid-user',
    '</Location>',
    `<Location /dav/small>\n  LimitRequestBody ${SMALL}\n</Location>`,
    `<VirtualHost 127.0.0.1:${secured}>`,
    '  SSLEngine on',
    `  SSLCertificateFile ${root}/cert.pem`,
    `  SSLCertificateKeyFile ${root}/key.pem`,
    '</VirtualHost>',
    '',
  ].join('\n');
  writeFileSync(join(root, 'config'), config);
  // Detached makes it a group of processes of its own, so that all of it can be killed at once.
  const child: ChildProcess = spawn('apache2', ['-DFOREGROUND', '-f', join(root, 'config')], {
    stdio: 'ignore',
    env: PROGRAMS_ENV,
    detached: true,
  });
  const ended = new Promise<void>((settle) => child.once('close', () => settle()));
  return {
    url: `http://127.0.0.1:${plain}/dav`,
    securedUrl: `https://127.0.0.1:${secured}/dav`,
    /** Of this machine. */
    files,
    small,
    async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
        process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal);
      }
      await ended;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
