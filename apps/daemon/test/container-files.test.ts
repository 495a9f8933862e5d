import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../src/config/index.js';
import { repository } from './process.js';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const DOCKERFILE = read('Dockerfile');
const EXPOSED = /^EXPOSE (.+)$/m.exec(DOCKERFILE)?.[1]?.split(' ') ?? [];
const CONTAINER = join(repository, 'container');
const EXAMPLES = readdirSync(CONTAINER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(^|\/)compose[\w.]*\.yaml$/.test(name),
);
/** What the specification of compose files has, as far as the examples use it. */
const OF_A_FILE = ['name', 'services', 'networks', 'volumes'];
const OF_A_SERVICE = [
  ...['build', 'image', 'restart', 'network_mode', 'read_only', 'cap_drop', 'security_opt', 'tmpfs', 'mem_limit'],
  ...['ports', 'environment', 'volumes', 'command'],
];
/** Beside an example, but made by its reader. */
const OF_THE_READER = ['./tls'];

describe.each(['Dockerfile', 'apps/ha-app/Dockerfile'])('%s', (name) => {
  it('has no instruction that a builder would refuse', () => {
    expect(validate(read(name)).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });
});

describe('the context of a build', () => {
  it('has the files for pnpm and the build at the root, the help of the web UI, and every package', () => {
    const [everything, ...taken] = read('.dockerignore').trim().split('\n');
    expect(everything).toBe('*');
    const given = taken.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const hooks = /^pnpmfileChecksum:/m.test(read('pnpm-lock.yaml')) ? ['.pnpmfile.cjs'] : [];
    const forPnpm = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...hooks];
    const forBuild = ['tsconfig.json', 'tsconfig.base.json', 'tsup.base.ts'];
    const forHelp = ['docs/troubleshooting.md', 'docs/de/troubleshooting.md'];
    expect(given).toEqual(
      expect.arrayContaining([...forPnpm, ...forBuild, ...forHelp, 'apps', 'packages', 'scripts', 'tools']),
    );
    for (const path of given) expect(existsSync(join(repository, path)), path).toBe(true);
    // What a checkout has besides, wherever it lies.
    expect(taken).toEqual(expect.arrayContaining(['**/node_modules', '**/dist', '**/var', '**/.env', '**/*.db']));
  });

  it('has each file that the Dockerfile copies from it', () => {
    const copied = [...DOCKERFILE.matchAll(/^COPY (?!--from)(\S+) /gm)].map(([, path]) => path ?? '');
    expect(copied).toEqual(['.', '.', 'container/healthcheck.mjs']);
    for (const path of copied) expect(existsSync(join(repository, path)), path).toBe(true);
  });
});

describe('the stages of the Dockerfile', () => {
  it('install from manifests and lockfile before any source is there, and bundle afterwards', () => {
    const build = DOCKERFILE.split(/^FROM /m).find((stage) => / AS build\n/.test(stage)) ?? '';
    const steps = [...build.matchAll(/^(COPY .*|RUN npx --yes \S+ \S+( --only-install)?)/gm)].map(([step]) => step);
    expect(steps).toEqual([
      'COPY --from=manifests /manifests .',
      'RUN npx --yes pnpm@10 bundle --only-install',
      'COPY . .',
      'RUN npx --yes pnpm@10 bundle',
    ]);
  });
});

describe.each(EXAMPLES)('container/%s', (name) => {
  const file = join(CONTAINER, name);
  const compose = parse(readFileSync(file, 'utf8'));
  const { gateway } = compose.services;
  const bound: readonly string[] = Object.values<{ readonly volumes?: readonly string[] }>(compose.services).flatMap(
    ({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''),
  );

  it('is written in words of compose files', () => {
    expect(OF_A_FILE).toEqual(expect.arrayContaining(Object.keys(compose)));
    for (const service of Object.values(compose.services)) {
      expect(OF_A_SERVICE).toEqual(expect.arrayContaining(Object.keys(service as object)));
    }
    for (const service of Object.values<{ readonly ports?: readonly string[] }>(compose.services)) {
      for (const port of service.ports ?? []) expect(port).toMatch(/^\d+:\d+$/);
    }
  });

  it('gives the gateway no more than it needs', () => {
    expect(gateway).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
    });
    expect(existsSync(join(dirname(file), gateway.build, 'Dockerfile'))).toBe(true);
    const inside = (gateway.ports ?? []).map((port: string) => port.split(':')[1]);
    expect(EXPOSED).toEqual(expect.arrayContaining(inside));
    expect(gateway.volumes).toContain('data:/data');
  });

  it('mounts existing files, or its declared volumes', () => {
    for (const source of bound) {
      if (!source.startsWith('.')) expect(Object.keys(compose.volumes)).toContain(source);
      else if (!OF_THE_READER.includes(source)) expect(existsSync(resolve(dirname(file), source)), source).toBe(true);
      else expect(readFileSync(file, 'utf8')).toContain(`# The gateway below`);
    }
  });

  it('sets known variables of the gateway, and the address of the machine where the network is another one', () => {
    const { environment = {} } = gateway;
    const filled = Object.fromEntries(
      Object.keys(environment).map((variable) => [variable, variable === 'SERVICE_NAME' ? 'attic' : '192.168.1.20']),
    );
    const { config } = loadConfig({ argv: [], env: filled, cwd: CONTAINER });
    if (environment.SERVICE_NAME !== undefined) {
      expect(environment.SERVICE_NAME).toMatch(/^\$\{SERVICE_NAME:-service\}$/);
      expect(config.service_name).toBe('attic');
    }
    if (gateway.network_mode === 'host') return expect(gateway.ports).toBeUndefined();
    expect(environment.SERVICE_CALLBACK_PUBLIC_HOST).toMatch(/^\$\{CALLBACK_HOST:\?.+\}$/);
    expect(config.callback.public_host).toBe('192.168.1.20');
    expect(gateway.ports).toEqual(
      expect.arrayContaining([`${config.callback.port}:8120`, `${config.callback.bin_port}:8129`]),
    );
  });

  it('trusts the network of its proxy, where it has one', () => {
    if (compose.services.proxy === undefined) return expect(bound).not.toContain('../config.proxy.yaml');
    expect(gateway.volumes).toContain('../config.proxy.yaml:/etc/ccu-gateway/config.yaml:ro');
    const { config } = loadConfig({
      argv: ['--config', join(CONTAINER, 'config.proxy.yaml')],
      env: {},
      cwd: CONTAINER,
    });
    expect(config.north.rest.trusted_proxies).toEqual([compose.networks.default.ipam.config[0].subnet]);
    // The proxy alone is reached from outside.
    expect(gateway.ports).not.toContain('8119:8119');
  });
});

describe('the configuration of Traefik', () => {
  const { http, tls } = parse(read('container/traefik/gateway.yaml'));
  const { proxy } = parse(read('container/traefik/compose.yaml')).services;

  it('names parts that there are', () => {
    for (const router of Object.values<Record<string, readonly string[]>>(http.routers)) {
      expect(Object.keys(http.services)).toContain(router.service);
      expect(Object.keys(http.middlewares)).toEqual(router.middlewares);
      for (const entry of router.entryPoints ?? [])
        expect(proxy.command).toContain(`--entrypoints.${entry}.address=:443`);
    }
    const mounted = proxy.volumes.map((volume: string) => volume.split(':')[1]);
    expect(mounted).toContain(dirname(tls.certificates[0].certFile));
    const [, folder = ''] = proxy.command[1].split('directory=');
    expect(mounted.map(dirname)).toContain(folder);
  });

  it('sends the path without its slash on to the one with it, and leaves all others alone', () => {
    const { regex, replacement } = http.middlewares['gateway-slash'].redirectRegex;
    const sentTo = (url: string) => url.replace(new RegExp(regex), replacement.replace(/\$\{(\d)\}/g, '$$$1'));
    expect(sentTo('https://gateway.example/gateway')).toBe('https://gateway.example/gateway/');
    for (const url of ['https://gateway.example/gateway/', 'https://gateway.example/gateway/api/v1/gateway'])
      expect(sentTo(url)).toBe(url);
  });
});
