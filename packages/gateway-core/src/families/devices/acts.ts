import type { Act as ActBody, NewAct } from '@ccu-gateway/contract/types';
import type { Act, Acts, ActWrite } from '../../acts/act.js';
import type { Caller } from '../../use-case/caller.js';
import { notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { useCase } from '../../use-case/use-case.js';

/** Ports of the use cases about acts. */
export interface Acting extends Recording {
  readonly acts: Acts;
}

/**
 * Lists the acts in force and the last ended ones, newest first. Role `viewer`.
 *
 * @example
 * const [newest] = core.as(caller).acts.list();
 */
export const listActs = useCase('viewer', ({ acts }: Pick<Acting, 'acts'>, _caller: Caller) => acts.list().map(bodyOf));

/**
 * Begins an act: several writes, with an optional end at which the values before are restored. A data point that
 * anyone else writes meanwhile keeps its value. Resolves before the writes are sent; `act.changed` events report their
 * progress. Role `operator`; audited as `act_start`, and each write as `act_write`.
 *
 * @throws GatewayError `validation` with the faults of all writes, `conflict` (reason `too_many_acts`), `service_unready`
 * @example
 * const write = { device_address: '0001D3C99C0001', channel: 1, parameter: 'SET_POINT_TEMPERATURE', value: 17 };
 * await core.as(caller).acts.start({ name: 'Heating 17°', writes: [write], duration_seconds: 3600 });
 */
export const startAct = useCase(
  'operator',
  async (ports: Acting, caller: Caller, request: NewAct): Promise<ActBody> => {
    const act = await ports.acts.start(request, caller);
    recordChange(ports, caller, { action: 'act_start', note: act.name });
    return bodyOf(act);
  },
);

/**
 * Ends an act now: data points that still have its values get the values before. Role `operator`; audited as `act_end`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `act_ended`)
 * @example
 * await core.as(caller).acts.end(id);
 */
export const endAct = useCase('operator', async (ports: Acting, caller: Caller, id: string): Promise<ActBody> => {
  const act = await ports.acts.end(id);
  if (act === undefined) throw notFound(`Act ${id}`);
  recordChange(ports, caller, { action: 'act_end', note: act.name });
  return bodyOf(act);
});

/** Use cases of the family `acts`, by their names for a caller of the core. */
export const actsUseCases = { list: listActs, start: startAct, end: endAct } as const;

function bodyOf({ id, name, by, state, writes, ...times }: Act): ActBody {
  const { startedAt, endsAt, undoUntil, endedAt } = times;
  return {
    id,
    name,
    by,
    state,
    started_at: toTimestamp(startedAt),
    ...(endsAt === undefined ? {} : { ends_at: toTimestamp(endsAt) }),
    ...(undoUntil === undefined ? {} : { undo_until: toTimestamp(undoUntil) }),
    ...(endedAt === undefined ? {} : { ended_at: toTimestamp(endedAt) }),
    writes: writes.map(writeBodyOf),
  };
}

function writeBodyOf({ deviceAddress, isConfirmed, ...write }: ActWrite): ActBody['writes'][number] {
  return { ...write, device_address: deviceAddress, ...(isConfirmed && { confirmed: isConfirmed }) };
}
