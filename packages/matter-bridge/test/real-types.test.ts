import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasData, realHouse, realTypes } from '../../device-model/test/real-devices.js';
import { tells } from '../src/mapping/device.js';
import { thingsOf } from '../src/mapping/house/things.js';
import { viewsOf } from './house.js';
import { REAL_TYPES } from './real-types.js';
import { rowsOf } from './rows.js';
import { SHAPES } from './shapes.js';

const views = hasData ? viewsOf(realHouse()) : [];

describe.skipIf(!hasData)('the real types (CCU_GATEWAY_CCU_DATA)', () => {
  it('become the things of the table, each of them', () => {
    expect(realTypes().length).toBe(73);
    const found = Object.fromEntries(views.map((view) => [view.device.model, rowsOf(view)]));
    expect(found).toEqual(REAL_TYPES);
  });

  it('leave no channel with values out: it is a thing, a part of one, or has a reason', () => {
    const silent = views.flatMap((view) => {
      const { accounts } = thingsOf(view, { knowsUnbolting: true, kindOf: () => undefined });
      return accounts
        .filter(({ is, reason }) => is === 'nothing' && reason === undefined)
        .flatMap(({ channel }) =>
          [...channel.points.keys()]
            .filter((parameter) => tells(channel, parameter) && channel.points.get(parameter)?.operations.event)
            .map((parameter) => `${view.device.model} ${channel.number} ${parameter}`),
        );
    });
    // Test impulses of the radio module and the switch of the week program, which is shown nowhere.
    expect(silent.filter((each) => !/ INSTALL_TEST$/.test(each))).toEqual([]);
  });
});

describe('the table of types', () => {
  const page = readFileSync(new URL('../../../docs/matter.md', import.meta.url), 'utf8');

  it('is documented as it is tested', () => {
    for (const [model, rows] of Object.entries(REAL_TYPES)) {
      expect(page).toContain(`| ${model} | ${rows.join('<br>')} |`);
    }
  });

  it('names kinds of things that are explained there', () => {
    for (const [name, shape] of Object.entries(SHAPES))
      expect(page).toContain(`| ${name} | ${shape.replaceAll('|', '·')} |`);
  });
});
