import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { type SectionStore, StorageError } from '@ccu-gateway/storage';
import { afterAll, describe, expect, it } from 'vitest';
import { createHotSettings, type GatewayConfig, loadConfig } from '../config/index.js';
import { createStoredConfig, withStoredSections } from './config.js';
import { alwaysMore } from './way-in-fixture.js';

const cwd = mkdtempSync(join(tmpdir(), 'config-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const box = createSecretBox(new Uint8Array(32).fill(7), (size) => new Uint8Array(size).fill(3));
const NOW = 1_700_000_000_000;

function memorySections(
  initial: Readonly<Record<string, unknown>> = {},
): SectionStore & { rows: Map<string, unknown> } {
  const rows = new Map(Object.entries(initial));
  return {
    rows,
    all: async () => Object.fromEntries(rows),
    get: async (section) => rows.get(section),
    put: async (section, value) => void rows.set(section, JSON.parse(JSON.stringify(value))),
    async replace(section, before, after) {
      if (!isDeepStrictEqual(rows.get(section), before)) return false;
      if (after === undefined) rows.delete(section);
      else rows.set(section, JSON.parse(JSON.stringify(after)));
      return true;
    },
  };
}

function world(env: Readonly<Record<string, string>> = {}, sections = memorySections()) {
  const applied: GatewayConfig[] = [];
  const state = { fail: undefined as Error | undefined };
  const hot = createHotSettings();
  hot.add({ paths: ['north.rest.auth', 'north.rest.cors'] });
  hot.add({
    paths: ['backup'],
    apply(next) {
      applied.push(next);
      if (state.fail !== undefined && next.backup.keep_last > 0) throw state.fail;
    },
  });
  const started = loadConfig({ argv: [], env: { HOME: cwd, ...env }, cwd });
  const config = createStoredConfig({
    started,
    sections,
    box,
    now: () => NOW,
    hot,
    wayIn: alwaysMore({ sections }),
  });
  return { config, sections, applied, started, state };
}

const oidc = {
  enabled: true,
  issuer: 'https://id.example',
  client_id: 'gateway',
  client_secret: 'very secret',
  redirect_url: 'https://gateway.example/api/v1/auth/oidc/callback',
};

describe('the configuration at run time', () => {
  it('lists for each setting its allowed values, its variable and its section', () => {
    const { config } = world();
    const field = (path: string) => config.fields().find((each) => each.path === path);
    expect(field('logging.level')).toMatchObject({
      values: ['debug', 'info', 'warn', 'error'],
      variable: 'SERVICE_LOG_LEVEL',
      section: 'logging',
    });
    expect(field('callback.port')).toMatchObject({ minimum: 0, maximum: 65_535, section: 'callback' });
    expect(field('callback.port')?.allowed).toBe('a whole number from 0 to 65535');
    expect(field('data_dir')).not.toHaveProperty('section');
    expect(field('backup.keep_last')).not.toHaveProperty('variable');
  });

  it('takes over at once what can change while running', async () => {
    const { config, applied } = world();
    const saved = await config.saveSection('backup', { schedule: '24h', keep_last: 5 });
    expect(saved).toEqual({
      section: 'backup',
      version: NOW,
      updatedAt: NOW,
      restartRequired: false,
      applied: true,
    });
    expect(applied.at(-1)?.backup).toMatchObject({ schedule: '24h', keep_last: 5, dir: '' });
    expect(config.sources().get('backup.keep_last')).toBe('db');
    expect(config.sources().get('backup.dir')).toBe('default');
    expect(config.changes()).toEqual([
      { path: 'backup.schedule', applied: true },
      { path: 'backup.keep_last', applied: true },
    ]);
  });

  it('lists settings that wait for a restart, until they are taken back', async () => {
    const { config, applied } = world();
    expect(await config.saveSection('locale', { locale: 'de' })).toMatchObject({
      restartRequired: true,
      applied: true,
    });
    expect(applied).toHaveLength(0);
    expect(config.changes()).toEqual([{ path: 'locale', applied: false }]);
    expect(await config.section('locale')).toEqual({ locale: 'de' });
    await config.resetSection('locale');
    expect(config.changes()).toEqual([]);
  });

  it('stores secrets sealed, shows them as a mask, and never stores the mask [K23]', async () => {
    const { config, sections, started } = world();
    await config.saveSection('north.rest.auth.oidc', oidc);
    expect(JSON.stringify(sections.rows.get('north.rest.auth.oidc'))).toContain('enc:v1:');
    expect(JSON.stringify([...sections.rows])).not.toContain('very secret');
    expect(await config.section('north.rest.auth.oidc')).toMatchObject({ client_secret: '***' });
    expect(JSON.stringify(config.effective())).not.toContain('very secret');

    await config.saveSection('north.rest.auth.oidc', { ...oidc, client_id: 'other', client_secret: '***' });
    expect(config.current().north.rest.auth.oidc.client_secret?.reveal()).toBe('very secret');
    const restarted = await withStoredSections(started, sections, box);
    expect(restarted.config.north.rest.auth.oidc.client_id).toBe('other');
    expect(restarted.config.north.rest.auth.oidc.client_secret?.reveal()).toBe('very secret');
  });

  it('asks for a secret again where it would be sent to another place, and changes nothing', async () => {
    const { config } = world();
    await config.saveSection('north.rest.auth.oidc', oidc);
    const elsewhere = { ...oidc, issuer: 'https://evil.example', client_secret: '***' };
    await expect(config.saveSection('north.rest.auth.oidc', elsewhere)).rejects.toMatchObject({
      code: 'validation',
      details: { errors: [{ field: 'north.rest.auth.oidc.client_secret' }] },
    });
    expect(await config.section('north.rest.auth.oidc')).toMatchObject({ issuer: oidc.issuer });
  });

  it('asks for a secret again however it is left out, also over two changes, and where the environment or the file has it', async () => {
    const { config } = world({ SERVICE_OIDC_CLIENT_SECRET: 'of the environment' });
    const { client_secret: _given, ...withoutSecret } = oidc;
    const refused = { details: { errors: [{ field: 'north.rest.auth.oidc.client_secret' }] } };
    for (const left of [{}, { client_secret: '***' }]) {
      const change = { ...withoutSecret, ...left };
      await expect(config.saveSection('north.rest.auth.oidc', change)).rejects.toMatchObject(refused);
    }
    const other = world();
    await other.config.saveSection('north.rest.auth.oidc', oidc);
    // Without a secret there is nothing to send; the stored one does not come back at another address.
    await other.config.saveSection('north.rest.auth.oidc', { ...withoutSecret, issuer: 'https://evil.example' });
    expect(other.config.current().north.rest.auth.oidc.client_secret).toBeUndefined();
    const masked = { ...oidc, issuer: 'https://evil.example', client_secret: '***' };
    await other.config.saveSection('north.rest.auth.oidc', masked);
    expect(other.config.current().north.rest.auth.oidc.client_secret).toBeUndefined();
  });

  it('keeps the secret that another gateway has taken meanwhile, and what else that one has changed', async () => {
    const one = world();
    const other = world({}, one.sections);
    await one.config.saveSection('north.rest.auth.oidc', oidc);
    await other.config.reload();
    await one.config.saveSection('north.rest.auth.oidc', { ...oidc, client_secret: 'newer secret' });
    await one.config.saveSection('locale', { locale: 'de' });
    const shown = await other.config.section('north.rest.auth.oidc');
    await other.config.saveSection('north.rest.auth.oidc', { ...shown, client_id: 'other' });
    await one.config.reload();
    for (const { config } of [one, other]) {
      const { client_id: id, client_secret: secret } = config.current().north.rest.auth.oidc;
      expect([id, secret?.reveal(), config.current().locale]).toEqual(['other', 'newer secret', 'de']);
    }
  });

  it('takes a mask where there is no secret for none [K23]', async () => {
    const { config, sections } = world();
    await config.saveSection('north.rest.auth.oidc', { ...oidc, client_secret: '***' });
    expect(config.current().north.rest.auth.oidc.client_secret).toBeUndefined();
    expect(sections.rows.get('north.rest.auth.oidc')).not.toHaveProperty('client_secret');
  });

  it.each([
    ['backup', { keep_last: -1 }, 'backup.keep_last'],
    ['backup', { nonsense: true }, 'backup.nonsense'],
    ['north.rest', { listen: ':1' }, 'north.rest.listen'],
    ['north.rest', { auth: { oidc: { enabled: true } } }, 'north.rest.auth.oidc.enabled'],
  ] as const)('refuses %s %j, names the field and stores nothing', async (section, value, field) => {
    const { config, sections } = world();
    await expect(config.saveSection(section, value)).rejects.toMatchObject({
      code: 'validation',
      details: { errors: [{ field }] },
    });
    expect(sections.rows.size).toBe(0);
    expect(config.changes()).toEqual([]);
  });

  it('leaves alone what the environment pins', async () => {
    const { config, sections } = world({ SERVICE_CALLBACK_PORT: '9000' });
    await expect(config.saveSection('callback', { port: 9001 })).rejects.toMatchObject({ code: 'validation' });
    expect(sections.rows.size).toBe(0);
    await config.saveSection('callback', { port: 9000, bin_port: 9002 });
    expect(config.current().callback).toMatchObject({ port: 9000, bin_port: 9002 });
  });

  it('takes one field back and forgets the section with its last field', async () => {
    const { config, sections } = world();
    await config.saveSection('backup', { schedule: '24h', keep_last: 5 });
    await config.resetField('backup.schedule');
    expect(config.current().backup).toMatchObject({ schedule: '0', keep_last: 5 });
    await config.resetField('backup.keep_last');
    await config.resetField('backup.keep_last');
    expect(sections.rows.size).toBe(0);
    await expect(config.resetField('north.rest.listen')).rejects.toMatchObject({ code: 'validation' });
  });

  it('shows a section without what belongs to another one or to the file', async () => {
    const { config } = world();
    const rest = await config.section('north.rest');
    expect(rest).toHaveProperty('cors');
    expect(rest).not.toHaveProperty('listen');
    expect(rest).not.toHaveProperty('auth.oidc');
    expect(rest).not.toHaveProperty('auth.users');
    expect(await config.saveSection('north.rest', rest)).toMatchObject({ restartRequired: false });
    expect(config.changes()).toEqual([]);
  });

  it('answers 503 without storage and keeps reading', async () => {
    const { started } = world();
    const config = createStoredConfig({
      started,
      sections: undefined,
      box,
      now: () => NOW,
      hot: createHotSettings(),
      wayIn: alwaysMore({}),
    });
    await expect(config.saveSection('locale', { locale: 'de' })).rejects.toMatchObject({ code: 'service_unready' });
    expect(config.effective()).toHaveProperty('locale', 'en');
    const fields = config.fields();
    expect(fields.find(({ path }) => path === 'north.rest.auth.oidc.client_secret')?.class).toBe('secret');
    expect(fields.find(({ path }) => path === 'north.rest.auth.users')?.class).toBe('secret');
    expect(fields.find(({ path }) => path === 'backup.keep_last')).toMatchObject({
      type: 'integer',
      default: 0,
    });
  });

  it('shows for each setting whether it needs a restart; those of the file alone always do', async () => {
    const { config } = world();
    const waits = (path: string) => config.fields().find((field) => field.path === path)?.restartRequired;
    expect(['backup.keep_last', 'north.rest.auth.basic_enabled', 'north.rest.cors'].map(waits)).toEqual([
      false,
      false,
      false,
    ]);
    expect(['north.rest.auth.users', 'north.rest.listen', 'callback.port', 'service_name'].map(waits)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const rest = await config.section('north.rest');
    expect(await config.saveSection('north.rest', { ...rest, cors: ['https://panel.example'] })).toMatchObject({
      restartRequired: false,
    });
    expect(await config.saveSection('north.rest', { ...rest, csrf_secure: true })).toMatchObject({
      restartRequired: true,
    });
    expect(config.changes()).toEqual([{ path: 'north.rest.csrf_secure', applied: false }]);
  });

  it('leaves the old value stored and in effect when a part cannot take the new one', async () => {
    const { config, sections, applied, state } = world();
    await config.saveSection('backup', { keep_last: 1 });
    state.fail = new Error('the disk is gone');
    expect(await config.saveSection('backup', { keep_last: 5 })).toEqual({
      section: 'backup',
      version: NOW,
      updatedAt: NOW,
      restartRequired: false,
      applied: false,
      applyError: 'the disk is gone',
    });
    expect(applied.map(({ backup }) => backup.keep_last)).toEqual([1, 5, 1]);
    expect(config.current().backup.keep_last).toBe(1);
    expect(sections.rows.get('backup')).toEqual({ keep_last: 1 });
    expect(config.changes()).toEqual([{ path: 'backup.keep_last', applied: true }]);
  });

  it('refuses to take a section back when what comes back cannot be taken over', async () => {
    const { config, sections, state } = world();
    await config.saveSection('backup', { keep_last: 1, schedule: '24h' });
    state.fail = new Error('the disk is gone');
    await expect(config.resetField('backup.schedule')).rejects.toMatchObject({
      code: 'service_unready',
      details: { reason: 'apply_failed' },
    });
    expect(sections.rows.get('backup')).toEqual({ keep_last: 1, schedule: '24h' });
    expect(config.current().backup.schedule).toBe('24h');
  });

  it('takes back at once what could not be stored', async () => {
    const { config, sections, applied } = world();
    sections.replace = async () => Promise.reject(new StorageError('storage_full', 'no room'));
    await expect(config.saveSection('backup', { keep_last: 5 })).rejects.toMatchObject({ code: 'service_unready' });
    expect(applied.map(({ backup }) => backup.keep_last)).toEqual([5, 0]);
    expect(config.current().backup.keep_last).toBe(0);
  });

  it('lets changes that come at once follow one another, so that none is lost', async () => {
    const { config, sections } = world();
    await Promise.all([
      config.saveSection('backup', { keep_last: 5 }),
      config.saveSection('locale', { locale: 'de' }),
      config.resetField('backup.keep_last'),
    ]);
    expect(config.current()).toMatchObject({ locale: 'de', backup: { keep_last: 0 } });
    expect([...sections.rows.keys()]).toEqual(['locale']);
  });
});
