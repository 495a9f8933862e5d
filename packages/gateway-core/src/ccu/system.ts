import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import type { EventStream, StreamEvent } from '@ccu-gateway/event-stream';
import type { LoopTester, SystemControl } from '../families/hub/system.js';
import type { SystemStatusEvent, SystemView } from '../ports/diagnostics.js';
import type { Time } from '../ports/time.js';
import { GatewayError } from '../use-case/errors.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { askCcu } from './refusal.js';

const KEPT_NOTICES = 200;

/**
 * Keeps the newest notices about the CCUs for clients that connect later.
 *
 * @example
 * const systemView = createSystemView({ house, events });
 */
export function createSystemView(deps: {
  readonly house: Pick<HouseModel, 'centrals'>;
  readonly events: Pick<EventStream, 'subscribe'>;
}): SystemView {
  const notices: SystemStatusEvent[] = [];
  const keep = ({ type, payload }: StreamEvent) => {
    if (type !== 'system.status_changed') return;
    // The stream carries payloads as JSON; the type of the event determines this shape.
    notices.push(payload as unknown as SystemStatusEvent);
    if (notices.length > KEPT_NOTICES) notices.shift();
  };
  // More notices in one turn than the ring holds are more than is kept here.
  deps.events.subscribe(['system.*'], keep, { onLost: () => undefined });
  return { centrals: () => deps.house.centrals(), statusEvents: () => [...notices] };
}

/** So that the answer to the request still gets out. */
const BEFORE_STOP_MS = 250;
const SAME_RESTART_MS = 30_000;

/**
 * Restarts CCUs and the gateway; a second request to restart the gateway within half a minute is the same one.
 *
 * @example
 * const system = createSystemControl({ centrals, house, publish, time, installUpdate, requestStop });
 */
export function createSystemControl(deps: {
  readonly centrals: ConnectedCcus;
  /** Shows a new position. */
  readonly house: Pick<HouseModel, 'setCentralInformation'>;
  readonly publish: (event: ModelEvent) => void;
  readonly time: Time;
  readonly installUpdate: SystemControl['installUpdate'];
  readonly requestStop: (reason: string) => void;
}): SystemControl {
  const { time } = deps;
  let signalledAt: number | undefined;
  return {
    async reboot(central) {
      const { hub } = connectedCcu(deps.centrals, central);
      await askCcu(() => hub.reboot());
    },
    async powerOff(central) {
      const { hub } = connectedCcu(deps.centrals, central);
      await askCcu(() => hub.powerOff());
    },
    async safeMode(central) {
      const { hub } = connectedCcu(deps.centrals, central);
      await askCcu(() => hub.safeMode());
    },
    async recoveryMode(central) {
      const { hub } = connectedCcu(deps.centrals, central);
      await askCcu(() => hub.recoveryMode());
    },
    async setPosition(central, { latitude, longitude }) {
      const { hub } = connectedCcu(deps.centrals, central);
      await askCcu(() => hub.setPosition(longitude, latitude));
      for (const event of deps.house.setCentralInformation(central, { latitude, longitude })) deps.publish(event);
    },
    installUpdate: deps.installUpdate,
    restart() {
      const now = time.now();
      if (signalledAt !== undefined && now - signalledAt < SAME_RESTART_MS) {
        return { status: 'shutdown_in_progress', at: signalledAt };
      }
      signalledAt = now;
      time.after(BEFORE_STOP_MS, () => deps.requestStop('restart'));
      return { status: 'shutdown_signalled', at: now };
    },
  };
}

interface InterfaceDeps {
  readonly centrals: ConnectedCcus;
  readonly house: Pick<HouseModel, 'interface'>;
}

/**
 * Makes a round trip through an interface on request.
 *
 * @example
 * const loopTester = createLoopTester({ centrals, house });
 */
export function createLoopTester(deps: InterfaceDeps): LoopTester {
  return {
    async loopTest(id, { signal }) {
      const { ccu, interfaceName } = locate(deps, id);
      return askCcu(() => ccu.loopTest(interfaceName, { signal }));
    },
  };
}

function locate({ centrals, house }: InterfaceDeps, id: string) {
  const found = house.interface(id);
  if (!found.ok) throw new GatewayError('not_found', found.message, { reason: 'interface_not_found' });
  const { central_id: central, interface: name } = found.value;
  return { ccu: connectedCcu(centrals, central), interfaceName: name };
}
