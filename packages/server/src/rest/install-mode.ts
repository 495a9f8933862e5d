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
} from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { ACCEPTED, json, operationsWith } from '../operation/operation.js';

const operation = operationsWith<InstallModeWriting>();

const tag = 'install-mode';

/** The same twice: the path without `/interfaces` is the one that people's scripts have. */
const switching = [
  { path: '/install-mode', operationId: 'setInstallMode' },
  { path: '/install-mode/interfaces', operationId: 'setInterfaceInstallMode' },
].map(({ path, operationId }) =>
  operation({
    method: 'POST',
    path,
    operationId,
    access: setInstallMode.role,
    tag,
    summary: 'Start or end install mode on one interface',
    body: installModeRequest,
    responses: { 202: { description: 'The CCU has been told' } },
    problems: ['not_found', 'conflict', 'validation', 'unsupported', 'upstream_unavailable', 'service_unready'],
    handler: async ({ body, caller }, needs) => {
      const { device_address: deviceAddress, ...wish } = body;
      await setInstallMode(needs, caller, { ...wish, deviceAddress });
      return ACCEPTED;
    },
  }),
);

export const installModeOperations = [
  operation({
    method: 'GET',
    path: '/install-mode/interfaces',
    operationId: 'listInstallModes',
    access: 'viewer',
    tag,
    summary: 'Show for each interface whether install mode is on, and for how long',
    query: z.object({ central: centralQuery }),
    responses: { 200: { description: 'The interfaces that can', schema: z.array(installModeEntry) } },
    problems: ['not_found'],
    handler: ({ query }, needs) => json(listInstallModes(needs, query)),
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
    handler: async ({ body, caller }, needs) => {
      const { central, interface: name, found } = await searchDevices(needs, caller, body);
      return json({ central, interface: name, found });
    },
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/install-mode',
    operationId: 'teachInDevice',
    access: pairDevice.role,
    tag,
    summary: 'Pair one device by its address',
    params: z.object({ addr: z.string().min(1).max(64) }),
    query: z.object({ central: centralQuery }),
    body: z.strictObject({ seconds: installSeconds.optional() }),
    bodyOptional: true,
    responses: { 202: { description: 'The CCU has been told' } },
    problems: ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params, query, body, caller }, needs) => {
      await pairDevice(needs, caller, { ...query, address: params.addr, seconds: body?.seconds });
      return ACCEPTED;
    },
  }),
];
