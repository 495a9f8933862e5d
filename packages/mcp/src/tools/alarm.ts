import { z } from 'zod';
import { text } from './inputs.js';
import { readTool, writeTool } from './tool.js';

const readAlarm = readTool({
  name: 'read_alarm',
  title: 'Read the alarm system',
  description: 'Zones of the alarm system with their states and modes.',
  uses: ['alarm.panels'],
  input: {},
  run: (cases) => ({ zones: cases['alarm.panels']() }),
});

const ofZone = { zone: text('`zone_id` from `read_alarm`, or `master` for all zones.') };

const armAlarm = writeTool({
  name: 'arm_alarm',
  title: 'Arm a zone',
  description: 'Arms a zone of the alarm system in a mode. Open doors and windows refuse it.',
  level: 'everyday',
  uses: ['alarm.panels', 'alarm.arm'],
  input: { ...ofZone, mode: z.enum(['perimeter', 'full', 'night', 'vacation', 'custom']) },
  plan: (cases, { zone, mode }) => {
    const before = cases['alarm.panels']().find((each) => each.zone_id === zone);
    return { will: { arm: zone, name: before?.name, mode, before: before?.state } };
  },
  run: async (cases, { zone, mode }) => {
    const armed = await cases['alarm.arm'](zone, { mode, force: false, skip_delay: false, bypass: [] });
    return { zone, status: 'confirmed', ...armed };
  },
});

const disarmAlarm = writeTool({
  name: 'disarm_alarm',
  title: 'Disarm a zone',
  description:
    'Disarms a zone and ends its alarm. Needs the setting `mcp.locks` and a confirmation. A zone with a code refuses it; codes are never passed on.',
  level: 'everyday',
  isGuarded: true,
  uses: ['alarm.panels', 'alarm.disarm'],
  input: ofZone,
  plan: (cases, { zone }) => {
    const before = cases['alarm.panels']().find((each) => each.zone_id === zone);
    return { will: { disarm: zone, name: before?.name, before: before?.state }, isGuarded: true, confirm: 'alarm' };
  },
  run: async (cases, { zone }) => {
    await cases['alarm.disarm'](zone);
    const after = cases['alarm.panels']().find((each) => each.zone_id === zone);
    return { zone, status: 'confirmed', state: after?.state };
  },
});

/** Tools of the alarm system. */
export const alarmTools = [readAlarm, armAlarm, disarmAlarm];
