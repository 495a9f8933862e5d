import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startWorld } from './world.js';

const THERMOSTAT = '00F1C0DE000001';
const PATIENCE = { timeout: 50_000, interval: 50 } as const;

interface Target {
  readonly url: string;
  readonly root_selector: string;
  readonly columns: readonly { readonly selector: string; readonly type: string }[];
}

const dashboard = JSON.parse(
  readFileSync(new URL('../../../docs/grafana/history-dashboard.json', import.meta.url), 'utf8'),
) as { readonly panels: readonly { readonly title: string; readonly targets: readonly Target[] }[] };

it('the queries of the dashboard for Grafana are answered with the columns that it shows', async () => {
  const world = await startWorld({ history: true, simulator: { interfaces: ['HmIP-RF'] } });
  const now = Date.now();
  const variables: Readonly<Record<string, string>> = {
    channel: `${THERMOSTAT}:1`,
    parameter: 'ACTUAL_TEMPERATURE',
    '__from:date:iso': new Date(now - 86_400_000).toISOString(),
    '__to:date:iso': new Date(now + 86_400_000).toISOString(),
  };
  const filled = (url: string) =>
    url.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(variables[name] ?? `no variable ${name}`));
  const read = async ({ url, root_selector: root }: Target) => {
    const answer = await world.call('GET', filled(url), { as: 'viewer' });
    expect(answer.status, answer.text).toBe(200);
    return root === '' ? answer.json : answer.json[root];
  };
  const targets = dashboard.panels.flatMap((panel) => panel.targets.map((target) => ({ title: panel.title, target })));
  expect(targets).toHaveLength(3);
  for (const { title, target } of targets) {
    const shownTypes = ([row]: readonly Readonly<Record<string, unknown>>[]) =>
      row &&
      target.columns.map(({ selector, type }) => {
        const value = row[selector];
        return type === 'timestamp' && !Number.isNaN(Date.parse(String(value))) ? type : typeof value;
      });
    const wanted = target.columns.map(({ type }) => type);
    await expect.poll(async () => shownTypes(await read(target)), { ...PATIENCE, message: title }).toEqual(wanted);
  }
  await world.close();
});
