import { type DeviceView, type Exposable, exposablesIn } from '../src/index.js';
import { optionsFor } from './house.js';
import { SHAPES, shapeOf } from './shapes.js';

const NAMES = new Map(Object.entries(SHAPES).map(([name, shape]) => [shape, name]));

function textOf({ plan, heldBack, reasonCode, reason }: Exposable): string {
  if (plan === undefined) return `nothing: ${reasonCode}`;
  const name = NAMES.get(shapeOf(plan)) ?? shapeOf(plan);
  const left = reasonCode === 'partly' ? `; without ${reason?.split('Not shown: ')[1]?.replace(/\.$/, '')}` : '';
  return `${name}${heldBack === undefined ? '' : `; held back: ${heldBack}`}${left}`;
}

/** What a device is for Matter, one row for channels in a row that are the same. */
export function rowsOf(view: DeviceView): readonly string[] {
  const rows: { from: string; to: string; text: string }[] = [];
  for (const exposable of exposablesIn([view], optionsFor())) {
    const suffix = exposable.key.slice(exposable.key.lastIndexOf(':') + 1);
    const text = textOf(exposable);
    const last = rows.at(-1);
    if (last?.text === text) last.to = suffix;
    else rows.push({ from: suffix, to: suffix, text });
  }
  return rows.map(({ from, to, text }) => `${from === to ? from : `${from}-${to}`} ${text}`);
}
