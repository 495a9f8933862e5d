import type { AlarmMessage, ServiceMessage } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { Caller } from '../caller.js';
import { chooseCentral, chooseCentrals, knownScope, pick } from '../choose.js';
import { GatewayError, notFound } from '../errors.js';
import type { House } from '../ports/house.js';
import type { HubView, MessageControl, MessageKind, MessageSource, SuppressedMessage } from '../ports/hub.js';
import { makeChange, type Recording, recordChange } from '../record.js';
import { found } from '../refusal.js';
import { inOrder } from '../steps.js';
import { refuseUnread } from '../unread.js';
import { useCase } from '../use-case.js';

export interface MessageReading {
  readonly house: House;
  readonly hub: HubView;
}

export interface MessageWriting extends MessageReading, Recording {
  readonly messages: MessageControl;
}

export function listAlarmMessages(needs: MessageReading, scope: Scope): readonly AlarmMessage[] {
  const { house, hub } = needs;
  refuseUnread(needs, 'alarm_messages', scope);
  return hub.alarmMessages(knownScope(house, scope));
}

export function listServiceMessages(needs: MessageReading, scope: Scope): readonly ServiceMessage[] {
  const { house, hub } = needs;
  refuseUnread(needs, 'service_messages', scope);
  return hub.serviceMessages(knownScope(house, scope));
}

export const acknowledgeMessage = useCase(
  'operator',
  async (
    needs: MessageWriting,
    caller: Caller,
    request: Scope & { readonly kind: MessageKind; readonly id: string },
  ): Promise<void> => {
    const message =
      request.kind === 'alarm'
        ? messageOf(listAlarmMessages(needs, request), request.id)
        : quittable(messageOf(listServiceMessages(needs, request), request.id));
    await needs.messages.acknowledge(message.central, request.kind, message.id);
    recordChange(needs, caller, {
      action: `${request.kind}_message_ack`,
      central: message.central,
      ...placeOf(message),
      note: message.name,
    });
  },
);

/** Of one CCU or of all; how many were acknowledged. */
export const acknowledgeAll = useCase(
  'operator',
  async (needs: MessageWriting, caller: Caller, request: Scope & { readonly kind: MessageKind }): Promise<number> => {
    let total = 0;
    const action = `${request.kind}_message_ack_all`;
    const steps = chooseCentrals(needs.house, request.central).map((central) => ({
      what: central,
      async run() {
        const acknowledge = () => needs.messages.acknowledgeAll(central, request.kind);
        total += await makeChange(needs, caller, { action, central }, acknowledge, (count) => `${count} acknowledged`);
      },
    }));
    await inOrder(steps);
    return total;
  },
);

/** The CCU raises no message of that channel and parameter until the suppression is taken back. */
export const disableServiceMessage = useCase(
  'operator',
  async (needs: MessageWriting, caller: Caller, request: Scope & { readonly id: string }): Promise<void> => {
    const message = messageOf(listServiceMessages(needs, request), request.id);
    const parameter = message.name.slice(message.name.indexOf('.') + 1);
    if (message.address === undefined || parameter === '') {
      throw new GatewayError('unprocessable', 'This message does not come from a channel', { reason: 'no_channel' });
    }
    const channel = message.name.slice(0, message.name.indexOf('.')) || message.address;
    const { interfaceName } = found(needs.house.resolve(channel, { central: message.central }));
    await changeSuppression(needs, caller, true, {
      central: message.central,
      interface: interfaceName,
      channel,
      parameter,
    });
  },
);

export const unsuppress = useCase(
  'operator',
  async (
    needs: MessageWriting,
    caller: Caller,
    request: Scope & {
      readonly channel: string;
      readonly interface?: string | undefined;
      readonly parameter?: string | undefined;
    },
  ): Promise<void> => {
    const central = chooseCentral(needs.house, request.central);
    const parameter = request.parameter === '' ? undefined : request.parameter;
    const resolved = found(needs.house.resolve(request.channel, { central }));
    if (request.interface !== undefined && request.interface !== resolved.interfaceName) {
      throw new GatewayError('unprocessable', `${request.channel} belongs to ${resolved.interfaceName}`, {
        reason: 'other_interface',
      });
    }
    await changeSuppression(needs, caller, false, {
      central,
      interface: resolved.interfaceName,
      channel: request.channel,
      ...(parameter === undefined ? {} : { parameter }),
    });
  },
);

export function listSuppressed(needs: MessageWriting, scope: Scope): Promise<readonly SuppressedMessage[]> {
  return needs.messages.suppressed(knownScope(needs.house, scope));
}

async function changeSuppression(
  needs: MessageWriting,
  caller: Caller,
  suppress: boolean,
  source: MessageSource,
): Promise<void> {
  const change = {
    action: suppress ? 'service_message_disable' : 'service_message_unsuppress',
    central: source.central,
    ...placeOf({ address: source.channel }),
    ...(source.parameter === undefined ? {} : { parameter: source.parameter }),
  };
  await makeChange(needs, caller, change, () => needs.messages.suppress(source, suppress));
}

function messageOf<T extends { readonly id: string; readonly central: string }>(messages: readonly T[], id: string): T {
  return pick(
    messages.filter((message) => message.id === id),
    `Message ${id}`,
  );
}

function quittable(message: ServiceMessage): ServiceMessage {
  if (message.quittable) return message;
  throw new GatewayError('conflict', 'This message goes by itself when its cause is gone', { reason: 'not_quittable' });
}

function placeOf({ address }: { readonly address?: string }): { deviceAddress?: string; channelNo?: number } {
  if (address === undefined) return {};
  const [deviceAddress, channel] = address.split(':');
  if (deviceAddress === undefined) throw notFound(address);
  return channel === undefined || !/^\d+$/.test(channel)
    ? { deviceAddress }
    : { deviceAddress, channelNo: Number(channel) };
}
