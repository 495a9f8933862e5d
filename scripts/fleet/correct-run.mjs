// A run of a fleet in which nothing goes wrong that is not told: what the checker must find nothing in.

export const windowMs = 50;
export const backMs = 60_000;
const leaseMs = 300;
const gateways = ['link-a', 'link-b'];
const ccus = ['home', 'shed'];
/** Longer than what the checker takes to be on its way when something breaks. */
const apartMs = 2_000;

/** What the steps of a history do; each takes two numbers that say to whom. */
const steps = {
  emit: (world, a) => emit(world, a),
  crash: (world, a) => endHolder(world, a, 'crash'),
  swallow: (world, a) => endHolder(world, a, 'swallow'),
  stop: (world, a) => endHolder(world, a, 'stop'),
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
  mend: (world) => mend(world),
};

export const stepNames = Object.keys(steps);

/** The lines of a history of steps, with an end in which everything happens once that violations are planted in. */
export function correctRun(history) {
  const world = {
    ...{ lines: [], t: 0, count: 0, epoch: 0, seq: 0, log: [], clients: [], holders: {}, tokens: {} },
    ...{ faults: 0, fault: undefined },
  };
  for (const index of ccus.keys()) takeOver(world, index, index);
  for (let count = 0; count < 2; count += 1) join(world);
  for (const [name, a, b] of history) steps[name](world, a, b);
  mend(world);
  finish(world);
  return world.lines;
}

const pick = (list, index) => list[index % list.length];

function say(world, line, afterMs = 1) {
  world.t += afterMs;
  world.lines.push({ t: world.t, ...line });
}

/** Everything that is lost, unknown or told has a reason. */
function breakSomething(world, ccu) {
  if (world.fault) return;
  world.faults += 1;
  world.fault = `fault ${world.faults}`;
  say(world, { what: 'fault_began', fault: world.fault, ...(ccu && { ccu }) }, apartMs);
}

/** Until each client has something newer of each CCU. */
function mend(world) {
  if (!world.fault) return;
  for (const [index, ccu] of ccus.entries()) {
    // Who was broken because it held a CCU has lost it.
    if (world.holders[ccu].isHeld && world.lines.findLast(({ what }) => what === 'fault_began').ccu === ccu) continue;
    takeOver(world, index, index + 1);
  }
  say(world, { what: 'fault_ended', fault: world.fault });
  world.fault = undefined;
  for (const index of ccus.keys()) emit(world, index);
  deliverAll(world);
  say(world, { what: 'calm' });
  world.t += apartMs;
}

/** Where nobody holds the CCU, one that does no more may hear it. */
function emit(world, a, isAlone = false) {
  const ccu = pick(ccus, a);
  world.count += 1;
  const event = `${ccu}#${world.count}`;
  const holder = world.holders[ccu];
  if (holder.isHeld) renew(world, a);
  say(world, { what: 'emitted', ccu, event });
  const { gateway, token } = holder;
  if (holder.isHeld) say(world, { what: 'heard', ccu, gateway, event });
  else if (!isAlone && world.count % 2 === 0) say(world, { what: 'heard', ccu, gateway, event }, leaseMs + 1);
  if (!holder.isHeld) return;
  if (world.count % 3 === 0) record(world, { ccu, token, hidden: true });
  record(world, { ccu, token, event, type: 'value', body: `v${world.count}` });
}

function record(world, { notice, isLoss, ...more }) {
  world.seq += 1;
  const entry = { epoch: `epoch-${world.epoch}`, seq: world.seq, ...more };
  world.log.push({ ...entry, notice, isLoss });
  say(world, { what: 'logged', ...entry });
}

function endHolder(world, a, how) {
  const ccu = pick(ccus, a);
  const holder = world.holders[ccu];
  if (!holder.isHeld) return;
  breakSomething(world, ccu);
  renew(world, a);
  const { gateway, token } = holder;
  if (how === 'swallow') {
    world.count += 1;
    const event = `${ccu}#${world.count}`;
    say(world, { what: 'emitted', ccu, event });
    say(world, { what: 'heard', ccu, gateway, event });
    holder.hasSwallowed = true;
  }
  if (how === 'stop') {
    record(world, { ccu, token, notice: { ccu, reachable: false } });
    say(world, { what: 'lease_ended', gateway, ccu, token });
    holder.until = world.t;
  }
  holder.isHeld = false;
}

function takeOver(world, a, b) {
  const ccu = pick(ccus, a);
  const before = world.holders[ccu];
  if (before?.isHeld) return;
  world.t = Math.max(world.t, before?.until ?? 0);
  const token = (world.tokens[ccu] ?? 0) + 1;
  world.tokens[ccu] = token;
  world.holders[ccu] = { gateway: pick(gateways, b), token, isHeld: true };
  renew(world, a);
  if (!before) return record(world, { ccu, token });
  if (before.hasSwallowed) record(world, { ccu, token, isLoss: true });
  record(world, { ccu, token, notice: { ccu, reachable: false } });
  record(world, { ccu, token, notice: { ccu, reachable: true } });
}

function renew(world, a) {
  const ccu = pick(ccus, a);
  const holder = world.holders[ccu];
  if (!holder.isHeld) return;
  const { gateway, token } = holder;
  // Who was not renewed for long has had no reason to end.
  holder.until = world.t + 1 + leaseMs;
  say(world, { what: 'lease_held', gateway, ccu, token, until: holder.until });
}

function join(world) {
  enter(world, `client-${world.clients.length}`);
}

function enter(world, client) {
  const { seq, epoch } = world;
  world.clients.push({ client, at: world.log.length, epoch, seq, isLive: true });
  say(world, { what: 'live', client });
  say(world, { what: 'began', client, epoch: `epoch-${epoch}`, seq });
}

function leave(world, a) {
  if (world.clients.length < 2) return;
  const [{ client }] = world.clients.splice(a % world.clients.length, 1);
  say(world, { what: 'left', client });
  enter(world, `${client}'`);
}

function setLive(world, client, isLive) {
  if (client.isLive === isLive) return;
  client.isLive = isLive;
  say(world, { what: isLive ? 'live' : 'away', client: client.client });
}

function deliver(world, client, count) {
  if (!client.isLive) return;
  if (client.epoch !== world.epoch) tell(world, client, 0);
  const name = { client: client.client };
  for (const { epoch, seq, hidden, isLoss, notice, event, type, body } of world.log.slice(
    client.at,
    client.at + count,
  )) {
    client.at += 1;
    if (isLoss) say(world, { what: 'told', ...name, epoch, seq: seq - 1 });
    client.seq = seq;
    if (hidden) continue;
    say(world, { what: 'frame', ...name, epoch, seq, ...(event && { event, type, body }) });
    if (notice) say(world, { what: 'told_of_ccu', ...name, ...notice });
  }
}

/** Of all that is missing to any later place of the newest numbering. */
function tell(world, client, b) {
  const first = world.log.findIndex(({ epoch }) => epoch === `epoch-${world.epoch}`);
  const begin = client.epoch === world.epoch ? client.at : first === -1 ? world.log.length : first;
  if (client.epoch === world.epoch) breakSomething(world);
  const at = begin + (b % (world.log.length - begin + 1));
  if (at > begin) client.seq = world.log[at - 1].seq;
  else if (client.epoch !== world.epoch) client.seq = world.base;
  Object.assign(client, { at, epoch: world.epoch });
  say(world, { what: 'told', client: client.client, epoch: `epoch-${world.epoch}`, seq: client.seq });
}

function recreate(world) {
  breakSomething(world);
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
  const outcomes = ['unreachable', 'refused', 'outcome_unknown', 'rolled_back', 'confirmed', 'accepted'];
  const usual = world.fault ? outcomes : outcomes.slice(4);
  const outcome = pick(holder.isHeld ? usual : outcomes.slice(0, 3), a + b);
  if (holder.isHeld) renew(world, a);
  say(world, { what: 'write_sent', client, ccu, ...name });
  const isMade = outcomes.indexOf(outcome) > 2 || (outcome === 'outcome_unknown' && b % 2 > 0);
  const arrives = holder.isHeld && isMade;
  if (arrives) say(world, { what: 'request', ccu, gateway, ...name });
  if (outcome !== 'unreachable' && b % 5 > 0) say(world, { what: 'answered', gateway: 'serve', ...name, outcome });
  say(world, { what: 'write_ended', client, ...name, outcome });
  if (outcome === 'outcome_unknown' && a % 2 > 0) repeat(world, { client, ...name }, arrives, b);
  if (outcome === 'accepted') say(world, { what: 'write_shown', client, ...name, outcome: 'confirmed' });
}

/** Once more at another gateway. Where the client knows nothing of the first answer, that may have been another one. */
function repeat(world, { client, ...name }, arrived, b) {
  const outcome = arrived ? 'accepted' : 'outcome_unknown';
  if (b % 5 === 0) say(world, { what: 'answered', gateway: 'serve', ...name, outcome: 'unreachable' });
  if (b % 3 > 1) say(world, { what: 'answered', gateway: 'other', ...name, outcome });
  say(world, { what: 'write_ended', client, ...name, outcome });
}

/** A request that was under way when the lease ended, and one that was on its way for long. */
function straggle(world, a) {
  const ccu = pick(ccus, a);
  const { gateway, isHeld, until } = world.holders[ccu];
  if (isHeld || world.t + 1 > until + windowMs) return;
  const sent = world.t;
  say(world, { what: 'request', ccu, gateway });
  say(world, { what: 'request', ccu, gateway, sent }, windowMs);
}

function deliverAll(world) {
  for (const client of world.clients) {
    setLive(world, client, true);
    deliver(world, client, Number.POSITIVE_INFINITY);
  }
}

function finish(world) {
  deliverAll(world);
  for (const index of ccus.keys()) {
    takeOver(world, index, 0);
    emit(world, index);
  }
  join(world);
  emit(world, 0);
  endHolder(world, 0, 'crash');
  emit(world, 0, true);
  takeOver(world, 0, 1);
  emit(world, 0);
  endHolder(world, 1, 'swallow');
  takeOver(world, 1, 1);
  for (let count = 0; count < 6; count += 1) emit(world, count);
  deliverAll(world);
  emit(world, 0);
  recreate(world);
  deliverAll(world);
  for (let count = 0; count < 3; count += 1) emit(world, count);
  for (const client of world.clients) tell(world, client, 0);
  const jumper = world.clients[0];
  for (let count = 0; count < 4; count += 1) emit(world, count);
  for (const client of world.clients.slice(1)) deliver(world, client, 4);
  tell(world, jumper, world.log.length - jumper.at - 1);
  mend(world);
  for (const index of ccus.keys()) emit(world, index);
  deliverAll(world);
  // Confirmed and accepted, with an answer.
  for (const index of ccus.keys()) for (const kind of [0, 1]) write(world, index, 6 - index + kind);
  deliverAll(world);
  say(world, { what: 'settled' });
}
