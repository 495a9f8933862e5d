import { hostname } from 'node:os';
import type { IncidentCode } from '@ccu-gateway/contract/types';
import { GatewayError, incidentSummary } from '@ccu-gateway/gateway-core';
import type { OwnBackups } from '@ccu-gateway/gateway-core/use-cases';
import { ownBackupDirectory } from '../backup/directory-of.js';
import { createOwnBackups } from '../backup/own-backups.js';
import type { RestoreOutcome } from '../backup/restoring.js';
import { createScheduledBackups } from '../backup/scheduled.js';
import { createBackupCopies } from '../backup/target/copies.js';
import { createTurn } from '../backup/turn.js';
import type { Base } from './base.js';
import type { Data } from './data.js';
import type { HouseParts } from './house.js';

const LOOK_MS = 60_000;
/** The answer to the caller goes out first. */
const BEFORE_STOP_MS = 200;

/** Backups of the gateway, by its own schedule and for programs that ask for them. */
export interface OwnBackupParts {
  readonly access: OwnBackups;
  /** Does the restore that was asked for, after the gateway has stopped. */
  carryOut(): Promise<RestoreOutcome | undefined>;
}

interface OwnBackupsOptions {
  readonly version: string;
  readonly randomHex: (digits: number) => string;
  readonly stream: HouseParts['stream'];
  readonly requestStop: (reason: string) => void;
}

/** Without a database there is nothing to back up. */
export function openOwnBackups(base: Base, data: Data, options: OwnBackupsOptions): OwnBackupParts {
  const { time, lifecycle, repeat } = base;
  const { health, store, loaded, runtimeConfig } = data;
  const { sqlite, storage } = store;
  if (sqlite === undefined || storage === undefined) return { access: noBackups(), carryOut: async () => undefined };
  const log = base.log.child('backup');
  const { dataDir, environment, file } = loaded;
  const settings = () => runtimeConfig.current().backup;
  const dir = () => ownBackupDirectory(settings().own.dir, dataDir);
  const incident = (code: IncidentCode, detail: string) => {
    store.shared?.incidents
      .add({
        at: time.now(),
        central: '',
        component: 'backup',
        severity: 'warning',
        summary: incidentSummary(code),
        detail,
      })
      .catch((error: unknown) => log.warn('an incident could not be written down', { error }));
  };
  const common = {
    source: { dataDir, environment, file, sqlite },
    settings,
    host: hostname(),
    version: options.version,
    now: time.now,
    randomHex: options.randomHex,
    turn: createTurn(),
    log,
  };
  const scheduled = createScheduledBackups({
    ...common,
    incident: (detail) => incident('own_backup_failed', detail),
  });
  const copies = createBackupCopies({
    settings: () => settings().own.target,
    dir,
    host: hostname(),
    now: time.now,
    log,
    incident: (detail) => incident('own_backup_not_copied', detail),
  });
  const { restored } = base.options;
  const own = createOwnBackups({
    ...common,
    dir,
    publish: (payload) => options.stream.publish({ topic: 'system.own_backup', type: 'own_backup.progress', payload }),
    restored,
    restart: restartOf(base, options.requestStop),
  });
  lifecycle.onClose('backup of the gateway', async () => {
    await Promise.all([scheduled.stop(), own.stop(), copies.stop()]);
  });
  repeat('backups of the gateway', LOOK_MS, scheduled.look);
  repeat('copies of backups of the gateway', LOOK_MS, copies.look);
  health.check('own_backup', scheduled.findings);
  health.check('own_backup_copy', copies.findings);
  if (restored?.state === 'done') log.info('backup of the gateway restored', restored);
  if (restored?.state === 'failed') {
    log.error('backup of the gateway not restored', restored);
    incident('own_backup_not_restored', restored.error ?? '');
  }
  return { access: own, carryOut: own.carryOut };
}

function restartOf({ options: { restartable }, time }: Base, requestStop: (reason: string) => void) {
  if (restartable === undefined) return undefined;
  return () => {
    if (!restartable()) {
      throw new GatewayError('conflict', 'The configuration would not be accepted at the start: mend it first', {
        reason: 'config_invalid',
      });
    }
    time.after(BEFORE_STOP_MS, () => requestStop('restore'));
  };
}

function noBackups(): OwnBackups {
  const refuse = async (): Promise<never> => {
    throw new GatewayError('service_unready', 'This needs the database, which could not be opened', {
      reason: 'storage_unavailable',
    });
  };
  return {
    list: refuse,
    status: () => ({ dir: '', busy: null, last: null, restored: null }),
    start: refuse,
    open: refuse,
    store: refuse,
    verify: refuse,
    remove: refuse,
    restore: refuse,
  };
}
