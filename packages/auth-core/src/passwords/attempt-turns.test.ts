import { expect, it } from 'vitest';
import { createMemoryStores } from '../memory/stores.js';
import { basic, describeRequest, startAuthWorld } from '../testing/index.js';
import { createAttemptTurns } from './attempt-turns.js';
import { BusyError } from './semaphore.js';

/** Turns that begin on request, and the numbers of the attempts that began. */
function startTurns(attempts: number) {
  const scheduled: (() => void)[] = [];
  const turn = createAttemptTurns((run) => void scheduled.push(run));
  const began: number[] = [];
  const attempt = (index: number) => turn().then(() => void began.push(index));
  const all = Array.from({ length: attempts }, (_, index) => attempt(index));
  const next = async () => {
    scheduled.shift()?.();
    for (let step = 0; step < 5; step += 1) await Promise.resolve();
  };
  return { all, attempt, began, next, scheduled };
}

it('lets four attempts begin in a turn of the event loop, in their order', async () => {
  const { began, next, scheduled, attempt } = startTurns(10);
  await next();
  expect(began.length).toBe(8);
  await next();
  expect(began).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await next();
  expect(scheduled).toEqual([]);
  await attempt(10);
  expect(began.at(-1)).toBe(10);
});

it('refuses an attempt when 1024 wait', async () => {
  const { attempt } = startTurns(4 + 1_024);
  await expect(attempt(-1)).rejects.toBeInstanceOf(BusyError);
});

it('holds for logins and for Basic: the others are looked up in later turns', async () => {
  const memory = createMemoryStores();
  let lookedUp = 0;
  const find: typeof memory.users.find = (account) => {
    lookedUp += 1;
    return memory.users.find(account);
  };
  const { auth } = await startAuthWorld({ stores: { ...memory, users: { ...memory.users, find } } });
  const inThisTurn = new Promise((settle) => setImmediate(() => settle(lookedUp)));
  const sent = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0
      ? auth.login(describeRequest({ method: 'POST' }), { username: `nobody${index}`, password: 'wrong-Passwort' })
      : auth.check(
          describeRequest({ headers: { Authorization: basic(`nobody${index}`, 'wrong-Passwort') } }),
          'viewer',
        ),
  );
  expect(await inThisTurn).toBe(4);
  await Promise.all(sent);
  expect(lookedUp).toBe(20);
  auth.close();
});
