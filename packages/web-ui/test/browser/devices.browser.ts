import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

/** HM-CC-RT-DN of the demo. */
const BIDCOS = 'SIM0000011';

const world = useDemoWorld();

describe('the table of devices', () => {
  it('is searched, filtered and sorted in the address, with any value as a column', async () => {
    const { page, faults, close } = await world.visit('/devices');
    await page.getByRole('searchbox').fill('heizkorper');
    await page.getByRole('group').filter({ hasText: 'Room' }).getByLabel('Wohnzimmer').check();
    await page.getByRole('row').nth(1).getByText('Heizkörper Wohnzimmer').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Find a value').fill('actual_temperature');
    await page
      .getByRole('checkbox', { name: /ACTUAL_TEMPERATURE\b/ })
      .first()
      .check();
    await page.getByRole('columnheader', { name: 'Temperature' }).getByRole('button').click();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      q: 'heizkorper',
      room: 'Wohnzimmer',
      sort: '.ACTUAL_TEMPERATURE',
    });
    await page.reload();
    await page.getByRole('columnheader', { name: 'Temperature' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the cost of a bulk write before it is sent, and the outcome on each device', async () => {
    const { page, faults, close } = await world.visit('/devices?q=rollladen%20s%C3%BCd', { role: 'operator' });
    await page.getByLabel('Select Rollladen Süd').check();
    await page.getByRole('button', { name: 'Set a value' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What').selectOption({ label: await labelOf('(LEVEL)') });
    await dialog.getByText('1 radio message').waitFor();
    await dialog.getByText(/Duty cycle now/).waitFor();
    await dialog.getByLabel(/^To/).fill('40');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('1 of 1 done, 0 failed').waitFor();
    await dialog.locator('.bulk-outcomes').getByText('confirmed').waitFor();
    expect(faults).toEqual([]);
    await close();

    async function labelOf(parameter: string): Promise<string> {
      const option = dialog.getByRole('option').filter({ hasText: parameter }).first();
      await option.waitFor({ state: 'attached' });
      return (await option.textContent()) ?? '';
    }
  });

  it('asks before a bulk write opens a lock, and sends nothing without the answer', async () => {
    const { page, faults, close } = await world.visit('/devices?q=keymatic', { role: 'operator' });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    await page.getByLabel('Select KeyMatic Nebeneingang').check();
    await page.getByRole('button', { name: 'Set a value' }).click();
    const dialog = page.getByRole('dialog');
    const option = dialog.getByRole('option').filter({ hasText: '(STATE)' }).first();
    await option.waitFor({ state: 'attached' });
    await dialog.getByLabel('What').selectOption({ label: (await option.textContent()) ?? '' });
    const value = dialog.getByLabel(/^To/);
    const unlocked = value.getByRole('option').filter({ hasText: 'unlocked' });
    await value.selectOption({ label: (await unlocked.textContent()) ?? '' });
    await dialog.getByRole('button', { name: 'Send' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(/really\?/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await question.getByRole('button').last().click();
    await dialog.getByText('1 of 1 done, 0 failed').waitFor();
    expect(sent).toHaveLength(1);
    expect(faults).toEqual([]);
    await close();
  });

  it('has a palette that opens the page of a lock and writes nothing', async () => {
    const { page, faults, close } = await world.visit('/devices', { role: 'operator' });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !request.url().endsWith('/ui/event')) sent.push(request.url());
    });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('keymatic');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'KeyMatic Nebeneingang' }).waitFor();
    expect(sent).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('never makes the browser lay out the page while it scrolls, and its rows come', async () => {
    const { page, close } = await world.visit('/devices');
    await page.getByText('51 devices').waitFor();
    const scrolled = await page.evaluate(async () => {
      const isLastThere = () => document.querySelector('[aria-rowindex="52"]') !== null;
      const { getBoundingClientRect } = Element.prototype;
      let asked = 0;
      Element.prototype.getBoundingClientRect = function (this: Element) {
        asked += 1;
        return getBoundingClientRect.call(this);
      };
      const before = isLastThere();
      // All of it in one task: no event of the house draws anything meanwhile.
      for (let top = 0; top < document.documentElement.scrollHeight; top += 100) {
        scrollTo(0, top);
        dispatchEvent(new Event('scroll'));
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      }
      Element.prototype.getBoundingClientRect = getBoundingClientRect;
      return { before, after: isLastThere(), asked };
    });
    expect(scrolled).toEqual({ before: false, after: true, asked: 0 });
    await close();
  });

  it('exports the shown rows', async () => {
    const { page, close } = await world.visit('/devices?q=rollladen');
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /As CSV/ }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe('\uFEFFAddress,Name,Model,Room,Value,State');
    expect(lines.filter((line) => line.includes('Rollladen'))).toHaveLength(lines.length - 1);
    await close();
  });
});

describe('finding by state', () => {
  it('keeps a view in the menu of every browser of the user', async () => {
    const { page, faults, close, accessibility, screenshot } = await world.visit('/devices?q=above%2015');
    await page.getByText(/^\d+ of \d+ devices$/).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of this view').fill('Warm <b>rooms</b>');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Warm <b>rooms</b>' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await accessibility()).toEqual([]);
    await screenshot('find-view');
    await close();
    const other = await world.visit('/', {});
    await other.page.getByRole('navigation').getByRole('link', { name: 'Warm <b>rooms</b>' }).click();
    await other.page.getByText(/^\d+ of \d+ devices$/).waitFor();
    expect([...faults, ...other.faults]).toEqual([]);
    await other.close();
  });
});

describe('the page of a device', () => {
  it('asks before a door is opened, and shows the confirmed state of the lock', async () => {
    const { page, faults, close } = await world.visit('/devices/demo/00F1C0DE000014', { role: 'operator' });
    const card = page.locator('.operated').first();
    await card.getByText('locked', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Unlock' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(/really\?/).waitFor();
    await page.keyboard.press('Escape');
    await card.getByText('locked', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Unlock' }).click();
    await question.getByRole('button', { name: 'Unlock' }).click();
    await card.getByText('unlocked', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the reason of a refused operation at its control', async () => {
    const { page, close } = await world.visit('/devices/demo/00F1C0DE000007', { role: 'operator' });
    const refusal = { type: 'urn:x', title: 'Locked', status: 423, code: 'locked', detail: 'This channel is locked' };
    await page.route('**/cdps/*/*', (route) =>
      route.fulfill({ status: 423, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
    );
    const card = page.locator('.operated').first();
    await card.getByRole('button', { name: 'Turn on' }).click();
    await card.getByRole('alert').getByText('Not done: This channel is locked').waitFor();
    await close();
  });

  it('shows changed settings as a difference before they are sent, and takes them back', async () => {
    const { page, faults, close } = await world.visit('/devices/demo/00F1C0DE000001/configure?channel=1', {
      role: 'operator',
    });
    const field = page.getByRole('textbox', { name: 'Boost Time Period' });
    const before = await field.inputValue();
    await field.fill('99');
    await page.getByText(/Possible are 0 to 30/).waitFor();
    await field.fill('12');
    await page.getByRole('button', { name: 'Review and send' }).click();
    const dialog = page.getByRole('dialog');
    const row = dialog.getByRole('row', { name: /Boost time period/i });
    expect(await row.locator('del').textContent()).toContain(before);
    expect(await row.locator('ins').textContent()).toContain('12');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.locator('.written').getByText('Accepted by the CCU').waitFor();
    expect(await field.inputValue()).toBe('12');
    await page.getByRole('button', { name: 'Undo the last write' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe(before);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the settings of a BidCos device itself, which belong to none of its channels', async () => {
    const { page, faults, close } = await world.visit(`/devices/demo/${BIDCOS}/configure?channel=device`);
    await page.getByRole('textbox', { name: 'Low Bat Limit' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Channel' }).inputValue()).toBe('device');
    expect(faults).toEqual([]);
    await close();
  });

  it('reserves an edited paramset, and shows others the editor and the time', async () => {
    const address = '/devices/demo/00F1C0DE000001/configure?channel=1';
    const mine = await world.visit(address, { role: 'operator' });
    const theirs = await world.visit(address);
    const name = { name: 'Boost Time Period' };
    await mine.page.getByRole('textbox', name).fill('12');
    await expect.poll(() => lockHolder()).toBe('operator');
    await theirs.page.reload();
    const notice = theirs.page.getByRole('status').filter({ hasText: 'operator has been editing these settings' });
    await notice.waitFor();
    expect(await theirs.page.getByRole('textbox', name).isDisabled()).toBe(true);
    expect(await theirs.accessibility()).toEqual([]);
    await notice.getByRole('button', { name: 'Apply' }).click();
    await notice.waitFor({ state: 'detached' });
    await theirs.page.getByRole('textbox', name).fill('13');
    await expect.poll(() => lockHolder()).toBe('admin');
    // The page that lost it learns so when it is looked at again, and cannot send what it has.
    await mine.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const lost = mine.page.getByRole('status').filter({ hasText: 'These settings are no longer reserved here' });
    await lost.getByText('admin has been editing').waitFor();
    const send = mine.page.getByRole('button', { name: 'Review and send' });
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    await theirs.page.close();
    await expect.poll(() => lockHolder()).toBeUndefined();
    expect([...mine.faults, ...theirs.faults].filter((fault) => !fault.includes('410'))).toEqual([]);
    await mine.close();
    await theirs.close();

    async function lockHolder(): Promise<string | undefined> {
      const { username, password } = world.demo.admin;
      const key = encodeURIComponent('channel:00F1C0DE000001:1:MASTER');
      const answer = await fetch(`${world.demo.url}/api/v1/sessions/edit?key=${key}`, {
        headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
      });
      return (await answer.json()).holder?.subject;
    }
  });

  it('asks before changed settings are lost to another channel, tab, page or step back', async () => {
    const { page, faults, close } = await world.visit('/devices/demo/00F1C0DE000001');
    const parts = page.getByRole('navigation', { name: 'Parts of this device' });
    await parts.getByRole('link', { name: 'Configure' }).click();
    const channel = page.getByRole('combobox', { name: 'Channel' });
    await channel.selectOption('1');
    const field = page.getByRole('textbox', { name: 'Boost Time Period' });
    await field.fill('12');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const stay = async () => {
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await field.inputValue()).toBe('12');
      expect(page.url()).toContain('/configure?channel=1');
    };
    await channel.selectOption('0');
    await stay();
    expect(await channel.inputValue()).toBe('1');
    await parts.getByRole('link', { name: 'Links' }).click();
    await stay();
    await page.evaluate(() => history.back());
    await question.waitFor();
    await stay();
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('boost');
    expect(await question.count()).toBe(0);
    await channel.selectOption('0');
    await question.getByRole('button', { name: 'Leave and discard' }).click();
    await field.waitFor({ state: 'detached' });
    expect(await channel.inputValue()).toBe('0');
    expect(faults).toEqual([]);
    await close();
  });

  it('asks also after a navigation in the same turn as the change', async () => {
    const { page, close } = await world.visit('/devices/demo/00F1C0DE000001/configure?channel=1');
    const field = page.getByRole('textbox', { name: 'Boost Time Period' });
    await field.evaluate(async (input: HTMLInputElement) => {
      input.value = '12';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      // The page is drawn anew in this turn, and no picture of it is shown.
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      document.querySelector<HTMLElement>('main a[href$="/links"]')!.click();
    });
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    expect(page.url()).toContain('/configure?channel=1');
    await close();
  });

  it('sends only the changed days of a changed week', async () => {
    const { page, faults, close } = await world.visit('/devices/demo/00F1C0DE000002/schedule', { role: 'operator' });
    const monday = page.getByRole('region', { name: 'Monday' });
    await monday.getByRole('button', { name: /Edit/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('To').first().fill('08:30');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await monday.getByRole('button', { name: /Copy/ }).click();
    await page.getByRole('dialog').getByLabel('Sunday').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'PUT'),
      page.getByRole('button', { name: 'Send' }).click(),
    ]);
    expect(Object.keys(request.postDataJSON().profiles)).toEqual(['P1']);
    expect(Object.keys(request.postDataJSON().profiles.P1.weekdays)).toEqual(['MONDAY', 'SUNDAY']);
    await page.locator('.written').getByText('Accepted by the CCU').waitFor();
    await page.getByRole('region', { name: 'Sunday' }).getByText('08:30', { exact: false }).first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('shows a viewer the forbidden actions, with the reason', async () => {
    const { page, close } = await world.visit('/devices/demo/00F1C0DE000007', { role: 'viewer' });
    const button = page.locator('.operated').first().getByRole('button', { name: 'Turn on' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.focus();
    expect(await page.getByRole('tooltip').filter({ visible: true }).textContent()).toContain('operator');
    await close();
  });
});

describe('direct links', () => {
  it('ask before one may unlock a door, and send nothing without the answer', async () => {
    const { page, faults, close } = await world.visit('/devices?q=keymatic', { role: 'operator' });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/links')) sent.push(request.url());
    });
    await page.getByRole('link', { name: 'KeyMatic Nebeneingang' }).click();
    await page.locator('.tabs').getByRole('link', { name: 'Links' }).click();
    await page.getByRole('button', { name: 'Add a link' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio').first().check();
    await dialog.getByRole('button', { name: 'Link', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('This opens a lock').waitFor();
    await question.getByText('without a question').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    await dialog.getByRole('button', { name: 'Link', exact: true }).click();
    await question.getByRole('button', { name: 'Link', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toHaveLength(1);
    expect(faults).toEqual([]);
    await close();
  });

  it('are tested and named in one table', async () => {
    const { page, faults, close } = await world.visit('/links?q=esstisch', { role: 'operator' });
    const row = page.getByRole('row').nth(1);
    await row.getByRole('button', { name: /^Test/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Short press' }).click();
    await page.getByRole('dialog').getByText('Accepted by the CCU').waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: /^Edit/ }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Esstisch <b>hell</b>');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').nth(1).getByText('Esstisch <b>hell</b>').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
