import { describe, expect, it } from 'vitest';
import { useAssistant } from './assistant.js';

const held = useAssistant();

describe('an assistant over streamable HTTP', () => {
  it('finds devices by words in German and English, by room and by state', async () => {
    const named = async (args: Record<string, unknown>) =>
      (await held.assistant.ask('find_devices', args)).devices.map(({ name }: { name: string }) => name);
    expect(await named({ query: 'the lamp in the cellar' })).toEqual(['Licht Keller']);
    expect(await named({ query: 'heating in the bedroom' })).toEqual(['Heizkörper "Schlafzimmer"']);
    expect(await named({ query: 'front door', state: 'closed' })).toEqual(['Haustür']);
    expect(await named({ query: 'Fernseher' })).toEqual(['Zwischenstecker Fernseher']);
    expect(await named({ query: 'tv socket' })).toEqual(['Zwischenstecker Fernseher']);
    expect(await named({ state: 'locked', query: 'lock' })).toContain('Türschloss Haustür');
    expect(await named({ state: 'unlocked', category: 'climate' })).toEqual([]);
    expect(await named({ room: 'kitchen', category: 'climate' })).toEqual(['Wandthermostat Küche']);
  });

  it('switches a light, and reports the value that the CCU confirmed', async () => {
    const switched = await held.assistant.ask('switch_device', { device: 'Licht Keller', on: true });
    expect(switched).toMatchObject({ status: 'confirmed', state: { is_on: true }, reported: { '1.STATE': true } });
    const read = await held.assistant.ask('read_device', { device: 'SIM0000001' });
    expect(read.things).toMatchObject([{ category: 'switch', state: { is_on: true } }]);
  });

  it('refuses prompts without a required argument, and resources that do not exist', async () => {
    const { client } = held.assistant;
    await expect(client.getPrompt({ name: 'explain_device' })).rejects.toThrow('Missing: device');
    const explained = await client.getPrompt({ name: 'explain_device', arguments: { device: 'Haustür' } });
    expect(JSON.stringify(explained.messages)).toContain('Haustür');
    await expect(client.readResource({ uri: 'ccu-gateway://nothing' })).rejects.toThrow('Resource not found');
  });
});
