import { createRandom } from './environment/random.js';
import { createSwitches, type FaultSwitches, untilLogicLayerAnswers } from './environment/switches.js';
import type { InterfaceName } from './house/types.js';
import { createJsonRpc } from './json-rpc/server.js';
import { createSimulatedHouse, type SimulatedHouse } from './live/house.js';
import type { HttpPortOptions } from './net/http-port.js';
import { createProduct, type Product, sgtinOf } from './product/product.js';
import { createRecorder, type Recorder } from './received/recorder.js';
import { createReGa, type ScriptRun } from './rega/answer.js';
import { createInterfaceProcess, type InterfaceProcess } from './rpc/interface-process.js';
import type { Settings } from './settings.js';
import { createLiteSite } from './web/lite.js';
import { createSessions, type Sessions } from './web/sessions.js';
import { createScriptServer, createSite } from './web/site.js';

type RequestHandler = HttpPortOptions['handle'];

/** Parts of the simulated CCU behind its ports. */
export interface Machine {
  readonly switches: FaultSwitches;
  readonly recorder: Recorder;
  readonly state: SimulatedHouse;
  readonly sessions: Sessions;
  readonly product: Product;
  readonly processes: ReadonlyMap<InterfaceName, InterfaceProcess>;
  /** The web server. */
  readonly site: RequestHandler;
  readonly scriptServer: RequestHandler;
}

/** `onPower` is called when the CCU must reboot or switch itself off. */
export function createMachine(settings: Settings, onPower: (kind: 'reboot' | 'power_off') => void): Machine {
  const { house, users, clock, timers, random } = settings;
  const switches = createSwitches();
  const recorder = createRecorder();
  const state = createSimulatedHouse({ house, clock: () => clock() + switches.clockOffsetMs, timers });
  const sessions = createSessions({
    users,
    limit: settings.sessionLimit,
    now: clock,
    random: createRandom(random() * 2 ** 32),
    switches,
  });
  const processes = new Map(
    settings.interfaces.map((interfaceName) => [
      interfaceName,
      createInterfaceProcess({ interfaceName, state, switches, timers, clock }),
    ]),
  );
  const product = createProduct({
    kind: settings.product,
    version: house.version,
    switches,
    contents: () => backupContents(state),
    restart: () => onPower('reboot'),
  });
  const machine = { switches, recorder, state, sessions, product, processes };
  return { ...machine, ...createServers(settings, machine, onPower) };
}

/** The logic layer (ReGaHss) with the two servers in front of it. openccu-lite has none, and a web server of its own. */
function createServers(
  { house, users, clock, timers, authRequired, otherServers, timeZone }: Settings,
  machine: Omit<Machine, 'site' | 'scriptServer'>,
  onPower: (kind: 'reboot' | 'power_off') => void,
): Pick<Machine, 'site' | 'scriptServer'> {
  const { switches, recorder, state, sessions, product, processes: interfaces } = machine;
  if (product.kind === 'lite') {
    return { site: createLiteSite({ sessions, state }), scriptServer: () => ({ status: 404, body: 'Not found\n' }) };
  }
  const { serial } = house;
  const logicLayerAnswers = () => untilLogicLayerAnswers(switches, timers);
  const rega = createReGa({
    ...{ state, users, serial, product, switches, onPower },
    now: () => clock() + switches.clockOffsetMs,
  });
  const onScript = ({ name, args }: ScriptRun) => recorder.script({ at: clock(), name, args });
  const jsonRpc = createJsonRpc(
    { state, sessions, rega, switches, serial, product, authRequired, otherServers, timeZone, interfaces, onScript },
    (call) => recorder.jsonCall({ at: clock(), ...call }),
    logicLayerAnswers,
  );
  return {
    site: createSite({
      sessions,
      groups: state.heatingGroups,
      sgtin: sgtinOf(serial),
      product,
      switches,
      jsonRpc,
      logicLayerAnswers,
      backupContents: () => backupContents(state),
    }),
    scriptServer: createScriptServer(rega, { switches, logicLayerAnswers, onScript }),
  };
}

const backupContents = ({ hub }: SimulatedHouse): string => JSON.stringify(hub.variables());
