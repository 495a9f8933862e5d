import type { Gateway } from '@ccu-gateway/client';
import { ProblemError } from '@ccu-gateway/client';
import type { FieldErrors } from '../../../ui/form/form.tsx';
import type { Entry } from './broker-data.js';

/** A section whose entries have names that people gave, in the member that holds them. */
export interface NamedSection {
  readonly section: 'mqtt' | 'webhooks' | 'notify';
  readonly member: 'brokers' | 'endpoints' | 'channels' | 'rules';
}

export type Entries = Readonly<Record<string, Entry>>;

/** A change that was stored and not put in force, with the reason of the gateway. */
export class NotApplied extends Error {}

const readSection = (gateway: Pick<Gateway, 'call'>, { section }: Pick<NamedSection, 'section'>) =>
  gateway.call('getConfigSection', { path: { section } });

export async function readEntries(gateway: Pick<Gateway, 'call'>, where: NamedSection): Promise<Entries> {
  const stored = await readSection(gateway, where);
  // The gateway has checked the shape of the section.
  return (stored[where.member] ?? {}) as Entries;
}

/** The section with one entry changed, added or removed, from the present entries: another page may have changed others. */
async function bodyWith(gateway: Pick<Gateway, 'call'>, where: NamedSection, name: string, entry: Entry | undefined) {
  const stored = await readSection(gateway, where);
  const { [name]: _before, ...others } = (stored[where.member] ?? {}) as Entries;
  // Each section has a shape of its own, which the gateway checks.
  return { ...stored, [where.member]: entry === undefined ? others : { ...others, [name]: entry } } as never;
}

/** Stores an entry; undefined removes it. Rejects with `NotApplied`. */
export async function saveEntry(
  gateway: Pick<Gateway, 'call'>,
  where: NamedSection,
  name: string,
  entry: Entry | undefined,
): Promise<void> {
  const path = { section: where.section };
  const saved = await gateway.call('putConfigSection', { path, body: await bodyWith(gateway, where, name, entry) });
  if (!saved.applied) throw new NotApplied(saved.apply_error);
}

/** Tries an entry at its destination, and stores nothing. */
export async function testEntry(gateway: Pick<Gateway, 'call'>, where: NamedSection, name: string, entry: Entry) {
  const settings = await bodyWith(gateway, where, name, entry);
  return await gateway.call('testConfigSection', { path: { section: where.section }, body: { settings, name } });
}

/** Faults at the fields of a form. `fields` maps a member of the entry to its field; others are no faults of fields. */
export function faultsOf(
  error: unknown,
  entryPath: string,
  fields: Readonly<Record<string, string>>,
): FieldErrors | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  const found = error.errors.flatMap(({ field = '', reason }) => {
    const path = field.startsWith(`${entryPath}.`) ? field.slice(entryPath.length + 1) : '';
    const [member = ''] = path.split('.');
    const name = Object.hasOwn(fields, path)
      ? fields[path]
      : Object.hasOwn(fields, member)
        ? fields[member]
        : undefined;
    return name === undefined ? [] : [[name, reason] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
