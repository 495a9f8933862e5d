import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

describe('the API reference', () => {
  it('finds a call, sends it with the session, and shows the answer and both lines to copy', async () => {
    const { page, faults, accessibility, close } = await world.visit('/api-reference', { role: 'viewer' });
    await page.getByRole('searchbox').fill('getInfo');
    await page.getByRole('button', { name: 'GET /info' }).click();
    expect(new URL(page.url()).searchParams.get('open')).toBe('getInfo');
    await page.getByRole('button', { name: 'Send GET' }).click();
    await page.locator('.api-try figcaption', { hasText: '200' }).waitFor();
    expect(await page.locator('.api-answer').textContent()).toContain('"api_version"');
    const code = await page.locator('.code-block pre code').allTextContents();
    expect(code).toEqual([`curl '${world.demo.url}/api/v1/info'`, expect.stringContaining("gateway.call('getInfo');")]);
    expect(await accessibility()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('asks before it sends a call that changes data, and sends nothing when the user cancels', async () => {
    const { page, close } = await world.visit('/api-reference?open=createRoom&q=createRoom');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByRole('textbox', { name: 'Body' }).fill('{ "name": "Werkstatt"');
    expect(await page.getByRole('button', { name: 'Send POST' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('textbox', { name: 'Body' }).fill('{ "name": "" }');
    await page.getByRole('button', { name: 'Send POST' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Send POST' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.api-try .bad figcaption').waitFor();
    expect(sent).toHaveLength(1);
    await close();
  });

  it('keeps a viewer from calls that need another role, and names the role', async () => {
    const { page, close } = await world.visit('/api-reference?open=createRoom&q=createRoom', { role: 'viewer' });
    const send = page.getByRole('button', { name: 'Send POST' });
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    expect(await page.locator('.api-try').textContent()).toContain('administrator');
    await close();
  });
});
