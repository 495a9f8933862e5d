import { describe, expect, it } from 'vitest';
import type { StoredDiagram } from '../../ports/diagrams.js';
import type { AuditEntry } from '../../ports/house.js';
import { serviceCaller } from '../../use-case/caller.js';
import {
  createDiagram,
  type DiagramWriting,
  deleteDiagram,
  getDiagram,
  listDiagrams,
  updateDiagram,
} from './diagrams.js';

const anna = serviceCaller({ name: 'anna', role: 'operator' });
const bert = serviceCaller({ name: 'bert', role: 'operator' });
const admin = serviceCaller({ name: 'root', role: 'admin' });
const viewer = serviceCaller({ name: 'vera', role: 'viewer' });
const request = (name: string, visibility: 'private' | 'shared' = 'private') => ({ name, visibility, config: {} });

function begun() {
  let kept: readonly StoredDiagram[] = [];
  let ids = 0;
  const audit: AuditEntry[] = [];
  const ports = {
    diagrams: {
      list: async () => kept,
      async change(decide: Parameters<DiagramWriting['diagrams']['change']>[0]) {
        kept = decide(kept);
      },
      newId() {
        ids += 1;
        return `d${ids}`;
      },
    },
    clock: { now: () => 1_000 },
    audit: { record: (entry: AuditEntry) => void audit.push(entry) },
  } as unknown as DiagramWriting;
  const names = async (caller: typeof anna) => (await listDiagrams(ports, caller)).map(({ name }) => name);
  return { ports, audit, names };
}

describe('saved diagrams', () => {
  it('are seen by their owner, and by all once they are shared', async () => {
    const { ports, names } = begun();
    const { id } = await createDiagram(ports, anna, request('Climate'));
    expect([await names(anna), await names(bert), await names(admin)]).toEqual([['Climate'], [], []]);
    await expect(getDiagram(ports, bert, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await getDiagram(ports, admin, id)).toMatchObject({ name: 'Climate', is_own: false });
    await updateDiagram(ports, anna, { ...request('Climate', 'shared'), id });
    expect(await names(viewer)).toEqual(['Climate']);
    expect(await getDiagram(ports, viewer, id)).toMatchObject({ owner: 'anna', is_own: false });
  });

  it('are changed and deleted by their owner and administrators alone, and keep their owner', async () => {
    const { ports, names, audit } = begun();
    const { id } = await createDiagram(ports, anna, request('Climate', 'shared'));
    for (const change of [
      () => updateDiagram(ports, bert, { ...request('Mine'), id }),
      () => deleteDiagram(ports, bert, id),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'forbidden', details: { reason: 'not_owner' } });
    }
    expect(await updateDiagram(ports, admin, { ...request('Climate 2', 'shared'), id })).toMatchObject({
      owner: 'anna',
    });
    await deleteDiagram(ports, anna, id);
    expect(await names(anna)).toEqual([]);
    expect(audit.map(({ action }) => action)).toEqual(['diagram_create', 'diagram_update', 'diagram_delete']);
  });

  it('have different names for one owner, and a bounded size and number', async () => {
    const { ports } = begun();
    await createDiagram(ports, anna, request('Climate'));
    const { id } = await createDiagram(ports, anna, request('Other'));
    await expect(createDiagram(ports, anna, request('Climate'))).rejects.toMatchObject({ code: 'conflict' });
    await expect(updateDiagram(ports, anna, { ...request('Climate'), id })).rejects.toMatchObject({ code: 'conflict' });
    await createDiagram(ports, bert, request('Climate'));
    const config = { note: 'ä'.repeat(4_096) };
    await expect(createDiagram(ports, anna, { ...request('Large'), config })).rejects.toMatchObject({
      code: 'validation',
      details: { errors: [{ field: 'config', max: 8_192 }] },
    });
    for (let index = 2; index < 50; index += 1) await createDiagram(ports, anna, request(`D${index}`));
    await expect(createDiagram(ports, anna, request('One more'))).rejects.toMatchObject({
      details: { reason: 'too_many_diagrams' },
    });
    expect((await listDiagrams(ports, anna)).length).toBe(50);
  });

  it('are not saved by a viewer', () => {
    const { ports } = begun();
    expect(() => createDiagram(ports, viewer, request('Climate'))).toThrow('needs the role operator');
  });
});
