// A small gateway of your own with pages in mind: people sign in, a page reads the token for its writes from a cookie.
import { pathToFileURL } from 'node:url';
import {
  createAuth,
  createMemoryStores,
  defaultStatuses,
  describeNodeRequest,
  maxAuthBodyBytes,
  parseJsonBody,
} from '@ccu-gateway/auth-core';
import { requires } from '@ccu-gateway/auth-core/hono';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

const statusOf = ({ code }) => defaultStatuses[code];

/** Makes access control whose accounts and sessions live as long as the process: put stores of your own here. */
export async function openAuth({ admin, password }) {
  const auth = createAuth({ roleChecks: 'enforced', stores: createMemoryStores(), configUsers: { [admin]: password } });
  await auth.start();
  return auth;
}

export function createApp(auth) {
  const thermostat = { target: 21 };
  const app = new Hono();
  app.use(bodyLimit({ maxSize: maxAuthBodyBytes }));
  const bodyOf = async (context) =>
    parseJsonBody(new Uint8Array(await context.req.arrayBuffer()), context.req.header('content-type'));
  const answer = (context, { ok, value, problem }, shown) => {
    for (const cookie of value?.cookies ?? []) context.header('Set-Cookie', cookie, { append: true });
    for (const [name, text] of problem?.headers ?? []) context.header(name, text, { append: true });
    if (ok) return context.json(shown(value));
    return context.json({ code: problem.code, reason: problem.reason, detail: problem.detail }, statusOf(problem));
  };
  const person = ({ subject, role }) => ({ name: subject, role });

  app.post('/login', requires(auth, 'public', statusOf), async (context) => {
    const body = await bodyOf(context);
    const { username, password } = body.value ?? {};
    const signedIn = body.ok
      ? await auth.login(describeNodeRequest(context.env.incoming), { username, password })
      : body;
    return answer(context, signedIn, ({ principal }) => person(principal));
  });
  app.post('/logout', requires(auth, 'public', statusOf), async (context) =>
    answer(context, await auth.logout(describeNodeRequest(context.env.incoming)), () => ({})),
  );
  app.get('/me', requires(auth, 'viewer', statusOf), (context) => context.json(person(context.get('principal'))));
  app.get('/thermostat', requires(auth, 'viewer', statusOf), (context) => context.json(thermostat));
  app.put('/thermostat', requires(auth, 'operator', statusOf), async (context) => {
    const body = await bodyOf(context);
    const { target } = body.value ?? {};
    if (!(target >= 5 && target <= 30)) return context.json({ field: 'target', allowed: '5 to 30 °C' }, 422);
    thermostat.target = target;
    return context.json(thermostat);
  });
  return app;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { ADMIN = 'admin', ADMIN_PASSWORD: password, PORT = '8300' } = process.env;
  if (password === undefined) throw new Error('Set ADMIN_PASSWORD');
  const { fetch } = createApp(await openAuth({ admin: ADMIN, password }));
  serve({ fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`));
}
