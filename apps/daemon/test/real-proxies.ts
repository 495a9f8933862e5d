import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../../scripts/lib/free-ports.mjs';

const REPOSITORY = resolve(import.meta.dirname, '../../..');
const MODULES = '/usr/lib/apache2/modules';

/** What an example is filled with in place of names and ports that a test does not have. */
interface Place {
  readonly folder: string;
  readonly port: number;
  readonly upstream: string;
  readonly certFile: string;
  readonly keyFile: string;
  readonly bothFile: string;
}

interface Program {
  readonly example: string;
  /** Where the gateway is behind it, and how it is reached. */
  readonly path: string;
  readonly scheme: 'http' | 'https';
  /** What the path without its last slash is answered with. */
  readonly bare: number;
  readonly command: string;
  /** Arguments that only ask it what it is. */
  readonly version: readonly string[];
  /** Each is found in the example, or the test says which is not. */
  readonly replaced: (place: Place) => readonly (readonly [string, string])[];
  /** The file to start with around the example, and its arguments. */
  readonly around: (example: string, place: Place) => string;
  readonly args: (file: string, place: Place) => readonly string[];
}

const BELOW_GATEWAY = { path: '/gateway', scheme: 'https', bare: 308 } as const;

/** What the web server of a CCU has around the fragments of add-ons, as far as they can feel it. */
const aroundFragments = (fragment: string, { folder, port }: Place) => {
  const file = join(folder, 'fragment.conf');
  writeFileSync(file, fragment);
  // A CCU has what add-ons bring for its web server there.
  mkdirSync(join(folder, 'www/addons/ccu-gateway'), { recursive: true });
  return [
    'server.modules = ("mod_access", "mod_auth", "mod_redirect", "mod_rewrite", "mod_setenv", "mod_proxy")',
    'server.bind = "127.0.0.1"',
    `server.port = ${port}`,
    `server.document-root = "${folder}/www"`,
    'server.stream-request-body = 1',
    '$REQUEST_HEADER["Content-Length"] == "" { server.stream-request-body = 0 }',
    'server.stream-response-body = 1',
    'server.max-request-field-size = 65536',
    'server.http-parseopts = ("url-ctrls-reject" => "disable", "url-path-2f-decode" => "disable", "url-invalid-utf8-reject" => "disable")',
    'setenv.add-response-header = ("X-Frame-Options" => "SAMEORIGIN", "Referrer-Policy" => "no-referrer")',
    `include "${file}"`,
    '',
  ].join('\n');
};

const PROGRAMS = {
  nginx: {
    example: 'container/nginx/gateway.conf',
    ...BELOW_GATEWAY,
    command: 'nginx',
    version: ['-v'],
    replaced: ({ port, upstream, certFile, keyFile }) => [
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['http://gateway:8119/', `http://${upstream}/`],
      ['/etc/nginx/tls/fullchain.pem', certFile],
      ['/etc/nginx/tls/privkey.pem', keyFile],
    ],
    around: (example, { folder }) =>
      [
        'daemon off;',
        'worker_processes 1;',
        `pid ${folder}/pid;`,
        'error_log stderr;',
        'events {}',
        'http {',
        'access_log off;',
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`),
        example,
        '}',
      ].join('\n'),
    args: (file, { folder }) => ['-p', folder, '-e', 'stderr', '-c', file],
  },
  Caddy: {
    example: 'container/caddy/Caddyfile',
    ...BELOW_GATEWAY,
    command: 'caddy',
    version: ['version'],
    replaced: ({ port, upstream, certFile, keyFile }) => [
      ['gateway.example {', `https://localhost:${port} {\n\ttls ${certFile} ${keyFile}`],
      ['gateway:8119', upstream],
    ],
    around: (example) => `{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\n${example}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  HAProxy: {
    example: 'container/haproxy/haproxy.cfg',
    ...BELOW_GATEWAY,
    command: 'haproxy',
    version: ['-v'],
    replaced: ({ port, upstream, bothFile }) => [
      ['bind :443', `bind 127.0.0.1:${port}`],
      ['server gateway gateway:8119', `server gateway ${upstream}`],
      ['/etc/haproxy/tls/gateway.pem', bothFile],
    ],
    around: (example) => example,
    args: (file) => ['-db', '-f', file],
  },
  Apache: {
    example: 'container/apache/gateway.conf',
    ...BELOW_GATEWAY,
    command: 'apache2',
    version: ['-v'],
    replaced: ({ port, upstream, certFile, keyFile }) => [
      ['*:443', `127.0.0.1:${port}`],
      ['http://gateway:8119/', `http://${upstream}/`],
      ['/etc/apache2/tls/fullchain.pem', certFile],
      ['/etc/apache2/tls/privkey.pem', keyFile],
    ],
    around: (example, { folder, port }) =>
      [
        `ServerRoot ${folder}`,
        `DefaultRuntimeDir ${folder}`,
        `PidFile ${folder}/pid`,
        `ErrorLog ${folder}/error.log`,
        'ServerName localhost',
        `Listen 127.0.0.1:${port} ${example.includes('SSLEngine') ? 'https' : 'http'}`,
        ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
        ...['mpm_event', 'authz_core', 'alias', 'headers', 'ssl', 'proxy', 'proxy_http'].map(
          (name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`,
        ),
        example,
      ].join('\n'),
    args: (file) => ['-DFOREGROUND', '-f', file],
  },
  'lighttpd of a CCU': {
    example: 'apps/ccu-addon/files/etc/lighttpd.conf',
    path: '/addons/ccu-gateway',
    scheme: 'http',
    // The web server itself does this for a directory.
    bare: 301,
    command: 'lighttpd',
    version: ['-v'],
    replaced: ({ upstream }) => {
      const [, port = ''] = upstream.split(':');
      return [['"port" => 8119', `"port" => ${port}`]];
    },
    around: aroundFragments,
    args: (file) => ['-D', '-f', file],
  },
} as const satisfies Readonly<Record<string, Program>>;

export type ProxyName = keyof typeof PROGRAMS;

// The keys are those above; the type of `Object.keys` does not say so.
export const PROXIES = Object.keys(PROGRAMS) as readonly ProxyName[];

/** Debian installs some programs where only root looks. */
export const PROGRAMS_ENV = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

/** The program that is missing here for tests of this proxy; undefined where it is installed. */
export function missingProgram(name: ProxyName): string | undefined {
  const { command, version } = PROGRAMS[name];
  try {
    execFileSync(command, version, { stdio: 'ignore', env: PROGRAMS_ENV });
    return undefined;
  } catch {
    return command;
  }
}

/** How a proxy spoils the `Host` that it was sent. */
export type HostFault = 'port dropped' | 'rewritten';

/** Proxies that can be told how to pass `Host` on, each with its whole configuration for plain HTTP. */
const SPOILING = {
  nginx: (fault, { port, upstream }) =>
    `server { listen 127.0.0.1:${port}; location / { proxy_pass http://${upstream}; proxy_http_version 1.1;
     proxy_set_header Host ${fault === 'rewritten' ? 'upstream.internal' : '$host'};
     proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade"; } }`,
  Caddy: (fault, { port, upstream }) =>
    `http://:${port} {\n\treverse_proxy ${upstream} {\n\t\theader_up Host ${fault === 'rewritten' ? 'upstream.internal' : '{host}'}\n\t}\n}`,
  HAProxy: (fault, { port, upstream }) =>
    `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend in
  bind 127.0.0.1:${port}
  http-request set-header Host ${fault === 'rewritten' ? 'upstream.internal' : '%[req.hdr(host),field(1,:)]'}
  default_backend out
backend out
  server gateway ${upstream}
`,
  Apache: (fault, { port, upstream }) =>
    `<VirtualHost 127.0.0.1:${port}>
  ProxyPreserveHost ${fault === 'rewritten' ? 'Off' : 'On'}
  RequestHeader edit Host ":[0-9]+$" ""
  ProxyPass / http://${upstream}/ upgrade=websocket
</VirtualHost>`,
} as const satisfies Partial<Record<ProxyName, (fault: HostFault, place: Place) => string>>;

export type SpoilingProxy = keyof typeof SPOILING;

export const SPOILING_PROXIES = Object.keys(SPOILING) as readonly SpoilingProxy[];

/** Starts the real program so that it passes another `Host` on than a browser sent. */
export async function startSpoilingProxy(name: SpoilingProxy, origin: string, fault: HostFault) {
  const program: Program = PROGRAMS[name];
  const place = { folder: newFolder(), port: await freePort(), upstream: new URL(origin).host };
  const whole = { ...place, certFile: '', keyFile: '', bothFile: '' };
  return start(program, SPOILING[name](fault, whole), whole);
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'real-proxy-'));
  mkdirSync(join(folder, 'home'));
  return folder;
}

/** Starts the real program with the example of the repository, in front of a gateway at loopback. */
export async function startRealProxy(
  name: ProxyName,
  origin: string,
  { cert, key }: { readonly cert: string; readonly key: string },
) {
  const program: Program = PROGRAMS[name];
  const folder = newFolder();
  const file = (named: string, text: string) => {
    writeFileSync(join(folder, named), text, { mode: 0o600 });
    return join(folder, named);
  };
  const place: Place = {
    folder,
    port: await freePort(),
    upstream: new URL(origin).host,
    certFile: file('cert.pem', cert),
    keyFile: file('key.pem', key),
    bothFile: file('both.pem', `${cert}\n${key}`),
  };
  let example = readFileSync(join(REPOSITORY, program.example), 'utf8');
  for (const [there, here] of program.replaced(place)) {
    if (!example.includes(there)) throw new Error(`${program.example} has no "${there}"`);
    example = example.replaceAll(there, here);
  }
  return start(program, example, place);
}

function start(program: Program, example: string, place: Place) {
  const { folder } = place;
  const config = join(folder, 'config');
  writeFileSync(config, program.around(example, place), { mode: 0o600 });
  const child: ChildProcess = spawn(program.command, [...program.args(config, place)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...PROGRAMS_ENV, HOME: join(folder, 'home') },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      said += data;
    });
  }
  const ended = new Promise<void>((settle) => child.once('close', () => settle()));
  const { path, scheme, bare } = program;
  return {
    port: place.port,
    path,
    scheme,
    bare,
    said: () => said,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
