import { centralQuery, receiverOfDevice, receiverProposals, receiverRequest, rssiMatrix } from '@ccu-gateway/contract';
import {
  moveReceiver,
  proposeReceivers,
  type ReceiverMoving,
  readRssiMatrix,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<ReceiverMoving>();
const tag = 'diagnostics';
const scopeQuery = z.object({ central: centralQuery });
const address = z.string().min(1).max(64).describe('Address of the device.');
const failures = ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'] as const;

export const receiverOperations = [
  operation({
    method: 'GET',
    path: '/diagnostics/rssi/matrix',
    operationId: 'getRssiMatrix',
    heavy: true,
    access: useCases.receivers.matrix.role,
    tag,
    summary: 'Show the signal between each device and each radio gateway of a CCU',
    description: 'Only BidCos devices with a radio: devices of HmIP choose their access point themselves.',
    query: scopeQuery,
    responses: { 200: { description: 'The gateways and the devices', schema: rssiMatrix } },
    problems: failures,
    handler: async ({ query }, ports) => json(await readRssiMatrix(ports, query)),
    ws: (twin) =>
      twin({
        name: 'diagnostics.rssi_matrix',
        args: z.object({ ...centralArgs }),
        input: (args) => ({ query: scopeOf(args) }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/diagnostics/rssi/receiver-proposal',
    operationId: 'getReceiverProposals',
    heavy: true,
    access: useCases.receivers.proposals.role,
    tag,
    summary: 'List the devices of a CCU with a clearly better radio gateway',
    query: scopeQuery,
    responses: { 200: { description: 'The proposals', schema: receiverProposals } },
    problems: failures,
    handler: async ({ query }, ports) => json(await proposeReceivers(ports, query)),
    ws: (twin) =>
      twin({
        name: 'diagnostics.receiver_proposal',
        args: z.object({ ...centralArgs }),
        input: (args) => ({ query: scopeOf(args) }),
      }),
  }),
  operation({
    method: 'PUT',
    path: '/devices/{addr}/receiver',
    operationId: 'setDeviceReceiver',
    access: moveReceiver.role,
    tag: 'devices',
    summary: 'Move a device to another radio gateway of its CCU',
    params: z.object({ addr: address }),
    query: scopeQuery,
    body: receiverRequest,
    responses: { 200: { description: 'The gateway, as the CCU describes the device now', schema: receiverOfDevice } },
    problems: [...failures, 'validation'],
    handler: async ({ params, query, body, caller }, ports) =>
      json(await moveReceiver(ports, caller, { ...query, address: params.addr }, body)),
    ws: (twin) =>
      twin({
        name: 'device.set_receiver',
        args: z.object({ ...centralArgs, address, ...receiverRequest.shape }),
        input: ({ address: addr, receiver, roaming, ...scope }) => ({
          params: { addr },
          query: scopeOf(scope),
          body: { receiver, roaming },
        }),
      }),
  }),
];
