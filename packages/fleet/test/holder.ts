// A process that acts for as long as it may. It writes its acts, one line each, and reads those of no other process.
import { appendFileSync } from 'node:fs';
import { openLeaseKeeper } from '../src/index.js';
import { connectFleet, openLeaseTable } from '../src/nats/index.js';

const [servers = '', name = '', ttlMs = '', file = ''] = process.argv.slice(2);

const fleet = await connectFleet({
  connection: { servers, reconnectTimeWait: 20, reconnectJitter: 0, waitOnFirstConnect: true },
  name: 'fleet',
  owner: 'house',
  retryMs: 50,
});
const table = await openLeaseTable(fleet, { ttlMs: Number(ttlMs) });
const keeper = openLeaseKeeper({ table, name });
const lease = keeper.want('home');
// The last term is tried again and again: it must never come back.
let term = lease.term;
lease.on((event) => {
  if (event.type === 'held') term = event.term;
});
setInterval(() => {
  const at = Number(process.hrtime.bigint()) / 1e6;
  if (term?.mayAct())
    appendFileSync(file, `${JSON.stringify({ process: name, key: 'home', token: term.token, at })}\n`);
}, 2);
process.once('SIGTERM', () => {
  const end = async () => {
    await keeper.close();
    await table.close();
    await fleet.close();
    process.exit(0);
  };
  void end();
});
