import type { Demo } from './daemon.js';

/** Connects the bridge of the demo to brokers, as the page of the settings would. */
export async function configureBrokers({ url, admin }: Demo, brokers: object): Promise<void> {
  const credentials = Buffer.from(`${admin.username}:${admin.password}`).toString('base64');
  const answer = await fetch(`${url}/api/v1/config/sections/mqtt`, {
    method: 'PUT',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify({ brokers }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}
