import { z } from 'zod';
import type { Cases } from '../cases/cases.js';
import { shown } from '../house/describe.js';
import { oneDevice } from '../house/find.js';
import { guardOfPoint } from './guard.js';
import { ofDevice, text } from './inputs.js';
import { writeTool } from './tool.js';

const USES = ['devices.list', 'devices.view', 'devices.getValue', 'devices.setValue', 'customDataPoints.list'] as const;

interface At {
  readonly device: string;
  readonly central?: string | undefined;
  readonly channel: number;
  readonly parameter: string;
}

function pointOf(cases: Cases<(typeof USES)[number]>, { channel, parameter, ...input }: At) {
  const { address, central, name } = oneDevice(cases, input);
  const at = { address, central, channel, parameter };
  return { at, name, point: cases['devices.getValue'](at) };
}

/** An option by its number, as confirmations name their exceptions. */
function ordinalOf(options: readonly string[] | undefined, value: unknown): unknown {
  const index = typeof value === 'string' ? (options?.indexOf(value) ?? -1) : -1;
  return index < 0 ? value : index;
}

const setValue = writeTool({
  name: 'set_value',
  title: 'Set a raw value',
  description:
    'Writes one data point after a check against its range and type. For experts: prefer the tools for things, which ' +
    'know the meaning of values.',
  level: 'everything',
  uses: USES,
  input: {
    ...ofDevice,
    channel: z.int().min(0).max(9_999).describe('Number of the channel.'),
    parameter: text('Name of the parameter.'),
    value: z.union([z.string().max(1_000), z.number(), z.boolean()]).describe('An option by its number or its name.'),
  },
  plan: (cases, { value, ...input }) => {
    const { at, name, point } = pointOf(cases, input);
    return {
      will: { device: { ...at, name }, value, before: shown(at.channel, point).value },
      ...guardOfPoint(point, ordinalOf(point.value_list, value)),
    };
  },
  run: async (cases, { value, confirm: _confirm, ...input }, context) => {
    const { at, name } = pointOf(cases, input);
    const outcome = await context.confirmed(at, () => cases['devices.setValue']({ ...at, value }));
    return { device: { ...at, name }, ...outcome, value: shown(at.channel, cases['devices.getValue'](at)).value };
  },
});

/** Tools that write raw values. */
export const valueTools = [setValue];
