import type { Ccu, SystemInfo } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import type { CentralInformation, HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';

/** The first pause between two requests, its growth factor, and the longest one. */
const IDENTITY_MIN_MS = 2_000;
const PAUSE_GROWTH = 1.5;
const IDENTITY_MAX_MS = 600_000;
/** The radio module reports the number too, so that a late logic layer delays nothing for as long as this. */
const IDENTITY_WAIT_MS = 60_000;
/** Time limit of the last request before ids are made of the name. */
const LAST_ASK_MS = 10_000;

/** Determines the identity of a CCU: the logic layer is often minutes behind the interfaces. */
export interface Introduction {
  /**
   * An interface is connected: asks until serial number, model and version are known, and waits for the serial number. A CCU
   * that does not tell it is served all the same, by its name.
   */
  connected(interfaceName: string): void;
  stop(): void;
}

export interface IntroductionDeps {
  readonly ccu: Pick<Ccu, 'name'> & { readonly hub: Pick<Ccu['hub'], 'systemInfo'> };
  readonly house: Pick<HouseModel, 'setCentralInformation' | 'settleIdentity'>;
  readonly publish: (event: ModelEvent) => void;
  /** Stores the identity of the CCU, for the next start. */
  readonly keep: ((central: string, said: CentralInformation & { readonly ids?: 'name' }) => void) | undefined;
  /** Milliseconds for which a serial number is waited for. Default one minute. */
  readonly waitMs: number | undefined;
  /** The CCU has answered. True where it has no version to tell, because it has no logic layer. */
  readonly answered: () => boolean;
  readonly time: Pick<Time, 'after'>;
  readonly log: Logger;
}

export function createIntroduction(deps: IntroductionDeps): Introduction {
  const { ccu, time, log } = deps;
  let known = false;
  let stopped = false;
  /** The question that is under way. */
  let asking: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  let cancelWait: (() => void) | undefined;
  const connectedOnce = new Set<string>();

  async function learn(): Promise<void> {
    try {
      const info = await ccu.hub.systemInfo();
      if (!stopped) known = takeIdentity(deps, info);
    } catch (error) {
      log.debug('the CCU did not introduce itself', { error });
    }
  }

  /** Each question once at a time. */
  function ask(): Promise<void> {
    asking ??= learn().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function askUntilKnown(retryMs: number): Promise<void> {
    cancel?.();
    await ask();
    cancel?.();
    if (known || stopped) return;
    const next = Math.min(retryMs * PAUSE_GROWTH, IDENTITY_MAX_MS);
    cancel = time.after(retryMs, () => void askUntilKnown(next));
  }

  /** Requests it a last time: a logic layer that was away when the interfaces were connected may be there by now. */
  async function settleAtLast(): Promise<void> {
    if (!known) {
      let giveUp = () => {};
      const tooLong = new Promise<void>((resolve) => {
        giveUp = time.after(LAST_ASK_MS, resolve);
      });
      await Promise.race([ask(), tooLong]);
      giveUp();
    }
    if (!stopped) settleByName(deps);
  }

  return {
    connected(interfaceName) {
      if (!known && asking === undefined) void askUntilKnown(IDENTITY_MIN_MS);
      if (connectedOnce.has(interfaceName)) return;
      connectedOnce.add(interfaceName);
      cancelWait?.();
      cancelWait = time.after(deps.waitMs ?? IDENTITY_WAIT_MS, () => void settleAtLast());
    },
    stop() {
      stopped = true;
      cancel?.();
      cancelWait?.();
    },
  };
}

/** Takes over what the CCU states of itself. Returns true when its identity is complete. */
function takeIdentity({ ccu, house, publish, keep, answered }: IntroductionDeps, info: SystemInfo): boolean {
  const { serial, model, version, hostname, authEnabled, httpsRedirectEnabled, interfaces } = info;
  const { longitude, latitude, recoveryMode } = info;
  const listed = interfaces?.map(({ type, port }) => ({ name: type, port, generic: factsOf(type).generic }));
  const said = {
    serial,
    model,
    version,
    hostname,
    authEnabled,
    httpsRedirectEnabled,
    listed,
    longitude,
    latitude,
    recoveryMode,
  };
  for (const event of house.setCentralInformation(ccu.name, said)) publish(event);
  keep?.(ccu.name, { serial, model, version });
  const hasNoVersion = answered();
  return serial !== undefined && model !== undefined && (version !== undefined || hasNoVersion);
}

/** Makes ids of the name, for a CCU that has told no serial number. */
function settleByName({ ccu, house, publish, keep, log }: IntroductionDeps): void {
  const events = house.settleIdentity(ccu.name);
  if (events === undefined) return;
  log.warn('the CCU did not tell its serial number; ids are made of its name', { event: 'identity.by_name' });
  keep?.(ccu.name, { ids: 'name' });
  for (const event of events) publish(event);
}
