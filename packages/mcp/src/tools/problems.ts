import { z } from 'zod';
import { pageOf } from '../answers/page.js';
import { ofCentral, ofPage, scopeOf, text } from './inputs.js';
import { readTool, writeTool } from './tool.js';

const SHOWN_CONSEQUENCES = 5;

const listProblems = readTool({
  name: 'list_problems',
  title: 'List problems',
  description:
    'Faults of the house now, the worst first: dangers, CCUs and devices that cannot be reached, weak batteries, ' +
    'parts of the gateway that fail. `note` has reason and remedy where they are known.',
  uses: ['problems.list'],
  input: { ...ofCentral, ...ofPage },
  run: (cases, input) => {
    const { items, ...page } = pageOf(cases['problems.list'](scopeOf(input)), input.page);
    return {
      problems: items.map(({ follows = [], ...problem }) => ({
        ...problem,
        ...(follows.length > 0 && {
          follows: follows.slice(0, SHOWN_CONSEQUENCES).map(({ kind, name }) => ({ kind, name })),
        }),
      })),
      ...page,
    };
  },
});

const runDoctor = readTool({
  name: 'run_doctor',
  title: 'Run the doctor',
  description:
    'Checks every hop from the configuration to an arriving event and returns faults with their effects and remedies. It ' +
    'takes some seconds. Needs an administrator.',
  uses: ['diagnostics.doctor'],
  input: ofCentral,
  run: async (cases, input) => {
    const { findings, ...report } = await cases['diagnostics.doctor'](scopeOf(input));
    const bad = findings.filter(({ severity }) => severity !== 'ok');
    const { items, ...page } = pageOf(bad);
    return { ...report, findings: items, ...page, healthy: findings.length - bad.length };
  },
});

const readHealth = readTool({
  name: 'read_health',
  title: 'Read the health of the gateway',
  description: 'State of the gateway, its parts and the connections to the CCUs.',
  uses: ['diagnostics.health'],
  input: {},
  run: (cases) => {
    const { status, components } = cases['diagnostics.health']();
    const { items, ...page } = pageOf(components, 1, 50);
    return { status, components: items, ...page };
  },
});

const acknowledgeMessage = writeTool({
  name: 'acknowledge_message',
  title: 'Acknowledge a message',
  description:
    'Acknowledges an alarm or service message of the CCU by the `message_id` of a problem. The fault itself stays until ' +
    'it is mended.',
  level: 'everyday',
  uses: ['messages.acknowledge'],
  input: {
    ...ofCentral,
    message_id: text('`message_id` of a problem.'),
    kind: z.enum(['alarm', 'service']).describe('`service` unless the problem is an alarm.'),
  },
  plan: (_cases, { message_id: message, kind }) => ({ will: { acknowledge: message, kind } }),
  run: async (cases, { message_id: id, kind, central }) => {
    await cases['messages.acknowledge']({ ...scopeOf({ central }), kind, id });
    return { status: 'accepted', acknowledged: id };
  },
});

/** Tools about faults and their remedies. */
export const problemTools = [listProblems, runDoctor, readHealth, acknowledgeMessage];
