import type { AuditEntry as Stored } from '@ccu-gateway/storage';
import { withDatabase } from '../../access/database.js';
import type { Context } from '../../context/context.js';
import type { AuditEntry, AuditQuery } from './audit-follow.js';

/** Entries of the database, newest first, in the form of the API. @throws CliError */
export function auditInDatabase(context: Context, query: AuditQuery): Promise<readonly AuditEntry[]> {
  const { device, op, since, until, limit = 100 } = query;
  const time = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
  const filter = {
    limit,
    offset: 0,
    ...(device !== undefined && { device }),
    ...(op !== undefined && { op }),
    ...(since !== undefined && { since: time(since) ?? 0 }),
    ...(until !== undefined && { until: time(until) ?? 0 }),
  };
  return withDatabase(context, async ({ stores }) => (await stores.audit.query(filter)).map(entryOf));
}

function entryOf(stored: Stored): AuditEntry {
  const { id, at, action, central, user, scheme, outcome, peer, client, requestId, note, parameter } = stored;
  const { tokenFingerprint, viaUser, viaUserName, deviceAddress, channelNo, paramset, peerAddress, changes } = stored;
  return defined({
    id,
    timestamp: new Date(at).toISOString(),
    action,
    central,
    subject: user,
    user,
    scheme,
    outcome,
    peer_address: peer,
    client_address: client,
    token_fingerprint: tokenFingerprint,
    via_user: viaUser,
    via_user_name: viaUserName,
    request_id: requestId,
    device_address: deviceAddress,
    channel_no: channelNo,
    paramset,
    peer: peerAddress,
    parameter,
    note,
    changes,
  });
}

/** Without the members that are undefined, which the type of the API takes as absent ones. */
function defined<T extends object>(members: T): AuditEntry {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as unknown as AuditEntry;
}
