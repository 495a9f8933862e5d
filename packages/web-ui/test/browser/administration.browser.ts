import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

describe('tokens', () => {
  it('are made and taken back by keyboard alone; the secret is shown once and works', async () => {
    const { page, faults, accessibility, close } = await world.visit('/tokens');
    await page.getByRole('button', { name: 'New token' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('<b>Küche</b> 🍳');
    await page.keyboard.press('Enter');
    const secret = dialog.locator('.code-block', { hasText: 'Token' }).first().locator('code');
    await secret.waitFor();
    const token = (await secret.textContent())!;
    const me = () => fetch(`${world.demo.url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await me()).json()).toMatchObject({ subject: '<b>Küche</b> 🍳', role: 'operator' });
    expect(await accessibility()).toEqual([]);
    await page.keyboard.press('Escape');
    const row = page.getByRole('row', { name: /Küche/ });
    expect(await row.textContent()).toContain('90 days left');
    await row.getByRole('button', { name: /Revoke/ }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Revoke' }).focus();
    await page.keyboard.press('Enter');
    await row.waitFor({ state: 'detached' });
    expect((await me()).status).toBe(401);
    expect(faults).toEqual([]);
    await close();
  });

  it('that never end ask why first', async () => {
    const { page, close } = await world.visit('/tokens?new=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Valid for' }).selectOption('never');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(
      await dialog.getByRole('textbox', { name: 'Why should it never expire?' }).getAttribute('aria-invalid'),
    ).toBe('true');
    await close();
  });

  it('are not for a viewer, and the page names the needed role', async () => {
    const { page, close } = await openAsViewer('/tokens');
    expect(await page.locator('main').textContent()).toContain('administrator');
    await close();
  });
});

/** A page that a role may not see has no heading of its own. */
async function openAsViewer(path: string) {
  const visit = await world.visit('/', { role: 'viewer' });
  await visit.page.goto(new URL(path, world.demo.url).href);
  await visit.page.locator('main .empty').waitFor();
  return visit;
}

describe('the last administrator', () => {
  it('can neither be deleted nor lose the role, and the page shows the reason', async () => {
    const { page, close } = await world.visit('/users?user=local:admin');
    const dialog = page.getByRole('dialog');
    const remove = dialog.getByRole('button', { name: 'Delete user' });
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    expect(await dialog.textContent()).toContain('last administrator');
    await close();
  });
});

describe('a user', () => {
  it('is disabled at once, with every session, gets no reason at sign-in, and may come back', async () => {
    const account = { username: 'leaves-us', password: 'leaves-the-house' };
    const asAdmin = world.demo.admin;
    const call = (method: string, path: string, body?: unknown, { username, password } = asAdmin) =>
      fetch(`${world.demo.url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    expect((await call('POST', '/users', { ...account, role: 'operator' })).status).toBe(201);
    expect((await call('GET', '/auth/me', undefined, account)).status).toBe(200);
    const { page, faults, accessibility, close } = await world.visit('/users?user=local:leaves-us');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByText('All sessions and tokens of this account end at once').waitFor();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByText(/Disabled since/).waitFor();
    expect((await call('GET', '/auth/me', undefined, account)).status).toBe(401);
    expect(await accessibility()).toEqual([]);
    await dialog.getByRole('button', { name: 'Enable again' }).click();
    await dialog.getByText(/Disabled since/).waitFor({ state: 'detached' });
    expect((await call('GET', '/auth/me', undefined, account)).status).toBe(200);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('CCUs', () => {
  it('prove their loop hop by hop', async () => {
    const { page, faults, close } = await world.visit('/centrals');
    await page.getByRole('button', { name: 'Test connection HmIP-RF' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The whole way works').waitFor();
    expect(await dialog.locator('.hop.proved').count()).toBe(4);
    expect(faults).toEqual([]);
    await close();
  });

  it('say a wrong password before they are added', async () => {
    const { page, close } = await world.visit('/centrals');
    await page.getByRole('button', { name: 'Add a CCU' }).click();
    const dialog = page.getByRole('dialog');
    await page.route('**/centrals/probe', (route) =>
      route.fulfill({ json: { reachable: true, login: 'refused', interfaces: ['HmIP-RF'] } }),
    );
    await dialog.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1');
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('refuses user name or password').waitFor();
    expect(await dialog.getByRole('checkbox', { name: 'BidCos-RF' }).isChecked()).toBe(false);
    await close();
  });
});

describe('settings', () => {
  it('are in sections that have names in both languages', async () => {
    for (const language of ['en', 'de'] as const) {
      const { page, close } = await world.visit('/settings', { language });
      await page.locator('.settings nav a').first().waitFor();
      const links = await page
        .locator('.settings nav a')
        .evaluateAll((all) =>
          all.map((each) => [new URL((each as HTMLAnchorElement).href).searchParams.get('section'), each.textContent]),
        );
      expect(links.filter(([section, name]) => section === name)).toEqual([]);
      await close();
    }
  });

  it('show a change before it is saved, the source of a value, and a reset', async () => {
    const { page, faults, close } = await world.visit('/settings?section=logging');
    const level = page.locator('.setting', { hasText: 'Log level' });
    await level.getByRole('combobox').selectOption('error');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.locator('.setting-diff').textContent()).toMatch(/Then.*error/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await level.getByText('changed here').waitFor();
    await level.getByRole('button', { name: /^Reset/ }).click();
    await level.getByText('changed here').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });
});

describe('settings that are not saved', () => {
  it('are kept from section to section, and asked about before they are left', async () => {
    const { page, faults, close } = await world.visit('/settings?section=logging');
    const level = page.locator('.setting', { hasText: 'Log level' }).getByRole('combobox');
    await level.selectOption('error');
    await page.locator('.settings nav a').first().click();
    await level.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.goBack();
    await level.waitFor();
    expect(await level.inputValue()).toBe('error');
    await page.getByRole('link', { name: 'Devices' }).click();
    await question.getByRole('button', { name: 'Leave and discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('backups', () => {
  it('are judged before they are sent, as a whole before they are kept, and a connection that breaks costs nothing', async () => {
    const { page, faults, accessibility, close } = await world.visit('/backups');
    const folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-upload-'));
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/backups/upload')) sent.push(request.url());
    });
    const dialog = page.getByRole('dialog');
    const choose = async (name: string, content: Buffer | number) => {
      const path = join(folder, name);
      writeFileSync(path, typeof content === 'number' ? '' : content);
      // Its bytes take no room on the disk: nothing is written to them.
      if (typeof content === 'number') truncateSync(path, content);
      await dialog.locator('input[type=file]').setInputFiles(path);
      await dialog.getByRole('button', { name: 'Upload a file' }).click();
    };
    const said = (words: string | RegExp) => dialog.getByRole('alert').filter({ hasText: words }).waitFor();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText('demo: done').waitFor();
    const list = () => page.request.get(new URL('/api/v1/backups', world.demo.url).href);
    const [{ id }] = (await (await list()).json()) as [{ id: string }];
    const whole = await (await page.request.get(new URL(`/api/v1/backups/${id}/download`, world.demo.url).href)).body();
    await page.getByRole('button', { name: 'Upload a file' }).click();

    await choose('far-too-large.sbk', 2 * 1024 ** 3 + 1);
    await said('Nothing was sent');
    expect(await dialog.locator('input[type=file]').getAttribute('aria-invalid')).toBe('true');
    await choose('empty.sbk', 0);
    await said('choose one');
    expect(sent).toEqual([]);

    await choose('cut-off.sbk', whole.subarray(0, whole.length >> 1));
    await said(/no complete backup of a CCU, and was not stored/);
    expect(await accessibility()).toEqual([]);

    let goOn = () => {};
    const held = new Promise<void>((settle) => {
      goOn = settle;
    });
    await page.route('**/backups/upload*', async (route) => {
      await held;
      await route.abort('connectionreset');
    });
    await choose('whole.sbk', whole);
    await dialog
      .getByRole('status')
      .filter({ hasText: /whole\.sbk .* is being sent/ })
      .waitFor();
    goOn();
    await dialog.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor();
    await page.unroute('**/backups/upload*');
    expect((await (await list()).json()) as unknown[]).toHaveLength(1);

    // The same file once more: the chooser tells that it was cancelled, and the dialog stays.
    await choose('whole.sbk', whole);
    await dialog.waitFor({ state: 'detached' });
    expect((await (await list()).json()) as unknown[]).toHaveLength(2);
    // The browser says both answers in its console.
    expect(faults.filter((fault) => !/422|ERR_CONNECTION_RESET/.test(fault))).toEqual([]);
    rmSync(folder, { recursive: true });
    await close();
  });

  it('from another machine are read completely before one is stored: an invalid file is refused with its reason', async () => {
    const { page, faults, close } = await world.visit('/backups');
    const kept = async () =>
      ((await (await page.request.get(new URL('/api/v1/backups', world.demo.url).href)).json()) as { id: string }[])
        .length;
    const before = await kept();
    const tar = (name: string, text: string) => {
      const header = Buffer.alloc(512);
      header.write(name, 0);
      header.write('0000644\0', 100);
      header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
      header.write('        ', 148);
      header.write('0', 156);
      header.write('ustar\0', 257);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
      return Buffer.concat([header, Buffer.alloc(512, text), Buffer.alloc(1_024)]);
    };
    const foreign = tar('holiday.txt', 'x'.repeat(512));
    const uploads: readonly (readonly [string, Buffer, RegExp])[] = [
      ['no archive', Buffer.from('<h1>no archive</h1>'.repeat(100)), /\w/],
      ['foreign', foreign, /lacks .*usr_local/],
      ['cut off', foreign.subarray(0, 700), /\w/],
    ];
    await page.getByRole('button', { name: 'Upload a file' }).click();
    const dialog = page.getByRole('dialog');
    for (const [name, buffer, reason] of uploads) {
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: `${name}.sbk`, mimeType: 'application/x-tar', buffer });
      const [answer] = await Promise.all([
        page.waitForResponse((each) => each.url().includes('/backups/upload')),
        dialog.getByRole('button', { name: 'Upload a file' }).click(),
      ]);
      expect([name, answer.status(), (await answer.json()).reason]).toEqual([name, 422, 'backup_damaged']);
      await dialog.getByRole('alert').filter({ hasText: reason }).waitFor();
    }
    expect(await kept()).toBe(before);
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
    await close();
  });

  it('are made, verified and inspected before they could be restored', async () => {
    const { page, faults, close } = await world.visit('/backups');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText('demo: done').waitFor();
    await page.getByRole('button', { name: 'Inspect' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await dialog.getByText('The file is whole').waitFor();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    const restore = dialog.getByRole('button', { name: 'Restore' });
    expect(await restore.getAttribute('aria-disabled')).toBe('true');
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the doctor', () => {
  it('reports hop by hop that nothing is wrong, and repeats its checks', async () => {
    const { page, faults, accessibility, close } = await world.visit('/doctor');
    await page.getByText('Nothing is wrong').waitFor();
    await page.getByRole('heading', { name: 'Way back of events' }).waitFor();
    expect(await accessibility()).toEqual([]);
    const looks: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/diagnostics/doctor')) looks.push(request.method());
    });
    await page.getByRole('button', { name: 'Run again' }).click();
    await expect.poll(() => looks).toEqual(['GET']);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows problems with their remedies, and only those when chosen', async () => {
    const report = {
      version: '1.4.0',
      running: true,
      examined_at: '2026-01-01T00:00:00.000Z',
      problems: 1,
      warnings: 0,
      findings: [
        { id: 'config.accepted', area: 'config', severity: 'ok', what: 'accepted', facts: {} },
        {
          id: 'data_dir.open_to_others',
          area: 'data_directory',
          severity: 'problem',
          what: '<b>secret.key</b> can be read',
          why: 'It holds secrets.',
          fix: { text: 'Take the rights away.', command: 'ccu-gateway doctor --fix' },
          facts: {},
        },
      ],
    };
    const { page, faults, close } = await world.visit('/doctor', {
      prepare: async (opened) => {
        await opened.route('**/diagnostics/doctor*', (route) => route.fulfill({ json: report }));
      },
    });
    await page.getByText('<b>secret.key</b> can be read').waitFor();
    expect(await page.locator('.code-block code').textContent()).toBe('ccu-gateway doctor --fix');
    await page.getByRole('checkbox', { name: 'Only faults' }).check();
    await page.getByRole('heading', { name: 'Configuration' }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('show=wrong');
    expect(faults).toEqual([]);
    await close();
  });

  it('is not for a viewer, and the page names the needed role', async () => {
    const { page, close } = await openAsViewer('/doctor');
    expect(await page.locator('main').textContent()).toContain('administrator');
    await close();
  });
});
