import type { ConnectionState } from '@ccu-gateway/ccu-client';
import type { InterfaceName } from '@ccu-gateway/ccu-simulator';
import type { FaultHouse } from './house.js';

/** Something that is wrong with the way to a CCU or back. */
export interface Trouble {
  readonly fault: string;
  readonly inflict: (house: FaultHouse) => unknown;
  readonly heal?: (house: FaultHouse) => unknown;
  /** The states in which the trouble shows, whichever comes first. */
  readonly states: (interfaceName: InterfaceName) => readonly ConnectionState[];
  /** In words for people, where there is something to look at. */
  readonly note?: (interfaceName: InterfaceName) => RegExp;
  /** Where a loop test says that the way breaks. Absent where it would only wait. */
  readonly hop?: 'ccu' | 'callback';
  /** Absent: it ends only when it is healed. */
  readonly passes?: true;
  /** Only calls go nowhere; what the CCU says still arrives. */
  readonly speaks?: true;
}

/** A CCU that is back remembers its clients and asks for them, which may be faster than a look at a closed port. */
const AWAY = (): readonly ConnectionState[] => ['disconnected', 'reregistering'];
const heal = ({ simulator }: FaultHouse) => simulator.faults.clear();
const HOUR_SECONDS = 3_600;
const DAY_MS = 86_400_000;
/** Only the port of CUxD is one that the firewall of a CCU has no switch for. */
const noAnswer = (interfaceName: InterfaceName) =>
  interfaceName === 'CUxD'
    ? /^The port of this interface accepts calls but does not answer in time\. The CCU's firewall has no switch for CUxD: name port \d+ there as an open port\.$/
    : /^The port of this interface accepts calls but does not answer in time\.$/;

export const TROUBLES: readonly Trouble[] = [
  {
    fault: 'restarts',
    inflict: ({ simulator }) => simulator.faults.restart({ downMs: 400 }),
    states: AWAY,
    passes: true,
  },
  {
    fault: 'restarts and then has another idea of the time',
    async inflict({ simulator }) {
      simulator.faults.clockJump(-DAY_MS);
      await simulator.faults.restart({ downMs: 400 });
    },
    states: AWAY,
    passes: true,
  },
  {
    fault: 'boots and boots',
    inflict: ({ simulator }) => simulator.faults.boot(HOUR_SECONDS),
    // CUxD has no way to say that it boots; it only hangs up.
    states: (interfaceName) => (interfaceName === 'CUxD' ? ['disconnected'] : ['booting']),
    note: () => /not ready yet|cannot be reached/,
    hop: 'ccu',
    heal,
  },
  {
    fault: 'cannot reach the gateway',
    inflict: ({ simulator }) => simulator.faults.dropCallbacks(true),
    states: () => ['callback_unreachable'],
    note: () => /^Calls work, but nothing the CCU sends arrives here: it cannot reach .+127\.0\.0\.1/,
    hop: 'callback',
    heal,
  },
  {
    fault: 'leaves connections half open',
    inflict: ({ simulator }) => simulator.faults.halfOpen(true),
    states: () => ['disconnected'],
    note: noAnswer,
    speaks: true,
    heal,
  },
  {
    fault: 'has a frozen interface process',
    inflict({ simulator }) {
      simulator.faults.dropCalls(true);
      simulator.faults.dropCallbacks(true);
    },
    states: () => ['disconnected'],
    note: noAnswer,
    heal,
  },
  {
    fault: 'answers later than anybody waits',
    inflict: ({ simulator }) => simulator.faults.slow(HOUR_SECONDS * 1_000),
    states: () => ['disconnected'],
    note: noAnswer,
    speaks: true,
    heal,
  },
  {
    fault: 'talks nonsense',
    inflict: ({ simulator }) => simulator.faults.garbage(true),
    // Which is what web servers do while a CCU boots.
    states: () => ['booting'],
    note: () => /not ready yet/,
    hop: 'ccu',
    heal,
  },
  {
    fault: 'forgets that the gateway is registered',
    inflict: ({ simulator, interfaceName }) => simulator.faults.forgetClients(interfaceName),
    states: () => ['reregistering'],
    passes: true,
  },
];
