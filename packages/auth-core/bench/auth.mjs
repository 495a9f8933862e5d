// Cost of the full chain: each scheme beside a public route of the same server in the same run. Further figures: the
// time of unknown and known users, and the delay of an unrelated request by a burst of logins. For floods: the honest
// logins that succeed, and the guesses at CCU accounts that are compared.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { availableParallelism, cpus } from 'node:os';
import { createAuth, createMemoryStores, describeNodeRequest } from '../dist/index.js';
import { measureLogins } from './lib/logins.mjs';

const asJson = process.argv.includes('--json');
const rounds = 9;
const roundMs = 400;
const pairs = 120;
const burst = 200;
const floodMs = 4000;
const goals = { bearer: 0.9, session: 0.9, basic: 0.9, auc: 0.6, delayMs: 50, keptMs: 50, freshMs: 200, honest: 0.95 };

const say = (text) => asJson || console.log(text);
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const throttle = { waitMs: () => 0, failed: () => {}, retracted: () => {}, succeeded: () => {} };
const cli = { subject: 'bench', scheme: 'cli', peer: 'local' };
const password = 'a-password-for-the-bench';

const auth = createAuth({ roleChecks: 'enforced', stores: createMemoryStores(), throttle });
await auth.users.create({ username: 'root', password, role: 'admin' }, cli);
const created = await auth.tokens.create({ subject: 'bench', role: 'viewer' }, cli);
const loginFrom = (peerAddress) => ({
  method: 'POST',
  target: '/api/v1/auth/login',
  rawHeaders: ['Host', '127.0.0.1'],
  peerAddress,
});
const login = (username, secret, peer = '10.0.0.1') => auth.login(loginFrom(peer), { username, password: secret });
const signedIn = await login('root', password);
const cookies = signedIn.value.cookies.map((cookie) => cookie.split(';')[0]).join('; ');

let attempt = 0;
/** Wrong passwords from ever new sources of one network, as the application logs them in. */
const answerLogin = async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  attempt += 1;
  const peer = `10.9.${(attempt >> 8) & 255}.${attempt & 255}`;
  const { problem } = await auth.login(loginFrom(peer), JSON.parse(text));
  response.statusCode = problem.code === 'unauthorized' ? 401 : 503;
  response.end(JSON.stringify(problem));
};
const server = createServer(async (request, response) => {
  if (request.url === '/login') return answerLogin(request, response);
  const verdict = await auth.check(describeNodeRequest(request), request.url === '/public' ? 'public' : 'viewer');
  for (const [name, value] of auth.staticHeaders(verdict.ok ? verdict.facts : null)) response.setHeader(name, value);
  if (verdict.ok) {
    response.setHeader('Content-Length', '2');
    response.end('ok');
  } else {
    response.statusCode = verdict.problem.code === 'unauthorized' ? 401 : 403;
    response.end(JSON.stringify(verdict.problem));
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();

const load = fork(new URL('./lib/load.mjs', import.meta.url));
const drive = (path, header, ms) =>
  new Promise((resolve) => {
    load.once('message', resolve);
    load.send({
      port,
      ms,
      request: `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\nUser-Agent: bench\r\n${header}\r\n`,
    });
  });

const schemes = {
  public: ['/public', ''],
  bearer: ['/devices', `Authorization: Bearer ${created.value.token}\r\n`],
  session: ['/devices', `Cookie: ${cookies}\r\n`],
  basic: ['/devices', `Authorization: Basic ${Buffer.from(`root:${password}`).toString('base64')}\r\n`],
};
const rates = { public: [], bearer: [], session: [], basic: [] };
let wrong = 0;
for (let round = -1; round < rounds; round += 1) {
  for (const [scheme, [path, header]] of Object.entries(schemes)) {
    const result = await drive(path, header, round < 0 ? 300 : roundMs);
    wrong += result.wrong;
    if (round >= 0) rates[scheme].push(result.perSecond);
  }
}
load.kill();
const ratio = (scheme) => median(rates[scheme].map((rate, round) => rate / rates.public[round]));
say(`requests per second, median of ${rounds} rounds (wrong answers: ${wrong}):`);
for (const scheme of Object.keys(schemes)) {
  const share = scheme === 'public' ? 1 : ratio(scheme);
  say(
    `  ${scheme.padEnd(8)} ${Math.round(median(rates[scheme])).toString().padStart(7)}/s  ${share.toFixed(2)} of public`,
  );
}

const timeOf = async (username) => {
  const began = performance.now();
  await login(username, 'not-the-password');
  return performance.now() - began;
};
const known = [];
const unknown = [];
for (let pair = 0; pair < pairs; pair += 1) {
  // In alternating order, so that any drift affects both.
  if (pair % 2 === 0) known.push(await timeOf('root'));
  unknown.push(await timeOf(`nobody${pair}`));
  if (pair % 2 === 1) known.push(await timeOf('root'));
}
const wins = known.flatMap((a) => unknown.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
const area = wins.reduce((total, win) => total + win, 0) / wins.length;
const auc = Math.max(area, 1 - area);
say(`known user ${median(known).toFixed(1)} ms, unknown user ${median(unknown).toFixed(1)} ms, AUC ${auc.toFixed(3)}`);

const unrelated = async () => {
  const began = performance.now();
  await (await fetch(`http://127.0.0.1:${port}/public`)).text();
  return performance.now() - began;
};
for (let warm = 0; warm < 20; warm += 1) await unrelated();
const quiet = [];
for (let sample = 0; sample < 20; sample += 1) quiet.push(await unrelated());
const flood = async (subnet) => {
  const during = [];
  let over = false;
  const logins = Promise.all(
    Array.from({ length: burst }, (_, index) => login('root', 'not-the-password', `10.${subnet}.0.${index}`)),
  ).finally(() => {
    over = true;
  });
  while (!over) during.push(await unrelated());
  const turnedAway = (await logins).filter((answer) => answer.problem.code === 'service_unready').length;
  return { longest: Math.max(...during), turnedAway };
};
// Three bursts and their median: one hiccup of the machine is not the queue's doing.
const floods = [await flood(1), await flood(2), await flood(3)];
const longest = median(floods.map((one) => one.longest));
const delayMs = longest - median(quiet);
say(
  `${burst} logins at once: ${floods[0].turnedAway} turned away; an unrelated request took ${median(quiet).toFixed(1)} ms alone, at most ${longest.toFixed(1)} ms meanwhile`,
);

/** Times of a request on an open and on a fresh connection while as many connections as a burst has log in. */
const children = [];
const start = (role, input = {}) => {
  const child = fork(new URL('./lib/flood.mjs', import.meta.url));
  children.push(child);
  const answer = new Promise((resolve) => child.once('message', resolve));
  child.send({ role, ...input });
  return answer;
};
const p99 = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)];
const underFlood = async (on) => {
  const flooding = start('flood', { port: on, connections: burst, ms: floodMs + 1000 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { kept, fresh, wrong: failed } = await start('probe', { port: on, ms: floodMs });
  const { sent } = await flooding;
  const figures = { kept: [median(kept), p99(kept)], fresh: [median(fresh), p99(fresh)] };
  return { ...figures, failed, perSecond: (sent * 1000) / (floodMs + 1000) };
};
const { port: barePort } = await start('bare');
const crowd = { ours: await underFlood(port), bare: await underFlood(barePort) };
for (const [name, { kept, fresh, failed, perSecond }] of Object.entries(crowd)) {
  const shown = ([middle, slow]) => `p50 ${middle.toFixed(1)} ms, p99 ${slow.toFixed(1)} ms`;
  say(`${burst} connections ${name === 'ours' ? 'log in' : 'at a bare server'} (${Math.round(perSecond)}/s):`);
  say(`  open connection ${shown(kept)}; fresh connection ${shown(fresh)}; failed ${failed}`);
  wrong += failed;
}
for (const child of children) child.kill();

const { honest, ccuGuesses } = await measureLogins({ burst, say });

const ratios = {
  bearer: ratio('bearer'),
  session: ratio('session'),
  basic: ratio('basic'),
  auc,
  delayMs,
  keptMs: crowd.ours.kept[0],
  keptOfBare: crowd.ours.kept[0] / crowd.bare.kept[0],
  freshMs: crowd.ours.fresh[0],
  freshOfBare: crowd.ours.fresh[0] / crowd.bare.fresh[0],
  honest,
  ccuGuesses,
};
const ok =
  wrong === 0 &&
  ['bearer', 'session', 'basic'].every((scheme) => ratios[scheme] >= goals[scheme]) &&
  auc <= goals.auc &&
  honest >= goals.honest &&
  delayMs < goals.delayMs &&
  ratios.keptMs <= goals.keptMs &&
  ratios.freshMs <= goals.freshMs;
say(ok ? 'all goals met' : `goals missed: ${JSON.stringify(goals)}`);
if (asJson) {
  const rounded = Object.fromEntries(
    Object.entries(ratios).map(([name, value]) => [name, Math.round(value * 1000) / 1000]),
  );
  console.log(
    JSON.stringify({
      name: 'auth',
      ok,
      ratios: rounded,
      machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'cpu'}, node ${process.version}`,
    }),
  );
}
auth.close();
server.closeAllConnections();
server.close();
