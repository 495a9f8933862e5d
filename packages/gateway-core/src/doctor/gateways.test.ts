import { expect, it } from 'vitest';
import { ccuWith, machineWith } from '../testing/doctor-facts.js';
import { diagnose } from './diagnose.js';

it('findings of another gateway of a fleet about its CCUs have its name, and no facts of its machine', () => {
  const there = { ...machineWith({ node: '18.0.0' }), centrals: ccuWith({}).centrals };
  const here = diagnose(there).findings.filter(({ central }) => central !== undefined);
  const { findings } = diagnose(machineWith({ centrals: [], elsewhere: [{ gateway: 'link-1', facts: there }] }));
  expect(here.length).toBeGreaterThan(3);
  expect(findings.filter(({ gateway }) => gateway !== undefined)).toEqual(
    here.map((finding) => ({ ...finding, gateway: 'link-1' })),
  );
  expect(findings.map(({ id }) => id)).not.toContain('version.node_too_old');
});
