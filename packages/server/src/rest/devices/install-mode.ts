import {
  centralQuery,
  installModeEntry,
  installModeRequest,
  installSeconds,
  searchRequest,
  searchResult,
} from '@ccu-gateway/contract';
import {
  type InstallModeWriting,
  listInstallModes,
  pairDevice,
  searchDevices,
  setInstallMode,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { ACCEPTED, json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<InstallModeWriting>();

const tag = 'install-mode';
const category = 'install_mode';
const address = z.string().min(1).max(64);
const interfaceArg = { ...centralArgs, interface_id: installModeRequest.shape.interface } as const;
const switched = z.object({ interface_id: z.string(), enabled: z.boolean() });

/** The same twice: the path without `/interfaces` is the one that people's scripts have. */
const switching = [
  { path: '/install-mode', operationId: 'setInstallMode', isTwinned: false },
  { path: '/install-mode/interfaces', operationId: 'setInterfaceInstallMode', isTwinned: true },
].map(({ path, operationId, isTwinned }) =>
  operation({
    method: 'POST',
    path,
    operationId,
    access: setInstallMode.role,
    tag,
    summary: 'Start or end install mode on one interface',
    body: installModeRequest,
    responses: { 202: { description: 'Sent to the CCU' } },
    problems: ['not_found', 'conflict', 'validation', 'unsupported', 'upstream_unavailable', 'service_unready'],
    handler: async ({ body, caller }, ports) => {
      const { device_address: deviceAddress, ...wish } = body;
      return { ...ACCEPTED, outcome: await setInstallMode(ports, caller, { ...wish, deviceAddress }) };
    },
    ws: (twin) =>
      isTwinned
        ? [
            twin({
              name: 'install_mode.enable',
              category,
              description: 'Start install mode on one interface.',
              args: z.object({
                ...interfaceArg,
                duration_seconds: installSeconds.optional(),
                sgtin: installModeRequest.shape.sgtin,
                key: installModeRequest.shape.key,
              }),
              input: ({ interface_id, duration_seconds: seconds, sgtin, key, ...scope }) => ({
                body: { ...scopeOf(scope), interface: interface_id, active: true, seconds, sgtin, key },
              }),
              result: switched,
              answer: ({ interfaceId }, { duration_seconds: seconds }) => ({
                interface_id: interfaceId,
                enabled: seconds !== 0,
              }),
            }),
            twin({
              name: 'install_mode.disable',
              category,
              description: 'End install mode on one interface.',
              args: z.object(interfaceArg),
              input: ({ interface_id, ...scope }) => ({
                body: { ...scopeOf(scope), interface: interface_id, active: false },
              }),
              result: switched,
              answer: ({ interfaceId }) => ({ interface_id: interfaceId, enabled: false }),
            }),
          ]
        : [],
  }),
);

export const installModeOperations = [
  operation({
    method: 'GET',
    path: '/install-mode/interfaces',
    operationId: 'listInstallModes',
    access: useCases.installMode.list.role,
    tag,
    summary: 'Show for each interface whether install mode is on, and for how long',
    query: z.object({ central: centralQuery }),
    responses: { 200: { description: 'The interfaces that can', schema: z.array(installModeEntry) } },
    problems: ['not_found'],
    handler: ({ query }, ports) => json(listInstallModes(ports, query)),
    ws: (twin) => twin({ name: 'install_mode.status', category }),
  }),
  ...switching,
  operation({
    method: 'POST',
    path: '/install-mode/search',
    operationId: 'searchDevices',
    access: searchDevices.role,
    tag,
    summary: 'Look for new devices on the wired bus',
    body: searchRequest,
    responses: { 200: { description: 'How many were found; they wait in the inbox', schema: searchResult } },
    problems: ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'],
    handler: async ({ body, caller }, ports) => {
      const { central, interface: name, interfaceId, found } = await searchDevices(ports, caller, body);
      return { ...json({ central, interface: name, found }), outcome: { interface_id: interfaceId, found } };
    },
    ws: (twin) =>
      twin({
        name: 'install_mode.search',
        category,
        args: z.object(interfaceArg),
        input: ({ interface_id, ...scope }) => ({ body: { ...scopeOf(scope), interface: interface_id } }),
        result: z.object({ interface_id: z.string(), found: searchResult.shape.found }),
        answer: (outcome) => outcome,
      }),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/install-mode',
    operationId: 'teachInDevice',
    access: pairDevice.role,
    tag,
    summary: 'Pair one device by its address',
    params: z.object({ addr: address }),
    query: z.object({ central: centralQuery }),
    body: z.strictObject({ seconds: installSeconds.optional() }),
    bodyOptional: true,
    responses: { 202: { description: 'Sent to the CCU' } },
    problems: ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params, query, body, caller }, ports) => {
      await pairDevice(ports, caller, { ...query, address: params.addr, seconds: body?.seconds });
      return ACCEPTED;
    },
    ws: (twin) =>
      twin({
        name: 'device.install_mode',
        category: 'devices',
        args: z.object({ ...centralArgs, address, duration_seconds: installSeconds.optional() }),
        input: ({ address: addr, duration_seconds: seconds, ...scope }) => ({
          params: { addr },
          query: scopeOf(scope),
          body: { seconds },
        }),
        result: z.object({ address: z.string(), enabled: z.literal(true) }),
        answer: (_, args) => ({ address: args.address, enabled: true as const }),
      }),
  }),
];
