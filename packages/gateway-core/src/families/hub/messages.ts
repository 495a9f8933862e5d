import type { AlarmMessage, ServiceMessage } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { House, HubView } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { chooseCentral, chooseCentrals, knownScope, pick } from '../../use-case/choose.js';
import { GatewayError, notFound } from '../../use-case/errors.js';
import { makeChange, type Recording, recordChange } from '../../use-case/record.js';
import { found } from '../../use-case/refusal.js';
import { inOrder } from '../../use-case/steps.js';
import { refuseUnread } from '../../use-case/unread.js';
import { reading, useCase } from '../../use-case/use-case.js';

/** Messages of system variables of type alarm, or of devices. */
export type MessageKind = 'alarm' | 'service';

/** Source of a service message. Without a parameter all of the channel are meant. */
export interface MessageSource {
  readonly central: string;
  readonly interface: string;
  readonly channel: string;
  readonly parameter?: string;
}

export interface SuppressedMessage extends MessageSource {
  readonly deviceName?: string;
}

/**
 * Changes of alarm and service messages. Rejects with `upstream_unavailable` when the CCU refused or is gone,
 * `service_unready` when it is not connected.
 */
export interface MessageControl {
  acknowledge(central: string, kind: MessageKind, id: string): Promise<void>;
  /** Number of acknowledged messages. */
  acknowledgeAll(central: string, kind: MessageKind): Promise<number>;
  /** The CCU raises no message of this source until suppression ends. */
  suppress(source: MessageSource, suppress: boolean): Promise<void>;
  suppressed(scope: Scope): Promise<readonly SuppressedMessage[]>;
}

/** Ports of the use cases that list messages. */
export interface MessageReading {
  readonly house: House;
  readonly hub: HubView;
}

/** Ports of the use cases about alarm and service messages. */
export interface MessageWriting extends MessageReading, Recording {
  readonly messages: MessageControl;
}

/**
 * The alarm messages, as last read. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central, `service_unready` (reason `not_read`) where none were read
 * yet
 * @example
 * const alarms = core.as(caller).messages.alarms({ central: 'home' });
 */
export function listAlarmMessages(ports: MessageReading, scope: Scope): readonly AlarmMessage[] {
  const { house, hub } = ports;
  refuseUnread(ports, 'alarm_messages', scope);
  return hub.alarmMessages(knownScope(house, scope));
}

/**
 * The service messages, as last read. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central, `service_unready` (reason `not_read`) where none were read
 * yet
 * @example
 * const messages = core.as(caller).messages.service({});
 */
export function listServiceMessages(ports: MessageReading, scope: Scope): readonly ServiceMessage[] {
  const { house, hub } = ports;
  refuseUnread(ports, 'service_messages', scope);
  return hub.serviceMessages(knownScope(house, scope));
}

/**
 * Acknowledges one message. Resolves when the CCU has done it. Role `operator`; audited as `alarm_message_ack` or
 * `service_message_ack`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `not_quittable`, or `central_required`), `service_unready`,
 * `upstream_unavailable`
 * @example
 * await core.as(caller).messages.acknowledge({ kind: 'service', id: '4711' });
 */
export const acknowledgeMessage = useCase(
  'operator',
  async (
    ports: MessageWriting,
    caller: Caller,
    request: Scope & { readonly kind: MessageKind; readonly id: string },
  ): Promise<void> => {
    const message =
      request.kind === 'alarm'
        ? messageOf(listAlarmMessages(ports, request), request.id)
        : quittable(messageOf(listServiceMessages(ports, request), request.id));
    await ports.messages.acknowledge(message.central, request.kind, message.id);
    recordChange(ports, caller, {
      action: `${request.kind}_message_ack`,
      central: message.central,
      ...placeOf(message),
      note: message.name,
    });
  },
);

/**
 * Acknowledges all messages of one CCU or of all, and resolves with their number. Role `operator`; audited for each
 * CCU as `alarm_message_ack_all` or `service_message_ack_all`.
 *
 * @throws GatewayError `not_found` for an unknown CCU, `service_unready`, `upstream_unavailable`; member `applied`
 * names the CCUs that were done before
 * @example
 * const count = await core.as(caller).messages.acknowledgeAll({ kind: 'alarm' });
 */
export const acknowledgeAll = useCase(
  'operator',
  async (ports: MessageWriting, caller: Caller, request: Scope & { readonly kind: MessageKind }): Promise<number> => {
    let total = 0;
    const action = `${request.kind}_message_ack_all`;
    const steps = chooseCentrals(ports.house, request.central).map((central) => ({
      what: central,
      async run() {
        const acknowledge = () => ports.messages.acknowledgeAll(central, request.kind);
        total += await makeChange(ports, caller, { action, central }, acknowledge, (count) => `${count} acknowledged`);
      },
    }));
    await inOrder(steps);
    return total;
  },
);

/**
 * Suppresses the source of a service message: the CCU raises none of that channel and parameter until the suppression
 * is taken back. Role `operator`; audited as `service_message_disable`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `unprocessable` (reason `no_channel`),
 * `service_unready`, `upstream_unavailable`
 * @example
 * await core.as(caller).messages.disable({ id: '4711' });
 */
export const disableServiceMessage = useCase(
  'operator',
  async (ports: MessageWriting, caller: Caller, request: Scope & { readonly id: string }): Promise<void> => {
    const message = messageOf(listServiceMessages(ports, request), request.id);
    const parameter = message.name.slice(message.name.indexOf('.') + 1);
    if (message.address === undefined || parameter === '') {
      throw new GatewayError('unprocessable', 'This message does not come from a channel', { reason: 'no_channel' });
    }
    const channel = message.name.slice(0, message.name.indexOf('.')) || message.address;
    const { interfaceName } = found(ports.house.resolve(channel, { central: message.central }));
    await changeSuppression(ports, caller, true, {
      central: message.central,
      interface: interfaceName,
      channel,
      parameter,
    });
  },
);

/**
 * Takes a suppression back; without a parameter all of the channel. Role `operator`; audited as
 * `service_message_unsuppress`.
 *
 * @throws GatewayError as `chooseCentral`; `unprocessable` (reason `other_interface`) where the channel belongs to
 * another interface, `upstream_unavailable`
 * @example
 * await core.as(caller).messages.unsuppress({ channel: '0001D3C99C0001:0', parameter: 'LOW_BAT' });
 */
export const unsuppress = useCase(
  'operator',
  async (
    ports: MessageWriting,
    caller: Caller,
    request: Scope & {
      readonly channel: string;
      readonly interface?: string | undefined;
      readonly parameter?: string | undefined;
    },
  ): Promise<void> => {
    const central = chooseCentral(ports.house, request.central);
    const parameter = request.parameter === '' ? undefined : request.parameter;
    const resolved = found(ports.house.resolve(request.channel, { central }));
    if (request.interface !== undefined && request.interface !== resolved.interfaceName) {
      throw new GatewayError('unprocessable', `${request.channel} belongs to ${resolved.interfaceName}`, {
        reason: 'other_interface',
      });
    }
    await changeSuppression(ports, caller, false, {
      central,
      interface: resolved.interfaceName,
      channel: request.channel,
      ...(parameter === undefined ? {} : { parameter }),
    });
  },
);

/**
 * The sources of service messages that are suppressed, asked of the CCUs. Role `operator`.
 *
 * @throws GatewayError `not_found` for an unknown central, `service_unready`, `upstream_unavailable`
 * @example
 * const sources = await core.as(caller).messages.suppressed({});
 */
export function listSuppressed(ports: MessageWriting, scope: Scope): Promise<readonly SuppressedMessage[]> {
  return ports.messages.suppressed(knownScope(ports.house, scope));
}

async function changeSuppression(
  ports: MessageWriting,
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
  await makeChange(ports, caller, change, () => ports.messages.suppress(source, suppress));
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

/** Use cases of the family `messages`, by their names for a caller of the core. */
export const messagesUseCases = {
  alarms: reading('viewer', listAlarmMessages),
  service: reading('viewer', listServiceMessages),
  suppressed: reading('operator', listSuppressed),
  acknowledge: acknowledgeMessage,
  acknowledgeAll: acknowledgeAll,
  disable: disableServiceMessage,
  unsuppress: unsuppress,
} as const;
