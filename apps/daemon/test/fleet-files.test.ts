import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '../src/config/index.js';
import { repository } from './process.js';

const DEPLOY = join(repository, 'deploy');
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');
const filesOf = (folder: string, pattern: RegExp) =>
  readdirSync(join(DEPLOY, folder))
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));

/** Images are names with a version, or the one that is built here. */
const IMAGE = /^(ccu-gateway|[a-z]+:\d+(\.\d+){0,2})$/;
const SECRET = /PASSWORD|SECRET|URL$/;
/** What a reader of the files fills in. */
const FILLED_IN: Readonly<Record<string, string>> = {
  SERVICE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  SERVICE_CALLBACK_PUBLIC_HOST: '192.168.1.20',
  SERVICE_REST_LISTEN: '127.0.0.1:8119',
  SERVICE_POSTGRES_URL: 'postgres://a:b@db.example/house',
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Throws where a key or a variable is one that the gateway does not know. */
function load(text: string, variables: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-files-'));
  folders.push(folder);
  const file = join(folder, 'config.yaml');
  writeFileSync(file, text);
  const env = Object.fromEntries(
    variables.map((name) => [name, FILLED_IN[name] ?? (name.endsWith('PORT') ? '8220' : 'x')]),
  );
  return loadConfig({ argv: ['--config', file], env, cwd: folder }).config;
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } };
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly Variable[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly subPath?: string }[];
  readonly securityContext: object;
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly serviceName?: string;
    readonly selector: { readonly matchLabels?: Labels } & Labels;
    readonly ports?: readonly { readonly port: number }[];
    readonly template?: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: { readonly containers: readonly Container[]; readonly volumes: readonly Volume[] };
    };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
  };
}
type Labels = Readonly<Record<string, unknown>>;
interface Volume {
  readonly name: string;
  readonly configMap?: { readonly name: string };
}

const MANIFESTS: readonly Manifest[] = filesOf('kubernetes', /\.yaml$/).flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  }),
);
const API_VERSIONS: Readonly<Record<string, string>> = {
  ConfigMap: 'v1',
  Service: 'v1',
  PodDisruptionBudget: 'policy/v1',
  StatefulSet: 'apps/v1',
  Deployment: 'apps/v1',
};
const WORKLOADS = MANIFESTS.filter(({ spec }) => spec?.template !== undefined);
const named = (kind: string, name: string | undefined) =>
  MANIFESTS.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

describe('deploy/kubernetes', () => {
  it('has only kinds that every cluster has, each name once, and no secret', () => {
    for (const { apiVersion, kind } of MANIFESTS) expect([kind, apiVersion]).toEqual([kind, API_VERSIONS[kind]]);
    const names = MANIFESTS.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(WORKLOADS.length).toBeGreaterThan(0);
  });

  it('has the unchanged configuration of the NATS servers beside it', () => {
    expect(named('ConfigMap', 'nats')?.data?.['nats.conf']).toBe(read('nats.conf'));
  });

  it('selects pods that there are', () => {
    const pods = WORKLOADS.map(({ spec }) => spec?.template?.metadata.labels);
    for (const { kind, spec } of MANIFESTS) {
      if (spec) expect(pods, kind).toContainEqual(spec.selector.matchLabels ?? spec.selector);
      if (spec?.serviceName) expect(named('Service', spec.serviceName)).toBeDefined();
    }
  });

  describe.each(WORKLOADS.map(({ metadata, spec }) => [metadata.name, spec] as const))('%s', (_, spec) => {
    const pod = spec?.template?.spec;
    const containers = pod?.containers ?? [];

    it('may do no more than it needs', () => {
      for (const { image, securityContext } of containers) {
        expect(image).toMatch(IMAGE);
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
      expect(pod).toMatchObject({ securityContext: { runAsNonRoot: true, runAsUser: 1000 } });
    });

    it('mounts its volumes, and takes its secrets from one that the reader creates', () => {
      const volumes = [...(pod?.volumes ?? []), ...(spec?.volumeClaimTemplates ?? []).map(({ metadata }) => metadata)];
      for (const { volumeMounts, env = [] } of containers) {
        for (const { name } of volumeMounts) expect(volumes.map((volume) => volume.name)).toContain(name);
        for (const { name, value, valueFrom } of env) {
          if (SECRET.test(name)) expect(valueFrom?.secretKeyRef?.name, name).toBe('ccu-gateway');
          else expect(value ?? '', name).not.toMatch(/:[^$/@]+@/);
        }
      }
      for (const { configMap } of pod?.volumes ?? []) {
        if (configMap) expect(named('ConfigMap', configMap.name)).toBeDefined();
      }
    });

    it('sets known variables of the gateway', () => {
      for (const { image, env = [], volumeMounts } of containers) {
        if (image !== 'ccu-gateway') continue;
        const { subPath = '' } = volumeMounts.find(({ mountPath }) => mountPath.endsWith('config.yaml')) ?? {};
        const text = named('ConfigMap', 'ccu-gateway')?.data?.[subPath];
        const variables = env.map(({ name }) => name);
        expect(load(text ?? '?', variables).persistence.postgres.url?.reveal()).toBe(FILLED_IN.SERVICE_POSTGRES_URL);
      }
    });
  });
});

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[];
}

describe.each(filesOf('', /^compose\..*yaml$/))('deploy/%s', (name) => {
  const compose: {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: Readonly<Record<string, unknown>>;
    readonly networks: {
      readonly default: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } };
    };
  } = parse(read(name), { merge: true });
  const services = Object.entries(compose.services);
  const mountsOf = ({ volumes = [] }: Service) => volumes.map((volume) => volume.split(':') as [string, string]);

  it('has two gateways for clients, two for CCUs, three brokers, a database and a proxy', () => {
    expect(services.map(([service]) => service).sort()).toEqual(
      ['link-1', 'link-2', 'nats-1', 'nats-2', 'nats-3', 'postgres', 'proxy', 'serve-1', 'serve-2'].sort(),
    );
    for (const [, { image, depends_on: needed = [] }] of services) {
      expect(image).toMatch(IMAGE);
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining([...needed]));
    }
  });

  it('takes every secret from outside, and mounts existing files', () => {
    for (const [service, each] of services) {
      for (const [variable, value] of Object.entries(each.environment ?? {})) {
        if (SECRET.test(variable)) expect(value, variable).toMatch(/^\$\{[A-Z_]+:\?.+\}$/);
        else expect(value, variable).not.toMatch(/:[^$/@]+@/);
      }
      for (const [source] of mountsOf(each)) {
        if (!source.startsWith('.')) expect(Object.keys(compose.volumes), service).toContain(source);
        else if (source !== './tls') expect(existsSync(resolve(DEPLOY, source)), source).toBe(true);
      }
    }
    const published = services.flatMap(([, { ports = [] }]) => ports.map((port) => port.split(':')[0]));
    expect(new Set(published).size).toBe(published.length);
  });

  it.each(services.filter(([, { image }]) => image === 'ccu-gateway'))('sets known options of %s', (_, each) => {
    const [source = ''] = mountsOf(each).find(([, target]) => target === '/etc/ccu-gateway/config.yaml') ?? [];
    const config = load(read(source), Object.keys(each.environment ?? {}));
    expect(config.persistence.postgres.host).toBe('postgres');
    const subnets = compose.networks.default.ipam.config.map(({ subnet }) => subnet);
    if (source === './serve.yaml') expect(config.north.rest.trusted_proxies).toEqual(subnets);
    else expect(each.ports).toContain(each.environment?.SERVICE_CALLBACK_PORT ? '8220:8220' : '8120:8120');
  });
});
