// A run of a fleet in which nothing goes wrong that is not told: what the checker must find nothing in.

export const windowMs = 50;
const leaseMs = 300;
const gateways = ['link-a', 'link-b'];
const ccus = ['home', 'shed'];

/** What the steps of a history do; each takes two numbers that say to whom. */
const steps = {
  emit: (world, a) => emit(world, a),
  crash: (world, a) => endHolder(world, a, false),
  stop: (world, a) => endHolder(world, a, true),
  takeOver: (world, a, b) => takeOver(world, a, b),
  renew: (world, a) => renew(world, a),
  deliver: (world, a, b) => deliver(world, pick(world.clients, a), b % 4),
  away: (world, a) => setLive(world, pick(world.clients, a), false),
  back: (world, a) => setLive(world, pick(world.clients, a), true),
  tell: (world, a, b) => tell(world, pick(world.clients, a), b),
  join: (world) => join(world),
  leave: (world, a) => leave(world, a),
  write: (world, a, b) => write(world, a, b),
  straggle: (world, a) => straggle(world, a),
  recreate: (world) => recreate(world),
};

export const stepNames = Object.keys(steps);

/** The lines of a history of steps, with an end in which everything happens once that violations are planted in. */
export function correctRun(history) {
  const world = { lines: [], t: 0, count: 0, epoch: 0, seq: 0, log: [], clients: [], holders: {}, tokens: {} };
  for (const index of ccus.keys()) takeOver(world, index, index);
  for (let count = 0; count < 2; count += 1) join(world);
  for (const [name, a, b] of history) steps[name](world, a, b);
  finish(world);
  return world.lines;
}

const pick = (list, index) => list[index % list.length];

function say(world, line, afterMs = 1) {
  world.t += afterMs;
  world.lines.push(line.what === 'logged' ? line : { t: world.t, ...line });
}

function emit(world, a) {
  const ccu = pick(ccus, a);
  world.count += 1;
  const event = `${ccu}#${world.count}`;
  const holder = world.holders[ccu];
  if (holder.isHeld) renew(world, a);
  say(world, { what: 'emitted', ccu, event });
  if (holder.isHeld) record(world, { ccu, token: holder.token, event });
}

function record(world, more) {
  world.seq += 1;
  const entry = { epoch: `epoch-${world.epoch}`, seq: world.seq, ...more };
  world.log.push(entry);
  say(world, { what: 'logged', ...entry });
}

function endHolder(world, a, isClean) {
  const ccu = pick(ccus, a);
  const holder = world.holders[ccu];
  if (!holder.isHeld) return;
  const { gateway, token } = holder;
  if (isClean) {
    say(world, { what: 'lease_ended', gateway, ccu, token });
    holder.until = world.t;
  }
  holder.isHeld = false;
  holder.lostAt = world.t;
}

function takeOver(world, a, b) {
  const ccu = pick(ccus, a);
  const before = world.holders[ccu];
  if (before?.isHeld) return;
  world.t = Math.max(world.t, before?.until ?? 0);
  const token = (world.tokens[ccu] ?? 0) + 1;
  world.tokens[ccu] = token;
  const gateway = pick(gateways, b);
  world.holders[ccu] = { gateway, token, isHeld: true };
  renew(world, a);
  if (!before) return;
  const until = world.t;
  for (const { client } of world.clients) say(world, { what: 'told_of_ccu', client, ccu, since: before.lostAt, until });
  record(world, {});
}

function renew(world, a) {
  const ccu = pick(ccus, a);
  const holder = world.holders[ccu];
  if (!holder.isHeld) return;
  const { gateway, token } = holder;
  holder.until = world.t + 1 + leaseMs;
  say(world, { what: 'lease_held', gateway, ccu, token, until: holder.until });
}

function join(world) {
  const client = `client-${world.clients.length}`;
  const { seq, epoch } = world;
  world.clients.push({ client, at: world.log.length, epoch, isLive: true });
  say(world, { what: 'live', client });
  say(world, { what: 'began', client, epoch: `epoch-${epoch}`, seq });
}

function leave(world, a) {
  if (world.clients.length < 2) return;
  const [{ client }] = world.clients.splice(a % world.clients.length, 1);
  world.clients.push({ client: `${client}'`, at: world.log.length, epoch: world.epoch, isLive: true });
  say(world, { what: 'left', client });
  say(world, { what: 'live', client: `${client}'` });
  say(world, { what: 'began', client: `${client}'`, epoch: `epoch-${world.epoch}`, seq: world.seq });
}

function setLive(world, client, isLive) {
  if (client.isLive === isLive) return;
  client.isLive = isLive;
  say(world, { what: isLive ? 'live' : 'away', client: client.client });
}

function deliver(world, client, count) {
  if (!client.isLive) return;
  if (client.epoch !== world.epoch) tell(world, client, 0);
  for (const { epoch, seq, event } of world.log.slice(client.at, client.at + count)) {
    say(world, { what: 'frame', client: client.client, epoch, seq, ...(event && { event }) });
    client.at += 1;
  }
}

/** To any place of the newest numbering, back too. */
function tell(world, client, b) {
  const first = world.log.findIndex(({ epoch }) => epoch === `epoch-${world.epoch}`);
  const begin = first === -1 ? world.log.length : first;
  client.at = begin + (b % (world.log.length - begin + 1));
  client.epoch = world.epoch;
  const seq = client.at === begin ? world.base : world.log[client.at - 1].seq;
  say(world, { what: 'told', client: client.client, epoch: `epoch-${world.epoch}`, seq: seq ?? 0 });
}

function recreate(world) {
  world.epoch += 1;
  // Above every number before, or far below: another numbering is another one.
  world.seq = world.epoch % 2 === 0 ? world.seq + 100 : 0;
  world.base = world.seq;
  record(world, {});
}

function write(world, a, b) {
  const ccu = pick(ccus, a);
  const holder = world.holders[ccu];
  const { client } = pick(world.clients, b);
  world.count += 1;
  const name = { write: `write#${world.count}` };
  const { gateway } = holder;
  const outcomes = ['unreachable', 'refused', 'outcome_unknown', 'confirmed', 'accepted', 'rolled_back'];
  const outcome = holder.isHeld ? pick(outcomes, a + b) : pick(outcomes.slice(0, 3), a + b);
  if (holder.isHeld) renew(world, a);
  say(world, { what: 'write_sent', client, ccu, ...name });
  const arrives = holder.isHeld && outcomes.indexOf(outcome) + (b % 2) > 2;
  if (arrives) say(world, { what: 'request', ccu, gateway, ...name });
  if (outcome !== 'unreachable' && b % 5 > 0) say(world, { what: 'answered', gateway: 'serve', ...name, outcome });
  say(world, { what: 'write_ended', client, ...name, outcome });
}

/** A request that was under way when the lease ended. */
function straggle(world, a) {
  const ccu = pick(ccus, a);
  const { gateway, isHeld, until } = world.holders[ccu];
  if (!isHeld && world.t + 1 <= until + windowMs) say(world, { what: 'request', ccu, gateway });
}

function finish(world) {
  const all = () => {
    for (const client of world.clients) {
      setLive(world, client, true);
      deliver(world, client, Number.POSITIVE_INFINITY);
    }
  };
  say(world, { what: 'fault_began', fault: 'kill link' });
  for (const index of ccus.keys()) {
    takeOver(world, index, 0);
    emit(world, index);
    endHolder(world, index, false);
    // Nobody is there to hear it.
    emit(world, index);
    takeOver(world, index, 1);
    for (let count = 0; count < 3; count += 1) emit(world, index);
  }
  all();
  emit(world, 0);
  recreate(world);
  say(world, { what: 'fault_ended', fault: 'kill link' });
  all();
  for (let count = 0; count < 3; count += 1) emit(world, count);
  for (const client of world.clients) tell(world, client, world.log.length);
  const jumper = world.clients[0];
  for (let count = 0; count < 4; count += 1) emit(world, count);
  for (const client of world.clients.slice(1)) deliver(world, client, 4);
  jumper.at = world.log.length - 1;
  say(world, { what: 'told', client: jumper.client, epoch: `epoch-${world.epoch}`, seq: world.log[jumper.at - 1].seq });
  // Confirmed, with an answer.
  for (const index of ccus.keys()) write(world, index, 3 - index);
  all();
  say(world, { what: 'settled' });
}
