import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient, ProblemError, UnexpectedAnswerError, UnreachableError } from '../src/index.js';
import { failureOf, type Reply, type Seen, startServer } from './fixture.js';

type Server = Awaited<ReturnType<typeof startServer>>;

let server: Server;
afterEach(() => server?.close());

const start = async (answer: (seen: Seen) => Reply | Promise<Reply> = () => ({ body: {} })) => {
  server = await startServer(answer);
  return createClient({ url: `${server.url}/`, token: 'secret' });
};

describe('what is sent', () => {
  it('is the method and path of the operation, with encoded values and repeated lists', async () => {
    const gateway = await start();
    await gateway.call('getDataPoint', { path: { addr: 'a/b?c', no: 4, param: 'Ü #' }, query: { central: 'x&y' } });
    await gateway.call('listEvents', { query: { topics: ['a', 'b'], limit: undefined } });
    await gateway.call('readValuesBatch', { body: { queries: [] } });
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/devices/a%2Fb%3Fc/channels/4/data-points/%C3%9C%20%23?central=x%26y',
      'GET /api/v1/events/log?topics=a&topics=b',
      'POST /api/v1/devices/values:batch',
    ]);
    expect(server.seen[2]).toMatchObject({ body: '{"queries":[]}', headers: { 'content-type': 'application/json' } });
  });

  it('never is another operation because of a value in the path', async () => {
    const gateway = await start();
    for (const addr of ['', '.', '..']) {
      await expect(gateway.call('getDevice', { path: { addr } })).rejects.toThrow(/path\.addr must not be/);
    }
    expect(server.seen).toEqual([]);
  });

  it('carries the headers of the operation, and a form as a form', async () => {
    const gateway = await start();
    await gateway.call('setSysvar', {
      path: { name: 'Away' },
      headers: { 'Idempotency-Key': 'k-1' },
      body: { value: true },
    });
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.sbk');
    await gateway.call('uploadBackup', { body: form });
    expect(server.seen[0]?.headers['idempotency-key']).toBe('k-1');
    expect(server.seen[1]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });

  it.each([
    [{ token: 'a-token' }, 'Bearer a-token'],
    [{ token: async () => 'fresh' }, 'Bearer fresh'],
    [{ basic: { username: 'Jörg', password: 'a:b' } }, `Basic ${Buffer.from('Jörg:a:b').toString('base64')}`],
    [{}, undefined],
  ])('has the credential %j', async (credential, authorization) => {
    await start();
    await createClient({ url: server.url, ...credential }).call('getInfo');
    expect(server.seen[0]?.headers.authorization).toBe(authorization);
  });

  it('has the CSRF token only with a change that a cookie stands for', async () => {
    await start();
    const csrf = () => 'from-the-page';
    const bySession = createClient({ url: server.url, csrf });
    await bySession.call('getInfo');
    await bySession.call('logout');
    await createClient({ url: server.url, token: 't', csrf }).call('logout');
    expect(server.seen.map(({ headers }) => headers['x-csrf-token'])).toEqual([undefined, 'from-the-page', undefined]);
  });

  it('takes the CSRF token from the cookie of the page, and cookies along only where no credential is given', async () => {
    await start();
    const sent: RequestInit[] = [];
    const fetcher: typeof fetch = (input, init) => {
      sent.push(init ?? {});
      return fetch(input, init);
    };
    Object.assign(globalThis, { document: { cookie: 'other_service_csrf=no; service_csrf=abc.def' } });
    try {
      await createClient({ url: server.url, fetch: fetcher }).call('logout');
      await createClient({ url: server.url, fetch: fetcher, token: 't' }).call('logout');
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
    expect(server.seen[0]?.headers['x-csrf-token']).toBe('abc.def');
    expect(sent.map(({ credentials }) => credentials)).toEqual(['include', 'omit']);
  });
});

describe('the result of a call', () => {
  it('is the JSON of the answer, or nothing', async () => {
    const gateway = await start(({ path }) =>
      path.endsWith('/info') ? { body: { version: '1' } } : { status: 204, body: '' },
    );
    expect(await gateway.call('getInfo')).toEqual({ version: '1' });
    expect(await gateway.call('clearIncidents')).toBeUndefined();
    // An operation with JSON that has nothing to show.
    expect(await gateway.call('getHistoryImport')).toBeUndefined();
  });

  it('is the response itself for files and streams', async () => {
    const gateway = await start(() => ({ body: 'bytes', headers: { 'content-type': 'application/octet-stream' } }));
    const response = await gateway.request('downloadBackup', { path: { id: '7' } });
    expect(await response.text()).toBe('bytes');
  });

  it('is the problem of the gateway, with its requested pause', async () => {
    const errors = [{ field: 'value', reason: 'above max', max: 1 }];
    const gateway = await start(() => ({
      status: 429,
      headers: { 'retry-after': '7' },
      body: {
        code: 'rate_limited',
        reason: 'too_many',
        detail: 'Slow down',
        request_id: 'r-1',
        errors,
        centrals: ['a'],
      },
    }));
    const error = await failureOf(gateway.call('getInfo'));
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      code: 'rate_limited',
      reason: 'too_many',
      message: 'Slow down',
      status: 429,
      requestId: 'r-1',
      errors,
      retryAfterMs: 7_000,
      temporary: true,
      problem: { centrals: ['a'] },
    });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ['7', 7_000],
    ['7.', 7_000],
    ['0', 0],
    [' 12 ', 12_000],
    ['999999999999999999999999', 86_400_000],
    ['Sun, 22 Nov 2026 08:00:30 GMT', 30_000],
    ['Sunday, 22-Nov-26 08:00:30 GMT', 30_000],
    ['Sun Nov 22 08:00:30 2026', 30_000],
    ['Sun, 22 Nov 2026 07:59:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
    ['-5', undefined],
    ['1e3', undefined],
    ['7, 7', undefined],
    ['soon', undefined],
    ['May 99', undefined],
    ['', undefined],
  ])('has the pause when the answer requests %j', async (asked, retryAfterMs) => {
    const headers = { date: 'Sun, 22 Nov 2026 08:00:00 GMT', 'retry-after': asked };
    const gateway = await start(() => ({ status: 503, headers, body: {} }));
    expect(((await failureOf(gateway.call('getInfo'))) as ProblemError).retryAfterMs).toBe(retryAfterMs);
  });

  it('counts a date from the clock of this machine only where the answer has no date', async () => {
    const headers = { 'retry-after': 'Sun, 22 Nov 2026 08:00:30 GMT' };
    const fetcher = async () => new Response('{}', { status: 503, headers });
    const now = () => Date.UTC(2026, 10, 22, 8, 0, 20);
    const gateway = createClient({ url: 'http://gateway.lan', fetch: fetcher, now });
    expect(await failureOf(gateway.call('getInfo'))).toMatchObject({ retryAfterMs: 10_000 });
  });

  it.each(['<html>', '[]', 'null', '{"code":7,"errors":"x"}', '{"errors":[null]}'])(
    'is a problem without a code of the gateway: %s',
    async (body) => {
      const gateway = await start(() => ({ status: 502, body }));
      expect(await failureOf(gateway.call('getInfo'))).toMatchObject({
        name: 'ProblemError',
        code: 'http_502',
        errors: [],
        retryAfterMs: undefined,
      });
    },
  );

  it.each(['', '<html>'])('is refused where it is no JSON but should be: %j', async (body) => {
    const gateway = await start(() => ({ body }));
    const error = await failureOf(gateway.call('getInfo'));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 200 });
  });

  it('is refused where it leads elsewhere, and the credential does not go there', async () => {
    const gateway = await start(({ path }) =>
      path === '/stolen' ? { body: {} } : { status: 307, headers: { location: '/stolen' } },
    );
    expect(await failureOf(gateway.call('getInfo'))).toMatchObject({ code: 'redirected', status: 307 });
    expect(server.seen.map(({ path }) => path)).toEqual(['/api/v1/info']);
  });
});

describe('a call that does not end', () => {
  const never = () => new Promise<Reply>(() => {});

  it('ends after the time that it may take, also while the body is on its way', async () => {
    await start(never);
    const started: number[] = [];
    const timer = (run: () => void, delayMs: number) => {
      started.push(delayMs);
      queueMicrotask(run);
      return () => {};
    };
    const gateway = createClient({ url: server.url, timer, timeoutMs: 5_000 });
    const error = await failureOf(gateway.call('getInfo'));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ code: 'timeout', temporary: true });
    await failureOf(gateway.call('getInfo', { timeoutMs: 7 }));
    expect(started).toEqual([5_000, 7]);
  });

  it('lasts as long as its answer makes progress, and ends where too little comes', async () => {
    const due: (() => void)[] = [];
    const pass = () => {
      for (const run of due.splice(0)) run();
    };
    const timer = (run: () => void) => {
      due.push(run);
      return () => void due.splice(due.indexOf(run), 1);
    };
    let give: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          give = controller;
        },
      });
    const piece = new TextEncoder().encode(' '.repeat(4 * 1024));
    const fetcher = async (_url: unknown, init: RequestInit = {}) => {
      const stream = body();
      init.signal?.addEventListener('abort', () => give?.error(init.signal?.reason));
      return new Response(stream, { headers: { 'content-type': 'application/json' } });
    };
    const gateway = createClient({
      url: 'http://gateway.example',
      timer,
      timeoutMs: 5_000,
      fetch: fetcher as typeof fetch,
    });
    const long = gateway.call('getInfo');
    for (let hour = 0; hour < 20; hour += 1) {
      await vi.waitFor(() => expect(give).toBeDefined());
      give?.enqueue(piece);
      await vi.waitFor(() => expect(give?.desiredSize).toBe(1));
      pass();
    }
    give?.enqueue(new TextEncoder().encode('{"a":1}'));
    give?.close();
    expect(await long).toEqual({ a: 1 });
    give = undefined as ReadableStreamDefaultController<Uint8Array> | undefined;
    const stuck = failureOf(gateway.call('getInfo'));
    await vi.waitFor(() => expect(give).toBeDefined());
    give?.enqueue(new TextEncoder().encode('{'));
    await vi.waitFor(() => expect(give).toMatchObject({ desiredSize: 1 }));
    pass();
    expect(await stuck).toMatchObject({ code: 'timeout' });
    expect(due).toEqual([]);
  });

  it('gives a form the time besides that its files need at the slowest rate', async () => {
    await start(never);
    const started: number[] = [];
    const timer = (run: () => void, delayMs: number) => {
      started.push(delayMs);
      queueMicrotask(run);
      return () => {};
    };
    const gateway = createClient({ url: server.url, timer, timeoutMs: 5_000 });
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(3 * 1024 * 1024)]));
    expect(await failureOf(gateway.call('uploadOwnBackup', { body }))).toMatchObject({ code: 'outcome_unknown' });
    expect(started).toEqual([5_000 + 1024 * 30_000]);
  });

  it('ends with the reason of the signal', async () => {
    const gateway = await start(never);
    const ending = new AbortController();
    const call = gateway.call('getInfo', { signal: ending.signal });
    ending.abort('enough');
    expect(await failureOf(call)).toBe('enough');
    expect(await failureOf(gateway.call('getInfo', { signal: AbortSignal.abort('before') }))).toBe('before');
  });

  it('leaves no timer behind, however it ended', async () => {
    let running = 0;
    const timer = () => {
      running += 1;
      return () => {
        running -= 1;
      };
    };
    await start(({ path }) => (path.endsWith('/info') ? { body: {} } : { status: 500, body: {} }));
    const gateway = createClient({ url: server.url, timer });
    await gateway.call('getInfo');
    await failureOf(gateway.call('listDevices'));
    await server.close();
    await failureOf(gateway.call('getInfo'));
    expect(running).toBe(0);
  });

  it('rejects at once when nothing listens there', async () => {
    const gateway = await start();
    await server.close();
    expect(await failureOf(gateway.call('getInfo'))).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('a client', () => {
  it.each([
    [{ url: 'gateway.lan' }, /url must begin with/],
    [{ url: 'ftp://gateway.lan' }, /url must begin with/],
    [{ url: 'http://anna:secret@gateway.lan' }, /use basic/],
    [{ url: 'http://gateway.lan', token: 'a', basic: { username: 'b', password: 'c' } }, /either token or basic/],
    [{ url: 'http://gateway.lan', basic: { username: 'a:b', password: 'c' } }, /colon/],
  ])('is not made with %j', (options, message) => {
    expect(() => createClient(options)).toThrow(message);
    expect(() => createClient(options)).not.toThrow(/secret/);
  });

  it('knows the path of a proxy', () => {
    expect(createClient({ url: new URL('https://proxy.lan/gateway/?x#y') }).url).toBe('https://proxy.lan/gateway');
  });

  it('refuses operations that are none', async () => {
    const gateway = await start();
    for (const name of ['toString', 'openEvents']) {
      await expect(gateway.call(name as 'getInfo')).rejects.toThrow(/no operation of the gateway/);
    }
  });
});
