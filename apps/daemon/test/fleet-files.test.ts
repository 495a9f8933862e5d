import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { repository } from './process.js';

const DEPLOY = join(repository, 'deploy');
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');
const filesOf = (folder: string, pattern: RegExp) =>
  readdirSync(join(DEPLOY, folder))
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));

/** Images are names with a version, or the one that is built here. */
const IMAGE = /^(ccu-gateway|[a-z]+:\d+(\.\d+)?)$/;
const SECRET = /PASSWORD|SECRET|URL$/;

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

  it('has the configuration of the NATS servers as it is beside it', () => {
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

    it('mounts what it has, and takes its secrets from the one that its reader makes', () => {
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
  });
});
