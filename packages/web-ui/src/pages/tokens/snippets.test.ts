import { describe, expect, it } from 'vitest';
import { snippetsOf } from './snippets.js';

const textOf = (id: string, url: string) => snippetsOf('s3cret', url).find((each) => each.id === id)?.text;

describe('the lines for clients', () => {
  it('keep the path that a proxy puts before the gateway', () => {
    expect(textOf('curl', 'https://house.example/ccu/')).toBe(
      "curl -H 'Authorization: Bearer s3cret' 'https://house.example/ccu/api/v1/devices'",
    );
    expect(textOf('prometheus', 'https://house.example/ccu/')).toContain('metrics_path: /ccu/api/v1/metrics');
  });

  it('use the WebSocket scheme that fits the page', () => {
    expect(textOf('websocket', 'https://house.example/')).toContain('wss://house.example/api/v1/events');
    expect(textOf('websocket', 'http://10.0.0.2:8119/')).toContain('ws://10.0.0.2:8119/api/v1/events');
  });

  it('never put the token into an address', () => {
    for (const { text } of snippetsOf('s3cret', 'http://10.0.0.2:8119/')) {
      expect(text).not.toMatch(/https?:\/\/[^\s'"]*s3cret/);
      expect(text).not.toMatch(/wss?:\/\/[^\s'"]*s3cret/);
    }
  });
});
