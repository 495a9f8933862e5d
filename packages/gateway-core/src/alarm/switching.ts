import type { AlarmState, Effect, OutputConfig, Plan } from '@ccu-gateway/alarm';
import type { StreamEvent } from '@ccu-gateway/event-stream';
import type { Logger } from '../ports/log.js';
import type { AlarmEvent } from './alarm.js';
import { push } from './follow.js';
import {
  isOnOf,
  type Member,
  type OutputPorts,
  partsOf,
  pointOf,
  type Switched,
  switchChannel,
  wishOf,
} from './outputs.js';
import type { LiveReport } from './reports.js';

/** Switches the channels of outputs, and compares the reports of their devices with what was sent. */
export interface Switching {
  /** Writes each channel once, with the wish of all its outputs. */
  carryOut(effects: readonly Effect[]): void;
  onEvent(event: StreamEvent): void;
  /** Also of an unchanged state: a device that has ended by itself confirms its stop with it. */
  onReport(report: LiveReport): void;
}

export interface SwitchingDeps extends OutputPorts {
  readonly log: Logger;
  /** Configuration and state in force. */
  readonly now: () => { readonly plan: Plan; readonly state: AlarmState };
  /** Takes the events of `make`, which is called in its turn. */
  readonly inTurn: (make: () => readonly AlarmEvent[]) => void;
}

const keyOf = ({ central, channelAddress }: Switched): string => `${central} ${channelAddress}`;

interface Index {
  readonly plan: Plan;
  readonly channels: ReadonlyMap<string, readonly OutputConfig[]>;
  /** Channels of each device. */
  readonly devices: ReadonlyMap<string, readonly Switched[]>;
}

function indexOf(plan: Plan): Index {
  const channels = new Map<string, OutputConfig[]>();
  const devices = new Map<string, Switched[]>();
  for (const { output } of plan.outputs.values()) {
    if (output.class === 'sysvar_mirror') continue;
    if (!channels.has(keyOf(output)))
      push(devices, `${output.central} ${partsOf(output.channelAddress).address}`, output);
    push(channels, keyOf(output), output);
  }
  return { plan, channels, devices };
}

/** A report counts for the write that was sent before it; what the model knows from earlier confirms nothing. */
export function createSwitching(deps: SwitchingDeps): Switching {
  const { now, inTurn, log } = deps;
  /** The last wish that was sent to each channel. */
  const sent = new Map<string, string>();
  let index = indexOf(now().plan);

  function current(): Index {
    const { plan } = now();
    if (index.plan !== plan) index = indexOf(plan);
    return index;
  }
  const membersOf = (channel: Switched): readonly Member[] =>
    (current().channels.get(keyOf(channel)) ?? []).map((output) => ({ output, state: now().state.outputs[output.id] }));

  async function send(channel: Switched): Promise<void> {
    const wish = wishOf(membersOf(channel), now().state.clock);
    sent.set(keyOf(channel), [...wish.aspects].sort().join(' '));
    try {
      await switchChannel(deps, channel, wish);
    } catch (error) {
      log.warn('an output of the alarm system was not switched', { channel: channel.channelAddress, error });
    }
  }

  function onState(channel: Switched): void {
    const key = keyOf(channel);
    const before = sent.get(key);
    if (before === undefined) return;
    inTurn(() => (sent.get(key) === before ? reportsOf(channel) : []));
  }

  function reportsOf(channel: Switched): readonly AlarmEvent[] {
    const members = membersOf(channel);
    const wish = wishOf(members, now().state.clock);
    const point = pointOf(deps, channel);
    return members.flatMap(({ output, state }): readonly AlarmEvent[] => {
      const isOn = state === undefined ? undefined : isOnOf(point, wish, { output, state });
      return isOn === undefined ? [] : [{ kind: 'output', output: output.id, isOn }];
    });
  }

  function isSource(channel: Switched, { central, channelAddress, parameter }: LiveReport): boolean {
    const point = pointOf(deps, channel);
    if (point === undefined) return false;
    const sources = deps.devices.customSources(partsOf(channel.channelAddress).address, point.name, { central });
    return (
      sources.ok &&
      sources.value.some((source) => source.channelAddress === channelAddress && source.parameter === parameter)
    );
  }

  return {
    carryOut(effects) {
      const outputs = effects.flatMap((effect) => (effect.kind === 'output' ? effect.output : []));
      const known = outputs.flatMap((id) => now().plan.outputs.get(id)?.output ?? []);
      const byChannel = new Map(known.map((output) => [keyOf(output), output]));
      for (const channel of byChannel.values()) void send(channel);
    },
    onEvent({ type, payload }) {
      if (type !== 'custom_data_point.state_changed') return;
      const { central, device_address: address, channel } = payload as unknown as Record<string, string>;
      const [first] = current().channels.get(`${central} ${address}:${channel}`) ?? [];
      if (first !== undefined) onState(first);
    },
    onReport(report) {
      const { address } = partsOf(report.channelAddress);
      for (const channel of current().devices.get(`${report.central} ${address}`) ?? []) {
        if (isSource(channel, report)) onState(channel);
      }
    },
  };
}
