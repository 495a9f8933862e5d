import type { DiagramConfig, DiagramWriteRequest } from '@ccu-gateway/contract/types';
import type { DiagramControl, StoredDiagram } from '../../ports/diagrams.js';
import type { Clock } from '../../ports/house.js';
import { type ActingPrincipal, type Caller, principalOf } from '../../use-case/caller.js';
import { GatewayError, invalid, notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { useCase } from '../../use-case/use-case.js';

/** Ports of the use cases that read diagrams. */
export interface DiagramReading {
  readonly diagrams: DiagramControl;
}

/** Ports of the use cases that change diagrams. */
export interface DiagramWriting extends DiagramReading, Recording {
  readonly clock: Clock;
}

const MOST_OF_ONE = 50;
const MOST = 200;
const MOST_BYTES = 8 * 1024;

/**
 * Own diagrams and shared ones of others, by name. Role `viewer`.
 *
 * @throws GatewayError `service_unready` without storage
 * @example
 * const diagrams = await core.as(caller).diagrams.list();
 */
export const listDiagrams = useCase(
  'viewer',
  async ({ diagrams }: DiagramReading, caller: Caller): Promise<readonly DiagramConfig[]> => {
    const { key } = principalOf(caller);
    const visible = (await diagrams.list()).filter((each) => each.ownerKey === key || each.visibility === 'shared');
    return visible.map((each) => shown(each, key)).sort((a, b) => a.name.localeCompare(b.name));
  },
);

/**
 * One diagram. Role `viewer`; a private diagram of another user is found by administrators alone.
 *
 * @throws GatewayError `not_found`, `service_unready` without storage
 * @example
 * const { config } = await core.as(caller).diagrams.get('5f0c');
 */
export const getDiagram = useCase(
  'viewer',
  async ({ diagrams }: DiagramReading, caller: Caller, id: string): Promise<DiagramConfig> => {
    const principal = principalOf(caller);
    return shown(visibleIn(await diagrams.list(), id, principal), principal.key);
  },
);

/**
 * Saves a diagram. Role `operator`; audited as `diagram_create`.
 *
 * @throws GatewayError `conflict` (reason `name_taken` or `too_many_diagrams`), `validation` above 8 KiB,
 * `service_unready` without storage
 * @example
 * const { id } = await core.as(caller).diagrams.create({ name: 'Climate', visibility: 'shared', config: {} });
 */
export const createDiagram = useCase(
  'operator',
  async (ports: DiagramWriting, caller: Caller, request: DiagramWriteRequest): Promise<DiagramConfig> => {
    refuseLarge(request);
    const { key: ownerKey, subject: owner } = principalOf(caller);
    const at = ports.clock.now();
    const made = { ...request, id: ports.diagrams.newId(), owner, ownerKey, createdAt: at, updatedAt: at };
    await ports.diagrams.change((kept) => {
      const own = kept.filter((each) => each.ownerKey === ownerKey);
      if (own.length >= MOST_OF_ONE || kept.length >= MOST) {
        throw new GatewayError('conflict', `One user may save ${MOST_OF_ONE} diagrams, all together ${MOST}`, {
          reason: 'too_many_diagrams',
        });
      }
      refuseTaken(own, request.name);
      return [...kept, made];
    });
    recordChange(ports, caller, { action: 'diagram_create', note: made.name });
    return shown(made, ownerKey);
  },
);

/**
 * Replaces a diagram of the caller; administrators may replace those of others. Role `operator`; audited as
 * `diagram_update`.
 *
 * @throws GatewayError `not_found`, `forbidden` (reason `not_owner`), `conflict` (reason `name_taken`), `validation` above
 * 8 KiB, `service_unready` without storage
 * @example
 * await core.as(caller).diagrams.update({ id: '5f0c', name: 'Climate', visibility: 'private', config: {} });
 */
export const updateDiagram = useCase(
  'operator',
  async (
    ports: DiagramWriting,
    caller: Caller,
    { id, ...request }: DiagramWriteRequest & { readonly id: string },
  ): Promise<DiagramConfig> => {
    refuseLarge(request);
    const principal = principalOf(caller);
    let stored: StoredDiagram | undefined;
    await ports.diagrams.change((kept) => {
      const before = changeableIn(kept, id, principal);
      const others = kept.filter((each) => each.ownerKey === before.ownerKey && each !== before);
      refuseTaken(others, request.name);
      const after = { ...before, ...request, updatedAt: ports.clock.now() };
      stored = after;
      return kept.map((each) => (each === before ? after : each));
    });
    recordChange(ports, caller, { action: 'diagram_update', note: request.name });
    return shown(stored!, principal.key);
  },
);

/**
 * Deletes a diagram of the caller; administrators may delete those of others. Role `operator`; audited as
 * `diagram_delete`.
 *
 * @throws GatewayError `not_found`, `forbidden` (reason `not_owner`), `service_unready` without storage
 * @example
 * await core.as(caller).diagrams.delete('5f0c');
 */
export const deleteDiagram = useCase(
  'operator',
  async (ports: DiagramWriting, caller: Caller, id: string): Promise<void> => {
    let note = '';
    await ports.diagrams.change((kept) => {
      const diagram = changeableIn(kept, id, principalOf(caller));
      note = diagram.name;
      return kept.filter((each) => each !== diagram);
    });
    recordChange(ports, caller, { action: 'diagram_delete', note });
  },
);

const shown = (
  { id, name, visibility, owner, ownerKey, config, createdAt, updatedAt }: StoredDiagram,
  key: string,
): DiagramConfig => ({
  ...{ id, name, visibility, owner, is_own: ownerKey === key, config },
  created_at_ms: createdAt,
  updated_at_ms: updatedAt,
});

function visibleIn(diagrams: readonly StoredDiagram[], id: string, { key, role }: ActingPrincipal): StoredDiagram {
  const found = diagrams.find((each) => each.id === id);
  const isVisible = found?.ownerKey === key || found?.visibility === 'shared' || role === 'admin';
  if (found === undefined || !isVisible) throw notFound(`Diagram ${id}`);
  return found;
}

function changeableIn(diagrams: readonly StoredDiagram[], id: string, principal: ActingPrincipal): StoredDiagram {
  const found = visibleIn(diagrams, id, principal);
  if (found.ownerKey === principal.key || principal.role === 'admin') return found;
  throw new GatewayError('forbidden', `${found.name} belongs to ${found.owner}`, { reason: 'not_owner' });
}

function refuseTaken(own: readonly StoredDiagram[], name: string): void {
  if (!own.some((each) => each.name === name)) return;
  throw new GatewayError('conflict', `${name} exists already`, { reason: 'name_taken' });
}

function refuseLarge({ config }: Pick<DiagramWriteRequest, 'config'>): void {
  if (Buffer.byteLength(JSON.stringify(config)) <= MOST_BYTES) return;
  throw invalid([{ field: 'config', reason: `must be at most ${MOST_BYTES} bytes as JSON`, max: MOST_BYTES }]);
}

/** Use cases of the family `diagrams`, by their names for a caller of the core. */
export const diagramsUseCases = {
  list: listDiagrams,
  get: getDiagram,
  create: createDiagram,
  update: updateDiagram,
  delete: deleteDiagram,
} as const;
