import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { chooseCentral } from '../../use-case/choose.js';
import { makeChange, type Recording, recordChange } from '../../use-case/record.js';
import { found } from '../../use-case/refusal.js';
import { useCase } from '../../use-case/use-case.js';

/** Position of a break on the way from CCU to gateway. */
export type LoopTestHop = 'ccu' | 'registration' | 'callback' | 'foreign';

/** Result of a round trip through an interface, with the position of a break. */
export interface LoopTestOutcome {
  readonly ok: boolean;
  /** Gateway → CCU → callback → gateway, in milliseconds. */
  readonly rttMs?: number;
  readonly hop?: LoopTestHop;
  /** One sentence for people: the likely cause and a hint. */
  readonly cause?: string;
}

/** Makes a round trip through one interface. */
export interface LoopTester {
  /** Takes `<central>-<interface>`. A loop that is broken is an answer, not an error. */
  loopTest(interfaceId: string, options: { readonly signal: AbortSignal }): Promise<LoopTestOutcome>;
}

/** Position of a CCU in degrees: latitude -90..90, longitude -180..180. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Restarts and updates of CCUs and of the gateway. */
export interface SystemControl {
  /** Rejects with a `GatewayError`. */
  reboot(central: string): Promise<void>;
  powerOff(central: string): Promise<void>;
  /** Restarts the CCU without its add-ons. Rejects with `not_implemented` where it has no such mode. */
  safeMode(central: string): Promise<void>;
  /** Restarts the CCU into its recovery system. Rejects with `not_implemented` where it has none. */
  recoveryMode(central: string): Promise<void>;
  /** Degrees. Rejects with `upstream_unavailable` where the CCU did not take over the position. */
  setPosition(central: string, position: Position): Promise<void>;
  /**
   * Has the CCU fetch and install its firmware update, and resolves when it has begun. Rejects with `not_implemented`
   * if the CCU has no command for it, with `conflict` if there is nothing newer or it is under way already.
   */
  installUpdate(central: string): Promise<void>;
  /**
   * Ends this process in order; its supervisor starts it anew. The second call within half a minute answers
   * `shutdown_in_progress`.
   */
  restart(): { readonly status: 'shutdown_signalled' | 'shutdown_in_progress'; readonly at: number };
}

/** Ports of the use cases that restart and update. */
export interface SystemWriting extends Recording {
  readonly house: House;
  readonly system: SystemControl;
}

/**
 * Restarts a CCU. Resolves when the CCU has taken the order; it is away afterwards. Role `admin`; audited as
 * `ccu_reboot`.
 *
 * @throws GatewayError `not_found`, `service_unready`, `upstream_unavailable`
 * @example
 * await core.as(caller).system.reboot('home');
 */
export const rebootCcu = useCase('admin', async (ports: SystemWriting, caller: Caller, name: string): Promise<void> => {
  const central = chooseCentral(ports.house, name);
  await ports.system.reboot(central);
  recordChange(ports, caller, { action: 'ccu_reboot', central });
});

/** A use case that sends one order to a CCU and records it. */
const order = (action: string, send: (system: SystemControl, central: string) => Promise<void>) =>
  useCase('admin', async (ports: SystemWriting, caller: Caller, name: string): Promise<void> => {
    const central = chooseCentral(ports.house, name);
    await makeChange(ports, caller, { action, central }, () => send(ports.system, central));
  });

/**
 * Switches a CCU off. Resolves when the CCU has taken the order; a person must switch it on again. Role `admin`; audited
 * as `ccu_power_off`.
 *
 * @throws GatewayError `not_found`, `service_unready`, `upstream_unavailable`
 * @example
 * await core.as(caller).system.powerOff('home');
 */
export const powerOffCcu = order('ccu_power_off', (system, central) => system.powerOff(central));

/**
 * Restarts a CCU without its add-ons, until its next restart. Role `admin`; audited as `ccu_safe_mode`.
 *
 * @throws GatewayError `not_found`, `not_implemented` where the CCU has no such mode, `service_unready`,
 * `upstream_unavailable`
 * @example
 * await core.as(caller).system.safeMode('home');
 */
export const enterSafeMode = order('ccu_safe_mode', (system, central) => system.safeMode(central));

/**
 * Restarts a CCU into its recovery system, which a person leaves on its pages; no device works meanwhile. Role `admin`;
 * audited as `ccu_recovery_mode`.
 *
 * @throws GatewayError `not_found`, `not_implemented` where the CCU has none, `service_unready`, `upstream_unavailable`
 * @example
 * await core.as(caller).system.recoveryMode('home');
 */
export const enterRecoveryMode = order('ccu_recovery_mode', (system, central) => system.recoveryMode(central));

/**
 * Sets the position from which a CCU computes sunrise and sunset. Role `admin`; audited as `ccu_position`.
 *
 * @throws GatewayError `not_found`, `service_unready`, `upstream_unavailable`
 * @example
 * await core.as(caller).system.setPosition('home', { latitude: 52.5, longitude: 13.4 });
 */
export const setCcuPosition = useCase(
  'admin',
  async (ports: SystemWriting, caller: Caller, name: string, position: Position): Promise<void> => {
    const central = chooseCentral(ports.house, name);
    const { latitude, longitude } = position;
    const changes = [
      { parameter: 'latitude', after: latitude },
      { parameter: 'longitude', after: longitude },
    ];
    await makeChange(ports, caller, { action: 'ccu_position', central, changes }, () =>
      ports.system.setPosition(central, { latitude, longitude }),
    );
  },
);

/**
 * Has a CCU fetch and install its firmware update; the name may be undefined where there is only one. Resolves when it
 * has begun. Role `admin`; audited as `ccu_update`.
 *
 * @throws GatewayError as `chooseCentral`; `not_implemented` where the CCU has no command for it, `conflict` where
 * there is nothing newer or an update is under way, `upstream_unavailable`
 * @example
 * await core.as(caller).system.installUpdate('home');
 */
export const installUpdate = useCase(
  'admin',
  async (ports: SystemWriting, caller: Caller, name: string | undefined): Promise<void> => {
    const central = chooseCentral(ports.house, name);
    await ports.system.installUpdate(central);
    recordChange(ports, caller, { action: 'ccu_update', central });
  },
);

/**
 * Ends the process of the gateway in order, for its supervisor to start it again. It answers before that; `at` is in
 * milliseconds since the Unix epoch. Role `admin`; audited as `gateway_restart`, before it is done.
 *
 * @example
 * const { status } = core.as(caller).system.restart();
 */
export const restartGateway = useCase(
  'admin',
  (ports: SystemWriting, caller: Caller): ReturnType<SystemControl['restart']> => {
    // Written down first: after the signal there may be no time.
    recordChange(ports, caller, { action: 'gateway_restart' });
    return ports.system.restart();
  },
);

/**
 * Makes a round trip through one interface (`<central>-<interface>`): a ping to the CCU and its event back; `rtt_ms` is
 * its time in milliseconds. A broken one is an answer with its position (`hop`), not an error. Role `admin`; not
 * audited.
 *
 * @throws GatewayError `not_found`, `service_unready`
 * @example
 * const { ok, cause } = await core.as(caller).system.testLoop('home-HmIP-RF');
 */
export const testLoop = useCase(
  'admin',
  async (ports: { readonly house: House; readonly loopTester: LoopTester }, caller: Caller, interfaceId: string) => {
    const target = found(ports.house.interface(interfaceId));
    const { ok, rttMs, hop, cause } = await ports.loopTester.loopTest(target.id, { signal: caller.signal });
    return { interface_id: target.id, ok, rtt_ms: rttMs, hop, cause };
  },
);

/** Use cases of the family `system`, by their names for a caller of the core. */
export const systemUseCases = {
  reboot: rebootCcu,
  powerOff: powerOffCcu,
  safeMode: enterSafeMode,
  recoveryMode: enterRecoveryMode,
  setPosition: setCcuPosition,
  installUpdate: installUpdate,
  restart: restartGateway,
  testLoop: testLoop,
} as const;
