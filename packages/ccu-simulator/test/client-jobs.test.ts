import { describe, expect, it } from 'vitest';
import { type ClientWorld, startClientWorld } from './client-world.js';

const bytesOf = async (content: AsyncIterable<Uint8Array>) => {
  let bytes = 0;
  for await (const chunk of content) bytes += chunk.length;
  return bytes;
};
const start = async (product: 'openccu' | 'container' | 'ccu3') => {
  const world = await startClientWorld({ interfaces: ['VirtualDevices'], simulator: { product } });
  await world.connected();
  world.simulator.received.clear();
  return world;
};
const scriptsOf = ({ simulator }: ClientWorld, ...names: readonly string[]) =>
  simulator.received.scripts.filter((name) => names.includes(name));

describe('a backup', () => {
  it('is written in the background where the product can, fetched, and deleted from the CCU', async () => {
    await using world = await start('openccu');
    const { content } = await world.ccu.hub.createBackup();
    expect(world.simulator.product.files()).toHaveLength(1);
    expect(await bytesOf(content)).toBeGreaterThan(512);
    expect(world.simulator.product.files()).toEqual([]);
    expect(scriptsOf(world, 'backup_start', 'job_output', 'backup_remove')).toEqual([
      'backup_start',
      'job_output',
      'job_output',
      'backup_remove',
    ]);
  });

  it('is deleted from the CCU also when its reader stops in the middle', async () => {
    await using world = await start('openccu');
    const { content } = await world.ccu.hub.createBackup();
    for await (const _ of content) break;
    expect(world.simulator.product.files()).toEqual([]);
  });

  it('comes in one request from a product that writes none in the background', async () => {
    await using world = await start('ccu3');
    const { content } = await world.ccu.hub.createBackup();
    expect(await bytesOf(content)).toBeGreaterThan(512);
    expect(scriptsOf(world, 'job_output', 'backup_remove')).toEqual([]);
  });

  it('comes in one request where the CCU runs no scripts', async () => {
    await using world = await start('openccu');
    world.simulator.faults.refuseScripts(true);
    expect(await bytesOf((await world.ccu.hub.createBackup()).content)).toBeGreaterThan(512);
  });

  it('comes in one request, and leaves nothing behind, where the CCU does not serve its file', async () => {
    await using world = await start('openccu');
    world.simulator.faults.withholdFiles(true);
    expect(await bytesOf((await world.ccu.hub.createBackup()).content)).toBeGreaterThan(512);
    expect(world.simulator.product.files()).toEqual([]);
  });

  it('comes with the page of an error behind it, as from a CCU3, on command', async () => {
    await using world = await start('ccu3');
    const whole = await bytesOf((await world.ccu.hub.createBackup()).content);
    world.simulator.faults.pageBehindBackup(true);
    expect(await bytesOf((await world.ccu.hub.createBackup()).content)).toBeGreaterThan(whole + 100);
  });

  it('that the CCU cannot write fails, and is not tried in another way', async () => {
    await using world = await start('openccu');
    world.simulator.faults.jobs('backup', 'fail');
    await expect(world.ccu.hub.createBackup()).rejects.toMatchObject({ code: 'fault' });
    expect(world.simulator.product.files()).toEqual([]);
  });

  it('is given up when the caller gives up', async () => {
    await using world = await start('openccu');
    world.simulator.faults.jobs('backup', 'hang');
    const caller = new AbortController();
    const backup = world.ccu.abortable(caller.signal).hub.createBackup();
    await expect.poll(() => scriptsOf(world, 'job_output').length).toBeGreaterThan(0);
    caller.abort();
    await expect(backup).rejects.toMatchObject({ code: 'aborted' });
    expect(scriptsOf(world, 'backup_remove')).toEqual(['backup_remove']);
  });
});

describe('new firmware', () => {
  it('is fetched and installed by a CCU that can, which restarts', async () => {
    await using world = await start('openccu');
    const before = world.simulator.product.version();
    await (await world.ccu.hub.installFirmware()).finished;
    await world.connected();
    await expect.poll(() => world.simulator.product.version()).not.toBe(before);
    await expect
      .poll(async () => await world.ccu.hub.firmwareUpdate().catch(() => undefined))
      .toMatchObject({ updateAvailable: false, supported: true });
  });

  it('that a CCU cannot fetch changes nothing, and fails with a reason', async () => {
    await using world = await start('openccu');
    world.simulator.faults.jobs('firmware', 'fail');
    const { finished } = await world.ccu.hub.installFirmware();
    await expect(finished).rejects.toMatchObject({ code: 'fault', message: expect.stringContaining('no space left') });
  });

  it.each(['container', 'ccu3'] as const)('is refused by a %s, which cannot install any by itself', async (product) => {
    await using world = await start(product);
    await expect(world.ccu.hub.installFirmware()).rejects.toMatchObject({ code: 'unsupported' });
    expect(scriptsOf(world, 'job_output')).toEqual([]);
  });
});
