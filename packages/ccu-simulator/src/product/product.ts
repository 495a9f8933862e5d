import { createBackup } from './backup.js';

/**
 * Kind of central unit. `openccu` writes backups in the background and installs its firmware on request; as a
 * `container` its firmware comes from outside; a `ccu3` has none of these commands. `lite` (openccu-lite) has no logic
 * layer: its names come from a source of their own, and neither JSON-RPC nor scripts exist.
 */
export type ProductKind = 'openccu' | 'container' | 'ccu3' | 'lite';

export type ProductJob = 'firmware' | 'backup';

export interface JobLook {
  readonly state: 'running' | 'done' | 'gone';
  readonly output: string;
}

/** The system under the logic layer: its version, its commands, and their files. */
export interface Product {
  readonly kind: ProductKind;
  version(): string;
  /** Output of the check for newer firmware. */
  check(): string;
  /** False where there is no such command. */
  start(job: ProductJob, run: string): boolean;
  /** A job runs until its first status request. Its end is reported once. */
  look(job: ProductJob, run: string): JobLook;
  /** Files in the one directory that the web server hands files out from. */
  file(path: string): Buffer | undefined;
  /** Names of all such files. */
  files(): readonly string[];
  removeBackup(run: string): void;
  /** Jobs do not survive a restart; firmware that was fetched is installed. */
  restarted(): void;
}

const NEWER_VERSION = '3.85.7.20251115';
const BACKUP = (run: string) => `/usr/local/tmp/ccu-gateway-backup-${run}.sbk`;

export function createProduct(options: {
  readonly kind: ProductKind;
  readonly version: string;
  /** Outcome of jobs that do not succeed. */
  readonly switches: { readonly jobs: ReadonlyMap<ProductJob, 'fail' | 'hang'> };
  readonly contents: () => string;
  /** The CCU restarts by itself. */
  readonly restart: () => void;
}): Product {
  const { kind, switches } = options;
  const jobs = new Map<string, { looks: number }>();
  const files = new Map<string, Buffer>();
  let version = options.version;
  let fetched = false;

  const has = (job: ProductJob) => kind === 'openccu' || (kind === 'container' && job === 'backup');

  function finish(job: ProductJob, run: string): string {
    if (switches.jobs.get(job) === 'fail') return `ERROR: no space left on device\nexit=4\n`;
    if (job === 'backup') {
      files.set(BACKUP(run), createBackup(version, options.contents()));
      return 'exit=0\n';
    }
    if (version === NEWER_VERSION) return 'You have the latest version installed\nexit=0\n';
    fetched = true;
    options.restart();
    return `Update available to ${NEWER_VERSION}\nexit=3\n`;
  }

  return {
    kind,
    version: () => version,
    check() {
      if (kind === 'ccu3') return 'exit=127';
      if (version === NEWER_VERSION) return `${version}\n${version}\nexit=0\n`;
      return `${version}\n${NEWER_VERSION}\nexit=1\n`;
    },
    start(job, run) {
      if (!has(job)) return false;
      jobs.set(`${job} ${run}`, { looks: 0 });
      return true;
    },
    look(job, run) {
      const found = jobs.get(`${job} ${run}`);
      if (found === undefined) return { state: 'gone', output: '' };
      found.looks += 1;
      if (found.looks === 1 || switches.jobs.get(job) === 'hang') return { state: 'running', output: '' };
      jobs.delete(`${job} ${run}`);
      return { state: 'done', output: finish(job, run) };
    },
    file: (path) => files.get(path),
    files: () => [...files.keys()],
    removeBackup: (run) => void files.delete(BACKUP(run)),
    restarted() {
      jobs.clear();
      if (fetched) version = NEWER_VERSION;
      fetched = false;
    },
  };
}

/** The long number of the radio module as UPnP and the radio itself tell it; the serial number of the CCU is its end. */
export function sgtinOf(serial: string): string {
  return `3014F711A00000${serial}`;
}
