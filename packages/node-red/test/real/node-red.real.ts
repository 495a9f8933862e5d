import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, openNodeRed } from './world.js';

type Node = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };
type Seen = readonly Readonly<Record<string, unknown>>[];

const SWITCH = '00F1C0DE000005/channels/4/data-points/STATE';
const TOPIC = 'demo/00F1C0DE000005:4/STATE';
const pictures = resolve(import.meta.dirname, '../../../../var/screenshots/node-red');

/** Nodes of a tab that keep messages, losses, the texts of all statuses and errors; a wire does not leave its tab. */
function recorderOf(z: string): readonly Node[] {
  const keep = (name: string, what: string): Node => ({
    ...{ id: `${name}-${z}`, type: 'function', z, name, outputs: 0, wires: [] },
    func: `global.set('${name}', [...(global.get('${name}') || []), ${what}]);`,
  });
  return [
    keep('messages', 'msg'),
    keep('losses', 'msg'),
    keep('texts', '{ id: msg.status.source.id, text: msg.status.text }'),
    keep('errors', '{ id: msg.error.source.id, text: msg.error.message }'),
    { id: `status-${z}`, type: 'status', z, scope: null, wires: [[`texts-${z}`]] },
    { id: `catch-${z}`, type: 'catch', z, scope: null, wires: [[`errors-${z}`]] },
  ];
}

/** Answers what was kept, at `/seen/…`. */
const answering: readonly Node[] = [
  { id: 'record', type: 'tab', label: 'Recorder' },
  { id: 'asked', type: 'http in', z: 'record', url: '/:name', method: 'get', wires: [['answer']] },
  {
    ...{ id: 'answer', type: 'function', z: 'record', outputs: 1, wires: [['reply']] },
    func: 'msg.payload = global.get(msg.req.params.name) || []; return msg;',
  },
  { id: 'reply', type: 'http response', z: 'record', statusCode: '200', wires: [] },
];

describe('the nodes in a real Node-RED', () => {
  let gateway: Awaited<ReturnType<typeof openGateway>>;
  let red: Awaited<ReturnType<typeof openNodeRed>>;
  beforeAll(async () => {
    [gateway, red] = await Promise.all([openGateway(), openNodeRed()]);
    await gateway.set(SWITCH, false);
  });
  afterAll(async () => {
    await red?.close();
    await gateway?.close();
  });

  const seen = async (name: string) => (await red.get(`/seen/${name}`)) as Seen;
  const values = async () =>
    (await seen('messages')).filter(({ topic }) => topic === TOPIC).map(({ payload }) => payload);
  const textOf = async (id: string) => (await seen('texts')).filter((each) => each.id === id).at(-1)?.text;
  const isConnected = () => expect.poll(() => textOf('all')).toMatch(/^connected/);

  /** All examples with the address and token of this gateway; the event node of one is recorded. */
  function flows({ recorded = true } = {}): readonly Node[] {
    const folder = join(red.nodes, 'examples');
    const examples = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Node[]);
    const nodes = examples.flat().filter(({ id }) => id !== 'gateway');
    const connection = { id: 'gateway', type: 'ccu-gateway-connection', name: 'home', url: gateway.url };
    return [
      { ...connection, credentials: { token: gateway.token } },
      ...nodes.map((node) =>
        node.id === 'all' && recorded
          ? {
              ...node,
              wires: [
                ['values', 'messages-watch'],
                ['losses', 'losses-watch'],
              ],
            }
          : node,
      ),
      ...(recorded ? nodes.filter(({ type }) => type === 'tab').flatMap(({ id }) => recorderOf(id)) : []),
      ...(recorded ? answering : []),
    ];
  }

  it('loads all types and deploys the examples; the token is in no file in plain text', async () => {
    const [set] = ((await red.get('/nodes')) as readonly { module: string; err?: string; types: string[] }[]).filter(
      ({ module }) => module === '@ccu-gateway/node-red',
    );
    expect(set?.err).toBeUndefined();
    expect(set?.types).toHaveLength(9);
    await red.deploy(flows());
    await isConnected();
    await gateway.set(SWITCH, true);
    await expect.poll(values).toContain(true);
    const files = readdirSync(red.userDir, { recursive: true, withFileTypes: true }).filter(
      (file) => file.isFile() && !file.name.endsWith('.new'),
    );
    const texts = files.map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'));
    expect(texts.filter((text) => text.includes(gateway.token))).toEqual([]);
    expect(red.output()).not.toContain(gateway.token);
    expect(statSync(join(red.userDir, 'ccu-gateway/gateway.position')).mode & 0o777).toBe(0o600);
  });

  it('the examples work: a control, the history and the problems answer without an error', async () => {
    await red.deploy([
      ...flows().map((node) =>
        /^(heat|past|problems)$/.test(node.id) ? { ...node, wires: [[`messages-${node.z}`]] } : node,
      ),
    ]);
    await isConnected();
    await Promise.all(['set', 'ask'].map(red.press));
    const topics = async () => (await seen('messages')).map(({ topic }) => String(topic));
    await expect
      .poll(topics)
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^00F1C0DE000001\/SET_POINT_TEMPERATURE$/),
          '00F1C0DE000001:1:ACTUAL_TEMPERATURE',
        ]),
      );
    expect(await seen('errors')).toEqual([]);
  });

  it('replays the events that happened while Node-RED was killed', async () => {
    await red.deploy(flows());
    await isConnected();
    await gateway.set(SWITCH, true);
    await red.end('SIGKILL');
    await gateway.set(SWITCH, false);
    await gateway.set(SWITCH, true);
    await red.restart();
    await expect.poll(async () => (await values()).slice(-2)).toEqual([false, true]);
    const replayed = (await seen('messages')).filter(({ topic }) => topic === TOPIC);
    expect(replayed.at(-1)).toMatchObject({ replayed: true, deviceName: expect.any(String) });
    expect(await seen('losses')).toEqual([]);
  });

  it('has no gap across a deployment of a single flow', async () => {
    const before = (await values()).length;
    const changed = flows().map((node) => (node.id === 'all' ? { ...node, name: 'renamed' } : node));
    await Promise.all([red.deploy(changed, 'nodes'), gateway.set(SWITCH, false)]);
    await gateway.set(SWITCH, true);
    await expect.poll(async () => (await values()).slice(before)).toEqual([false, true]);
  });

  it('says in words that the gateway is away, and that events are missing after its crash', async () => {
    await gateway.end('SIGKILL');
    await expect.poll(() => textOf('all')).toMatch(/^the gateway is away/);
    await red.press('set');
    await expect
      .poll(() => seen('errors'))
      .toMatchObject([{ id: 'heat', text: expect.stringContaining('the gateway cannot be reached') }]);
    await gateway.restart();
    await expect
      .poll(() => seen('losses'))
      .toMatchObject([{ topic: 'lost', payload: expect.stringMatching('^events are missing') }]);
    await expect.poll(() => textOf('all')).toMatch(/^connected; events are missing/);
    await gateway.set(SWITCH, false);
    await expect.poll(async () => (await values()).at(-1)).toBe(false);
  });

  it('shows forms, the picker and German help in the editor', async () => {
    await red.deploy(flows({ recorded: false }));
    mkdirSync(pictures, { recursive: true });
    const browser = await chromium.launch({ executablePath: process.env.CCU_GATEWAY_BROWSER, args: ['--no-sandbox'] });
    try {
      for (const locale of ['en-US', 'de']) {
        const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale, reducedMotion: 'reduce' });
        const errors: string[] = [];
        // The tips of Node-RED 5.0.7 throw this one where their bar is hidden.
        page.on('pageerror', ({ message }) => /reading 'html'/.test(message) || errors.push(message));
        await page.goto(`${red.url()}/#flow/watch`);
        await page.locator('#all').waitFor();
        await page
          .locator('.red-ui-flow-node-status-label', { hasText: /connected|verbunden/ })
          .first()
          .waitFor();
        await page.locator('#red-ui-palette-search input').pressSequentially('ccu-gateway');
        await page.locator('.red-ui-palette-node[data-palette-type=inject]').waitFor({ state: 'hidden' });
        await page.screenshot({ path: join(pictures, `flow-${locale}.png`) });
        await page.locator('#all').dblclick();
        await page.locator('#node-input-device').click();
        await page.locator('#node-input-device').pressSequentially('wohn');
        const entry = page.locator('.red-ui-autoComplete-container').getByText('Heizkörper Wohnzimmer · Wohnzimmer');
        await entry.waitFor();
        await page.screenshot({ path: join(pictures, `picker-${locale}.png`) });
        await entry.click();
        expect(await page.locator('#node-input-device').inputValue()).toBe('00F1C0DE000001');
        expect(await page.locator('#node-input-central').inputValue()).toBe('demo');
        await page.locator('#node-input-parameter').pressSequentially('set_point_temp');
        await page.locator('.red-ui-autoComplete-container').getByText('1:SET_POINT_TEMPERATURE').click();
        expect(await page.locator('#node-input-parameter').inputValue()).toBe('SET_POINT_TEMPERATURE');
        expect(await page.locator('#node-input-channel').inputValue()).toBe('1');
        const labels = await page.locator('.form-row [data-i18n]').allTextContents();
        expect(labels.filter((label) => label === '' || label.includes('ccu-gateway.'))).toEqual([]);
        await page.locator('#node-dialog-cancel').click();
        await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
        await page.evaluate("RED.sidebar.help.show('ccu-gateway-event')");
        await page.getByText(locale === 'de' ? 'Ausgang 2: Verluste' : 'Output 2: losses').waitFor();
        await page.screenshot({ path: join(pictures, `help-${locale}.png`) });
        expect(errors).toEqual([]);
        await page.close();
      }
    } finally {
      await browser.close();
    }
  });
});
