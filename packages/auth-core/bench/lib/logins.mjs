// Honest logins during a flood, and guesses at a CCU, both with the throttle as it is shipped.
import { createAuth, createMemoryStores } from '../../dist/index.js';

const password = 'a-password-for-the-bench';
const cli = { subject: 'bench', scheme: 'cli', peer: 'local' };
const users = 10;
const allowedMs = 5000;
const floodMs = 3000;

const requestFrom = (peerAddress) => ({
  method: 'POST',
  target: '/api/v1/auth/login',
  rawHeaders: ['Host', '127.0.0.1'],
  peerAddress,
});
const homeOf = (index) => `192.168.1.${index + 1}`;
const addressOf = (index) => `10.0.${(index >> 8) & 255}.${index & 255}`;
/** Each of them in a network of its own, as far as there are networks. */
const networkOf = (index) => `${11 + (index % 150)}.${(index >> 8) & 255}.${index & 255}.1`;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function gateway(options = {}) {
  const auth = createAuth({ roleChecks: 'enforced', stores: createMemoryStores(), ...options });
  for (let index = 0; index < users; index += 1)
    await auth.users.create({ username: `user${index}`, password, role: 'viewer' }, cli);
  const login = (username, secret, peer) => auth.login(requestFrom(peer), { username, password: secret });
  return { auth, login };
}

/** 200 logins are under way all the time, each with a name of its own; ten honest ones sign in again and again. */
async function flooded({ burst, attackerOf, known }) {
  const { auth, login } = await gateway();
  if (known) for (let index = 0; index < users; index += 1) await login(`user${index}`, password, homeOf(index));
  const until = performance.now() + floodMs;
  let sent = 0;
  const attack = async () => {
    while (performance.now() < until) {
      sent += 1;
      const answer = await login(`name${sent}`, 'not-the-password', attackerOf(sent));
      // A refusal costs nothing; without a pause this loop would measure itself only.
      if (answer.problem.code !== 'unauthorized') await pause(20);
    }
  };
  const attackers = Array.from({ length: burst }, attack);
  let asked = 0;
  let right = 0;
  const signIn = async (index) => {
    while (performance.now() < until) {
      const began = performance.now();
      const answer = await login(`user${index}`, password, homeOf(index));
      asked += 1;
      if (answer.ok && performance.now() - began <= allowedMs) right += 1;
      await pause(20);
    }
  };
  await Promise.all(Array.from({ length: users }, (_, index) => signIn(index)));
  await Promise.all(attackers);
  auth.close();
  return { asked, sent, rate: right / asked };
}

async function guessCcu(peerOf, guesses) {
  let asked = 0;
  const verify = async () => {
    asked += 1;
    return { ok: false, cause: 'undecided' };
  };
  const ccu = {
    enabled: true,
    login: { verify },
    epoch: () => 'bench',
    central: () => 'bench',
    hasCentral: () => true,
  };
  const { auth, login } = await gateway({ ccu });
  for (let guess = 0; guess < guesses; guess += 1) await login('Karl', `guess-${guess}`, peerOf(guess));
  auth.close();
  return asked;
}

/** The lowest rate of honest logins over the floods that have a goal, and the most guesses a CCU was asked about. */
export async function measureLogins({ burst, say }) {
  const floods = [
    ['one address, honest ones from known addresses', () => '10.0.0.1', true],
    ['one address, honest ones from new addresses', () => '10.0.0.1', false],
    ['this machine, honest ones from known addresses', () => '127.0.0.1', true],
    ['ever new addresses of one network, honest ones from known addresses', addressOf, true],
    ['ever new addresses of one network, honest ones from new addresses', addressOf, false],
    ['ever new networks, honest ones from known addresses', networkOf, true],
    // Reported without a goal: nothing distinguishes these logins from the flood.
    ['ever new networks, honest ones from new addresses', networkOf, false, 'no goal'],
  ];
  let honest = 1;
  for (const [name, attackerOf, known, note] of floods) {
    const { asked, sent, rate } = await flooded({ burst, attackerOf, known });
    if (note === undefined) honest = Math.min(honest, rate);
    const share = `${(rate * 100).toFixed(1)} % of ${asked} honest logins within ${allowedMs / 1000} s`;
    say(`flood of ${burst} from ${name}: ${share} (${sent} attacks)${note === undefined ? '' : `, ${note}`}`);
  }
  const guesses = 500;
  const sources = [
    ['one address', () => '10.0.0.1'],
    ['this machine', () => '127.0.0.1'],
    ['ever new addresses', addressOf],
  ];
  let ccuGuesses = 0;
  for (const [name, peerOf] of sources) {
    const asked = await guessCcu(peerOf, guesses);
    ccuGuesses = Math.max(ccuGuesses, asked);
    say(`${guesses} guesses at a CCU account from ${name}: the CCU was asked ${asked} times before it was locked`);
  }
  return { honest, ccuGuesses };
}
