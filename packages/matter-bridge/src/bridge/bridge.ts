import type { MatterWindow } from '@ccu-gateway/contract/types';
import { type GatewayCore, GatewayError, type MatterBridge, notFound } from '@ccu-gateway/gateway-core';
import { type ActionContext, Network } from '@matter/main';
import { CommissioningOptions } from '@matter/main/types';
import type { ActAs } from '../commands/dispatcher.js';
import { type House, openHouse } from '../house/house.js';
import type { Profile } from '../mapping/house-view.js';
import {
  type BridgeNode,
  closeBridgeNode,
  createBridgeNode,
  type Identity,
  leaveFabric,
  PRODUCT_ID,
  VENDOR_ID,
} from '../node/bridge-node.js';
import { findTwin } from '../node/twin.js';
import type { Count } from '../ports/activity.js';
import type { BridgePorts } from '../ports/ports.js';
import { type Assembly, type Balance, createAssembly, type Mapping } from './assembly.js';
import { controllerOf, fabricView } from './fabrics.js';
import { createGathering } from './gathering.js';
import { StartRefused, twinProblem } from './problems.js';
import { recollectionOf } from './recollection.js';
import { createShownThings, type ShownThings } from './shown-things.js';
import { tellOnce } from './told-once.js';
import { type CommissioningWindow, createWindow, progress } from './window.js';

/** How the bridge is shown and reached. */
export interface BridgeSettings {
  readonly name: string;
  readonly version: string;
  readonly port: number;
  readonly profile: Profile;
}

export interface BridgeOptions {
  readonly ports: BridgePorts;
  readonly settings: BridgeSettings;
  readonly mapping: Mapping;
  /** Simulated in tests. */
  readonly network?: Network;
  readonly count: Count;
  /** The last home was left, and the bridge must restart. */
  readonly onErase: () => void;
  /** The bridge waits for the things of these CCUs before it is seen. */
  readonly onAwaited: (centrals: readonly string[]) => void;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/** State of a bridge, available at any time. */
export interface BridgeState extends Balance {
  readonly listening: boolean;
  readonly port: number;
  readonly endpoints: number;
  readonly fabrics: number;
  readonly sessions: number;
  readonly subscriptions: number;
  readonly isWindowOpen: boolean;
  readonly windowSeconds: number | undefined;
}

export interface OpenBridge extends MatterBridge {
  state(): BridgeState;
  /** Applies the profile of another system. */
  useProfile(profile: Profile): Promise<void>;
  stop(): Promise<void>;
}

/** Puts the bridge together and into the network. */
export async function openBridge(options: BridgeOptions): Promise<OpenBridge> {
  const { ports, settings, mapping, network, count, onErase, signal } = options;
  const identity = identityOf(ports);
  const node = await createBridgeNode({ store: ports.store, identity, ...settings, network, onErase });
  const { server } = node;
  const codes = (): Omit<MatterWindow, 'duration_seconds'> => {
    const { qrPairingCode: qr_code, manualPairingCode: manual_code } = server.state.commissioning.pairingCodes;
    return { discriminator: identity.discriminator, passcode: identity.passcode, qr_code, manual_code };
  };
  const tell = tellOnce((incident) => {
    count('incidents');
    ports.incident(incident);
  });
  const house = openHouse(ports.core, tell);
  const shown = createShownThings({ node, house, ports, tell, count, actAs: actAs(node, ports.core) });
  const window = createWindow(node, codes, ports);
  const gathering = createGathering(recollectionOf(ports.store, house.isRead), options);
  const { onAssembled } = gathering;
  const assembly = createAssembly({ house, shown, mapping, profile: settings.profile, ports, tell, onAssembled });
  const following = followHouse(house, shown, assembly);
  tellFabrics(node, ports);
  async function stop(): Promise<void> {
    assembly.stop();
    following.close();
    await closeBridgeNode(node, ports.clock);
  }
  try {
    await assembly.assemble();
    if (node.fabrics.fabrics.length > 0) await gathering.complete();
    await refuseTwin(node, options);
    signal.throwIfAborted();
    await server.start();
    gathering.end();
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    fabrics: () => node.fabrics.fabrics.map(fabricView),
    async removeFabric(index) {
      if (!(await leaveFabric(node, index))) throw notFound(`Fabric ${index}`);
    },
    setupPayload: () => ({ ...codes(), vendor_id: VENDOR_ID, product_id: PRODUCT_ID }),
    async openWindow(seconds) {
      await refuseEmpty(shown, house, assembly);
      await window.open(seconds);
      return { ...codes(), duration_seconds: seconds };
    },
    closeWindow: () => window.close(),
    exposable: assembly.exposures,
    expose: assembly.choose,
    exposeAll: assembly.chooseAll,
    useProfile: assembly.useProfile,
    state: () => ({ ...stateOf(node, shown, window), ...assembly.balance(), port: settings.port }),
    stop,
  };
}

/**
 * Refuses to pair an empty bridge: a home takes it for one without things, and some systems never read it again. The
 * latest changes are exposed first.
 */
async function refuseEmpty(shown: ShownThings, house: House, assembly: Assembly): Promise<void> {
  const unread = house.unread().join(', ');
  await assembly.assemble();
  if (shown.count() > 0 || unread === '') return;
  const why = `The bridge has no things yet: the devices of ${unread} are not known`;
  throw new GatewayError('conflict', why, { reason: 'matter_awaits_ccu' });
}

/** Two with one identity lock each other out of their homes, so that the second does not go into the network. */
async function refuseTwin({ server, fabrics }: BridgeNode, { ports, signal }: BridgeOptions): Promise<void> {
  const twin = await findTwin({
    network: server.env.get(Network),
    fabrics: fabrics.fabrics,
    clock: ports.clock,
    signal,
  });
  if (twin !== undefined) throw new StartRefused(twinProblem(twin));
}

function followHouse(house: House, shown: ShownThings, assembly: Assembly): { close(): void } {
  return house.follow({
    onInput: shown.onInput,
    onPress: shown.onPress,
    onDevices: assembly.assembleSoon,
    onReachability: () => void shown.checkReachability(),
    onLost() {
      assembly.assembleSoon();
      void shown.refreshAll().then(() => shown.checkReachability());
    },
  });
}

/** Access for the controller of a command: an operator, from any home. */
const actAs =
  (node: BridgeNode, core: GatewayCore) =>
  (context: ActionContext): ActAs => {
    const { index, label } = controllerOf(node, context);
    const subject = `matter:${index}`;
    const principal = { key: subject, subject, scheme: 'matter', role: 'operator' } as const;
    return (signal) => core.as({ principal, facts: { peer: label, client: label }, signal });
  };

function tellFabrics(node: BridgeNode, ports: BridgePorts): void {
  node.server.events.commissioning.fabricsChanged.on((index, action) => {
    const fabric = node.fabrics.fabrics.find(({ fabricIndex }) => fabricIndex === index);
    if (action === 'added' && fabric !== undefined) {
      progress(ports, 'commissioned');
      ports.record({ action: 'matter_fabric_add', note: `fabric ${index}`, user: `matter:${index}` });
      ports.publish({ topic: 'matter.fabric_added', type: 'matter.fabric_added', payload: fabricView(fabric) });
    }
    if (action === 'deleted') {
      const payload = { fabric_index: Number(index) };
      ports.publish({ topic: 'matter.fabric_removed', type: 'matter.fabric_removed', payload });
    }
  });
}

function stateOf(node: BridgeNode, shown: ShownThings, window: CommissioningWindow) {
  const sessions = [...node.sessions.sessions];
  return {
    listening: node.server.lifecycle.isOnline,
    endpoints: shown.count(),
    fabrics: node.fabrics.fabrics.length,
    sessions: sessions.length,
    subscriptions: sessions.reduce((all, { subscriptions }) => all + subscriptions.size, 0),
    isWindowOpen: window.isOpen(),
    windowSeconds: window.seconds(),
  };
}

const HIGHEST_PASSCODE = 99_999_998;
const HIGHEST_DISCRIMINATOR = 4095;

/** Identity of this installation: made once, and again after a reset. */
export function identityOf({ store, randomInt }: Pick<BridgePorts, 'store' | 'randomInt'>): Identity {
  const passcode = store.secret('passcode') ?? String(randomPasscode(randomInt));
  store.keepSecret('passcode', passcode);
  const discriminator = store.fact('discriminator') ?? String(randomInt(0, HIGHEST_DISCRIMINATOR + 1));
  store.keepFact('discriminator', discriminator);
  const unique =
    store.fact('unique') ??
    randomInt(1, 2 ** 47)
      .toString(16)
      .padStart(12, '0');
  store.keepFact('unique', unique);
  return { passcode: Number(passcode), discriminator: Number(discriminator), uniqueId: `ccu-gateway-${unique}` };
}

function randomPasscode(randomInt: BridgePorts['randomInt']): number {
  for (;;) {
    const made = randomInt(1, HIGHEST_PASSCODE + 1);
    if (!CommissioningOptions.FORBIDDEN_PASSCODES.includes(made)) return made;
  }
}
