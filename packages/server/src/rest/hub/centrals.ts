import {
  centralName,
  centralProbe,
  centralRow,
  centralsFile,
  discoveredCcu,
  ignoredCcu,
  serial,
} from '@ccu-gateway/contract';
import {
  type CentralSettings,
  type CentralWriting,
  createCentral,
  deleteCentral,
  getCentral,
  ignoreDiscovered,
  listDiscovered,
  probeCentral,
  replaceCentral,
  takeCentralsFile,
  toTimestamp,
  unignoreDiscovered,
  useCases,
  writeCentralsFile,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { created, json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<CentralWriting>();

const tag = 'centrals';
const params = z.object({ name: centralName });
const serialParams = z.object({ serial });

export const centralOperations = [
  operation({
    method: 'GET',
    path: '/centrals',
    operationId: 'listCentrals',
    access: 'admin',
    tag,
    summary: 'List the CCUs as they are configured',
    responses: { 200: { description: 'The CCUs, passwords as `***`', schema: z.array(centralRow) } },
    handler: async (_input, { centralView }) => json((await centralView.centrals()).map(rowOf)),
  }),
  operation({
    method: 'POST',
    path: '/centrals',
    operationId: 'createCentral',
    access: createCentral.role,
    tag,
    summary: 'Add a CCU and connect to it',
    description: 'The first CCU that is added here takes those of the configuration file over into the database.',
    body: centralRow,
    responses: { 201: { description: 'The gateway connects', schema: centralRow } },
    problems: ['conflict', 'service_unready'],
    handler: async ({ body, caller }, ports) => created(rowOf(await createCentral(ports, caller, settingsOf(body)))),
  }),
  operation({
    method: 'POST',
    path: '/centrals/probe',
    operationId: 'probeCentral',
    access: probeCentral.role,
    tag,
    summary: 'Say whether a CCU answers with these settings, without saving them',
    body: centralRow,
    responses: { 200: { description: 'The outcome', schema: centralProbe } },
    handler: async ({ body, caller }, ports) => json(await probeCentral(ports, caller, settingsOf(body))),
  }),
  operation({
    method: 'GET',
    path: '/centrals/file',
    operationId: 'getCentralsFile',
    access: 'admin',
    tag,
    summary: 'Show whether the CCUs of the configuration file are ignored, and how they differ',
    responses: { 200: { description: 'The difference', schema: centralsFile } },
    problems: ['service_unready'],
    handler: async (_input, { centralView }) => {
      const { file, isIgnored, onlyInFile, onlyHere, changed } = await centralView.centralsFile();
      return json({ file: file ?? null, ignored: isIgnored, only_in_file: onlyInFile, only_here: onlyHere, changed });
    },
  }),
  operation({
    method: 'POST',
    path: '/centrals/file/take',
    operationId: 'takeCentralsFile',
    access: takeCentralsFile.role,
    tag,
    summary: 'Have the CCUs of the configuration file count, and forget those that were changed at run time',
    responses: { 204: { description: 'Those of the file count' } },
    problems: ['conflict', 'service_unready'],
    handler: async ({ caller }, ports) => {
      await takeCentralsFile(ports, caller);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'POST',
    path: '/centrals/file/write',
    operationId: 'writeCentralsFile',
    access: writeCentralsFile.role,
    tag,
    summary: 'Write the CCUs that count into the configuration file',
    description: 'Passwords are sealed in it. The rest of the file, comments included, stays.',
    responses: { 204: { description: 'The file has them' } },
    problems: ['conflict', 'service_unready'],
    handler: async ({ caller }, ports) => {
      await writeCentralsFile(ports, caller);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'GET',
    path: '/centrals/discovered',
    operationId: 'listDiscoveredCentrals',
    access: useCases.centrals.discovered.role,
    tag,
    summary: 'List the CCUs that were heard of in the local network',
    responses: { 200: { description: 'Without the ignored ones', schema: z.array(discoveredCcu) } },
    handler: async (_input, ports) =>
      json(
        (await listDiscovered(ports)).map(({ lastSeen, configured, ...ccu }) => ({
          ...ccu,
          suggested_host: ccu.host,
          last_seen: toTimestamp(lastSeen),
          already_configured: configured,
        })),
      ),
  }),
  operation({
    method: 'GET',
    path: '/centrals/discovered/ignored',
    operationId: 'listIgnoredCentrals',
    access: 'admin',
    tag,
    summary: 'List the CCUs that are left out of the discovered ones',
    responses: { 200: { description: 'The ignored CCUs', schema: z.array(ignoredCcu) } },
    problems: ['service_unready'],
    handler: async (_input, { discovery }) =>
      json(
        (await discovery.ignored()).map(({ ignoredAt, ignoredBy, ...ccu }) => ({
          ...ccu,
          ignored_at: toTimestamp(ignoredAt),
          ignored_by: ignoredBy,
        })),
      ),
  }),
  operation({
    method: 'POST',
    path: '/centrals/discovered/{serial}/ignore',
    operationId: 'ignoreDiscoveredCentral',
    access: ignoreDiscovered.role,
    tag,
    summary: 'Leave a CCU out of the discovered ones',
    params: serialParams,
    responses: { 204: { description: 'It is left out' } },
    problems: ['service_unready'],
    handler: async ({ params, caller }, ports) => {
      await ignoreDiscovered(ports, caller, params.serial);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/centrals/discovered/{serial}/ignore',
    operationId: 'unignoreDiscoveredCentral',
    access: unignoreDiscovered.role,
    tag,
    summary: 'Show a CCU among the discovered ones again',
    params: serialParams,
    responses: { 204: { description: 'It is shown again' } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params, caller }, ports) => {
      await unignoreDiscovered(ports, caller, params.serial);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'GET',
    path: '/centrals/{name}',
    operationId: 'getCentral',
    access: 'admin',
    tag,
    summary: 'Show one CCU as it is configured',
    params,
    responses: { 200: { description: 'The CCU, its password as `***`', schema: centralRow } },
    problems: ['not_found'],
    handler: async ({ params: { name } }, { centralView }) => json(rowOf(await getCentral(centralView, name))),
  }),
  operation({
    method: 'PUT',
    path: '/centrals/{name}',
    operationId: 'putCentral',
    access: replaceCentral.role,
    tag,
    summary: 'Replace the settings of a CCU and connect anew',
    params,
    body: centralRow,
    responses: { 204: { description: 'Saved' } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: { name }, body, caller }, ports) => {
      await replaceCentral(ports, caller, name, settingsOf(body));
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/centrals/{name}',
    operationId: 'deleteCentral',
    access: deleteCentral.role,
    tag,
    summary: 'Remove a central; its devices are announced as removed',
    params,
    responses: { 204: { description: 'It is gone' } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: { name }, caller }, ports) => {
      await deleteCentral(ports, caller, name);
      return NO_CONTENT;
    },
  }),
];

function settingsOf(body: z.output<typeof centralRow>): CentralSettings {
  const { created_at: _created, updated_at: _updated, interfaces, ...rest } = body;
  const settings: CentralSettings = {
    ...rest,
    interfaces: interfaces.map(({ rpc_type: rpcType, port, remote_path: path, ...own }) => ({
      ...own,
      ...(port ? { port } : {}),
      ...(path ? { remote_path: path } : {}),
      ...(rpcType ? { rpc_type: rpcType } : {}),
    })),
  };
  // An empty text means "none" everywhere but in the password, where it clears the stored one.
  return Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => value !== '' || key === 'password_plain'),
  ) as typeof settings;
}

function rowOf({ createdAt, updatedAt, ...settings }: CentralSettings) {
  return {
    ...settings,
    created_at: createdAt === undefined ? undefined : toTimestamp(createdAt),
    updated_at: updatedAt === undefined ? undefined : toTimestamp(updatedAt),
  };
}
