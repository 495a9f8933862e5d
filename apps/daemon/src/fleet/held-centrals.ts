import type { SharedPublisher } from '@ccu-gateway/event-stream';
import type { Lease, LeaseEvent, Term } from '@ccu-gateway/fleet';
import type { Centrals, LocalCentrals } from '../centrals/centrals.js';
import type { CentralConfig } from '../config/index.js';
import type { Log } from '../log/log.js';
import { sourceOfCentral } from './feed/source.js';
import type { FleetBase } from './open-fleet.js';

export interface HeldCentralsDeps {
  readonly local: LocalCentrals;
  readonly fleet: Pick<FleetBase, 'feed' | 'keeper' | 'stream' | 'caughtUp' | 'role'>;
  /** Called when this process holds a CCU, or does no more. */
  readonly changed: () => void;
  readonly log: Log;
}

interface Wanted {
  central: CentralConfig;
  isWanted: boolean;
  lease: Lease | undefined;
  publisher: SharedPublisher | undefined;
  /** Of the last term. */
  token: number | undefined;
  /** The actions on it, one after the other. */
  turn: Promise<void>;
}

const shownTerm = (term: Term) => ({ token: term.token, left_ms: Math.round(term.leftMs()) });

/** Runs the actions on one CCU one after the other. */
const createTurns =
  (log: HeldCentralsDeps['log']) =>
  (mine: Wanted, work: () => Promise<void>): Promise<void> => {
    mine.turn = mine.turn.then(work).catch((error: unknown) => {
      log.error('a CCU could not be taken over or let go', { central: mine.central.name, error });
    });
    return mine.turn;
  };

/** Connects with a CCU while it is held. */
function createHolding(
  { local, fleet, changed, log }: HeldCentralsDeps,
  onOvertaken: (mine: Wanted, publisher: SharedPublisher) => void,
) {
  const { feed, stream } = fleet;

  async function hold(mine: Wanted, term: Term): Promise<void> {
    const { name } = mine.central;
    await fleet.caughtUp(term.ended);
    if (!term.mayAct() || !mine.isWanted) return;
    const source = sourceOfCentral(name);
    const publisher = stream.publisher(source, {
      onLost: () => onOvertaken(mine, publisher),
      mayPublish: () => term.mayAct(),
      // A holder that went without a word may have had more to publish, and the CCU has reported to no gateway since.
      lostBefore: feed.wasLeft(name) ? 1 : 0,
    });
    mine.publisher = publisher;
    mine.token = term.token;
    feed.hold(name, publisher);
    // It distinguishes records in the log from those of other terms.
    const { instance } = publisher;
    log.info('holds a CCU', { event: 'fleet.held', central: name, publisher: instance, ...shownTerm(term) });
    local.connect(mine.central, () => {
      if (!term.mayAct()) throw new Error(`the lease of ${name} has ended`);
    });
    changed();
  }

  async function letGo(mine: Wanted, reason: string): Promise<void> {
    const { publisher } = mine;
    const { name } = mine.central;
    if (publisher === undefined) return;
    mine.publisher = undefined;
    await local.release(name);
    if (reason === 'released') feed.giveBack(name);
    feed.letGo(name);
    await publisher.close();
    log.info('holds a CCU no more', { event: 'fleet.lost', central: name, token: mine.token, reason });
    changed();
  }

  return { hold, letGo };
}

/** Gets and returns the leases of CCUs, and acts as each begins and ends. */
function createHolder(deps: HeldCentralsDeps) {
  const { log } = deps;
  const { keeper, role } = deps.fleet;
  const inTurn = createTurns(log);
  const { hold, letGo } = createHolding(deps, (mine, publisher) => void overtaken(mine, publisher));

  /** The fence of the log has held where a lease did not. */
  async function overtaken(mine: Wanted, publisher: SharedPublisher): Promise<void> {
    const { name } = mine.central;
    await inTurn(mine, async () => {
      // Let go already where its lease has ended.
      if (mine.publisher !== publisher) return;
      log.error('another gateway of the fleet publishes for a CCU', { event: 'fleet.source_lost', central: name });
      await letGo(mine, 'overtaken');
      await mine.lease?.release();
      if (mine.isWanted) want(mine);
    });
  }

  function want(mine: Wanted): void {
    if (role === 'serve') return;
    mine.lease = keeper.want(sourceOfCentral(mine.central.name));
    mine.lease.on((event: LeaseEvent) => {
      if (event.type === 'held') void inTurn(mine, () => hold(mine, event.term));
      else void inTurn(mine, () => letGo(mine, event.reason));
    });
    mine.lease.onRenewed((term) => {
      if (mine.publisher === undefined) return;
      log.debug('holds a CCU for longer', { event: 'fleet.renewed', central: mine.central.name, ...shownTerm(term) });
    });
  }

  /** Begins to give it back only when nothing of it is under way any more: the next holder comes after all of it. */
  async function end(mine: Wanted): Promise<{ readonly givenBack: Promise<void> | undefined }> {
    let givenBack: Promise<void> | undefined;
    await inTurn(mine, async () => {
      await letGo(mine, mine.lease?.mayAct() ? 'released' : 'expired');
      givenBack = mine.lease?.release();
    });
    return { givenBack };
  }

  return { inTurn, want, end };
}

/**
 * The CCUs of a gateway in a fleet: it is connected with those that it has leases of, and stands by for the others. A
 * gateway that only serves wants none.
 */
export function createHeldCentrals(deps: HeldCentralsDeps): Centrals {
  const { local, fleet } = deps;
  const { inTurn, want, end } = createHolder(deps);
  const wanted = new Map<string, Wanted>();
  /** Those that were removed and are not given back yet. */
  const leaving = new Map<string, Promise<void>>();
  function add(central: CentralConfig): void {
    const mine: Wanted = {
      central,
      isWanted: true,
      lease: undefined,
      publisher: undefined,
      token: undefined,
      turn: Promise.resolve(),
    };
    wanted.set(central.name, mine);
    local.introduce(central);
    const left = leaving.get(central.name);
    if (left === undefined) want(mine);
    else void left.then(() => mine.isWanted && want(mine));
  }

  /** The last events are published for the others before it is given back. */
  async function leave(mine: Wanted): Promise<void> {
    const { name } = mine.central;
    await inTurn(mine, async () => {
      if (mine.publisher !== undefined) await local.remove(name);
      // Where no gateway holds it, no gateway reports that it is gone.
      else fleet.feed.forget(name);
    });
    const { givenBack } = await end(mine);
    await givenBack;
  }

  return {
    add,
    async change(central) {
      const mine = wanted.get(central.name);
      if (mine === undefined) {
        add(central);
        return;
      }
      mine.central = central;
      await inTurn(mine, async () => {
        if (mine.publisher !== undefined) await local.change(central);
      });
    },
    reconfigure: local.reconfigure,
    async remove(name) {
      const mine = wanted.get(name);
      if (mine === undefined) return;
      wanted.delete(name);
      mine.isWanted = false;
      const left = Promise.all([leaving.get(name), leave(mine)]).then(() => {
        if (leaving.get(name) === left) leaving.delete(name);
      });
      leaving.set(name, left);
      await left;
    },
    get: local.get,
    permit(name) {
      if (local.get(name) === undefined) throw new Error(`this gateway is not connected with ${name}`);
      local.permit(name);
    },
    all: local.all,
    names: () => [...wanted.keys()],
    /** The keeper of the leases waits for CCUs that are being given back then. */
    async close() {
      for (const mine of wanted.values()) mine.isWanted = false;
      await Promise.all([...[...wanted.values()].map(end), ...leaving.values()]);
    },
  };
}
