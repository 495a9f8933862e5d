import {
  configSchema,
  configSummary,
  configTest,
  configTestBody,
  effectiveConfig,
  savedSection,
  sectionBody,
} from '@ccu-gateway/contract';
import {
  type ConfigReading,
  type ConfigTesting,
  type ConfigWriting,
  knownSection,
  resetField,
  resetSection,
  saveSection,
  configSummary as summaryOf,
  testSection,
  toTimestamp,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<ConfigReading & ConfigWriting & ConfigTesting>();

const tag = 'config';
const params = z.object({ section: z.string().min(1).max(128).describe('Such as `north.rest`.') });

export const configOperations = [
  operation({
    method: 'GET',
    path: '/config',
    operationId: 'getConfig',
    access: summaryOf.role,
    tag,
    summary: 'Show the configuration that every signed-in caller may read',
    responses: { 200: { description: 'The summary', schema: configSummary } },
    handler: ({ caller }, ports) => json(summaryOf(ports, caller)),
  }),
  operation({
    method: 'GET',
    path: '/config/schema',
    operationId: 'getConfigSchema',
    access: 'viewer',
    tag,
    summary: 'List every setting: kind, type, default, and whether a change needs a restart',
    responses: { 200: { description: 'Sections and settings', schema: configSchema } },
    handler: (_input, { config }) =>
      json({
        sections: config.sections(),
        fields: config.fields().map(({ restartRequired, values, ...field }) => ({
          ...field,
          ...(values === undefined ? {} : { values: [...values] }),
          restart_required: restartRequired,
        })),
      }),
  }),
  operation({
    method: 'GET',
    path: '/config/effective',
    operationId: 'getEffectiveConfig',
    access: 'admin',
    tag,
    summary: 'Show the configuration in force and where each value came from',
    responses: { 200: { description: 'The configuration', schema: effectiveConfig } },
    handler: (_input, { config }) =>
      json({ config: config.effective(), sources: Object.fromEntries(config.sources()) }),
  }),
  operation({
    method: 'GET',
    path: '/config/sections/{section}',
    operationId: 'getConfigSection',
    access: 'admin',
    tag,
    summary: 'Show one section',
    params,
    responses: { 200: { description: 'The section, secrets as `***`', schema: sectionBody } },
    problems: ['bad_request', 'not_found', 'service_unready'],
    handler: async ({ params: { section } }, { config, configControl }) =>
      json(await configControl.section(knownSection(config, section))),
  }),
  operation({
    method: 'PUT',
    path: '/config/sections/{section}',
    operationId: 'putConfigSection',
    access: saveSection.role,
    tag,
    summary: 'Replace one section',
    description: 'Writing `***` keeps a stored secret. Settings pinned by the environment cannot be changed.',
    params,
    body: sectionBody,
    responses: { 200: { description: 'Saved', schema: savedSection } },
    problems: ['bad_request', 'service_unready'],
    handler: async ({ params: { section }, body, caller }, ports) => {
      const saved = await saveSection(ports, caller, section, body);
      return json({
        section: saved.section,
        version: saved.version,
        updated_at: toTimestamp(saved.updatedAt),
        restart_required: saved.restartRequired,
        applied: saved.applied,
        apply_error: saved.applyError,
      });
    },
  }),
  operation({
    method: 'POST',
    path: '/config/sections/{section}/test',
    operationId: 'testConfigSection',
    access: testSection.role,
    tag,
    summary: 'Contact the destination of settings without saving them',
    description:
      'For `mqtt`, `webhooks` and `notify` (one broker, webhook or channel by its name), `north.rest.auth.oidc` and `backup` ' +
      '(the target of copies). ' +
      'A destination that does not answer is an outcome (`ok: false`), not an error.',
    params,
    body: configTestBody,
    responses: { 200: { description: 'The outcome', schema: configTest } },
    problems: ['bad_request', 'not_found', 'service_unready'],
    handler: async ({ params: { section }, body: { settings, name }, caller }, ports) =>
      json(await testSection(ports, caller, { section, value: settings, name })),
  }),
  operation({
    method: 'DELETE',
    path: '/config/sections/{section}',
    operationId: 'resetConfigSection',
    access: resetSection.role,
    tag,
    summary: 'Take a section back to the file and the defaults',
    params,
    responses: { 204: { description: 'Done, also when there was nothing to take back' } },
    problems: ['bad_request', 'service_unready'],
    handler: async ({ params: { section }, caller }, ports) => {
      await resetSection(ports, caller, section);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/config/fields/{path}',
    operationId: 'resetConfigField',
    access: resetField.role,
    tag,
    summary: 'Take one setting back to the file or its default',
    params: z.object({ path: z.string().min(1).max(256).describe('Dotted path of the setting.') }),
    responses: { 204: { description: 'Done, also when there was nothing to take back' } },
    problems: ['bad_request', 'service_unready'],
    handler: async ({ params: { path }, caller }, ports) => {
      await resetField(ports, caller, path);
      return NO_CONTENT;
    },
  }),
];
