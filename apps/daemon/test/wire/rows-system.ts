import { expect, vi } from 'vitest';
import { CCU_USER, type World } from '../world.js';
import type { WriteRow } from './row.js';

const ADMIN = { user: 'test-admin' };
const NOTHING = { wire: [], stream: [] } as const;
/** The archive is written on the CCU and deleted from it when it was fetched; its house stays as it is. */
const IN_THE_BACKGROUND: readonly string[] = [
  expect.stringMatching(/^script backup_start /),
  expect.stringMatching(/^script backup_remove /),
];
const PATIENCE = { timeout: 50_000, interval: 20 } as const;
const fingerprintOf = async (world: World, subject: string): Promise<string> =>
  (await world.call('GET', '/api/v1/auth/tokens/v2')).json.find((each: { subject: string }) => each.subject === subject)
    .fingerprint;

/** Accounts, backups and the CCU as a whole. What cuts the gateway off from its CCU comes last. */
export const SYSTEM_ROWS: readonly WriteRow[] = [
  {
    of: 'POST /users',
    title: 'makes an account here',
    ask: { body: { username: 'neu', password: 'lang genug 1', role: 'operator' } },
    ...NOTHING,
    answer: [201, expect.objectContaining({ subject: 'neu', role: 'operator' })],
    audit: [{ outcome: 'ok', ...ADMIN }],
  },
  {
    of: 'PATCH /users/{subject}',
    title: 'changes an account',
    ask: { params: { subject: 'neu' }, body: { role: 'viewer' } },
    ...NOTHING,
    answer: [204, undefined],
    audit: [{ outcome: 'ok', ...ADMIN }],
  },
  {
    of: 'DELETE /users/{subject}',
    title: 'deletes an account',
    ask: { params: { subject: 'neu' } },
    ...NOTHING,
    answer: [204, undefined],
    audit: [{ outcome: 'ok', ...ADMIN }],
  },
  {
    of: 'POST /auth/tokens',
    title: 'hands a token out once',
    ask: { body: { subject: 'alt', role: 'viewer' } },
    ...NOTHING,
    answer: [201, expect.objectContaining({ token: expect.any(String) })],
    audit: [{ outcome: 'ok', ...ADMIN }],
  },
  {
    of: 'DELETE /auth/tokens/{id}',
    title: 'ends it',
    async ask(_, world) {
      const { json } = await world.call('GET', '/api/v1/auth/tokens');
      return { params: { id: json.find((each: { subject: string }) => each.subject === 'alt').id } };
    },
    ...NOTHING,
    answer: [204, undefined],
    audit: [{ outcome: 'ok', ...ADMIN }],
  },
  {
    of: 'POST /auth/tokens/v2',
    title: 'hands a token out that ends by itself',
    ask: { body: { subject: 'neuer', role: 'viewer', expires_in_days: 3 } },
    ...NOTHING,
    answer: [201, expect.objectContaining({ token: expect.any(String) })],
    audit: [{ outcome: 'ok', ...ADMIN }],
  },
  {
    of: 'DELETE /auth/tokens/v2/{fingerprint}',
    title: 'ends it',
    ask: async (_, world) => ({ params: { fingerprint: await fingerprintOf(world, 'neuer') } }),
    ...NOTHING,
    answer: [204, undefined],
    audit: [{ outcome: 'ok', ...ADMIN }],
  },
  {
    of: 'POST /centrals/probe',
    title: 'only looks whether a CCU is there and lets itself be logged in to',
    ask: (_, { simulator }) => ({
      body: {
        name: 'probe',
        host: simulator.host,
        enabled: true,
        interfaces: [{ name: 'HmIP-RF', port: simulator.ports['HmIP-RF'] }],
        json_rpc_port: simulator.ports.jsonRpc,
        username: CCU_USER.name,
        password_plain: CCU_USER.password,
      },
    }),
    ...NOTHING,
    answer: [200, expect.anything()],
    audit: [{ action: 'central_probe', ...ADMIN, central: 'probe', note: expect.any(String) }],
  },
  {
    of: 'POST /interfaces/{id}/loop-test',
    title: 'sends a ping of its own, and waits for what comes back',
    ask: { params: { id: 'home-HmIP-RF' } },
    ...NOTHING,
    reads: [/^HmIP-RF ping "/],
    answer: [200, expect.objectContaining({ interface_id: 'home-HmIP-RF', ok: true })],
    audit: [],
  },
  {
    of: 'POST /backups',
    title: 'has the CCU make a backup and says how far it is',
    ask: { body: { central_name: 'home' } },
    wire: IN_THE_BACKGROUND,
    stream: [{ type: 'backup.progress', topic: 'hub.home.backup', payload: { state: 'done' } }],
    answer: [202, { id: expect.any(String), central_name: 'home' }],
    audit: [{ action: 'backup_create', ...ADMIN, central: 'home' }],
  },
  {
    of: 'backup.trigger',
    title: 'does the same',
    ask: { args: {} },
    wire: IN_THE_BACKGROUND,
    stream: [{ type: 'backup.progress', topic: 'hub.home.backup', payload: { state: 'done' } }],
    answer: { id: expect.any(String), central_name: 'home' },
    audit: [{ action: 'backup_create', ...ADMIN, central: 'home' }],
  },
  {
    of: 'backups.trigger',
    title: 'does the same',
    ask: { args: { central_name: 'home' } },
    wire: IN_THE_BACKGROUND,
    stream: [{ type: 'backup.progress', topic: 'hub.home.backup', payload: { state: 'done' } }],
    answer: { id: expect.any(String), central_name: 'home' },
    audit: [{ action: 'backup_create', ...ADMIN, central: 'home' }],
  },
  {
    of: 'DELETE /backups/{id}',
    title: 'deletes what was kept, here alone',
    async ask(_, world) {
      return vi.waitFor(async () => {
        const [{ id }] = (await world.call('GET', '/api/v1/backups')).json;
        return { params: { id } };
      }, PATIENCE);
    },
    ...NOTHING,
    answer: [204, undefined],
    audit: [{ action: 'backup_delete', ...ADMIN }],
  },
  {
    of: 'POST /backups/own',
    title: 'makes a backup of the gateway, here alone, and says how far it is',
    ask: { body: {} },
    wire: [],
    stream: [{ type: 'own_backup.progress', topic: 'system.own_backup', payload: { state: 'done' } }],
    answer: [202, { id: expect.any(String) }],
    audit: [{ action: 'gateway_backup_create', ...ADMIN }],
  },
  {
    of: 'POST /interfaces/{id}/reconnect',
    title: 'registers anew',
    ask: { params: { id: 'home-BidCos-RF' } },
    wire: [],
    stream: [{ type: 'system.status_changed', payload: { interface_id: 'home-BidCos-RF', healthy: true } }],
    reads: [/^BidCos-RF init "http:[^"]+" "[^"]+"/],
    answer: [202, undefined],
    audit: [{ action: 'interface_reconnect', ...ADMIN, central: 'home', note: 'home-BidCos-RF' }],
  },
  {
    of: 'POST /system/restart',
    title: 'is written down before it happens',
    ask: {},
    ...NOTHING,
    answer: [202, expect.objectContaining({ status: 'shutdown_signalled' })],
    audit: [{ action: 'gateway_restart', ...ADMIN }],
  },
  ...(['PUT /system/ccu/{central}/position', 'ccu.set_position'] as const).map((of, index) => {
    const position = { latitude: 52.52 + index, longitude: -13.405 };
    return {
      of,
      title: 'gives the CCU another position',
      ask: { params: { central: 'home' }, body: position, args: { central: 'home', ...position } },
      wire: [`script position {"longitude":-13.405,"latitude":${52.52 + index}}`],
      stream: [],
      answer: index === 0 ? [202, undefined] : expect.anything(),
      audit: [
        {
          action: 'ccu_position',
          ...ADMIN,
          central: 'home',
          changes: [
            { parameter: 'latitude', after: 52.52 + index },
            { parameter: 'longitude', after: -13.405 },
          ],
        },
      ],
    };
  }),
  {
    of: 'POST /system/ccu/{central}/reboot',
    title: 'has the CCU reboot',
    ask: { params: { central: 'home' } },
    wire: ['script reboot {}'],
    stream: [],
    answer: [202, undefined],
    audit: [{ action: 'ccu_reboot', ...ADMIN, central: 'home' }],
  },
];
