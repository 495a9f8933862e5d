import { describe, expect, it } from 'vitest';
import { systemScripts } from './system.js';

describe('the check for newer firmware of the CCU', () => {
  it('runs beside the logic layer, which would be blocked while it waits', () => {
    const script = systemScripts.firmware_check.source({ run: 'abc1' });
    const commands = [...script.matchAll(/system\.Exec\("([^"]*)"/g)].map(([, command]) => command);
    const [check] = commands.filter((command) => command?.includes('timeout'));
    expect(check).toMatch(/\(timeout [^()]*\) >\/dev\/null 2>&1 <\/dev\/null & fi$/);
  });

  it('is refused a name that would be a command of its own', () => {
    expect(() => systemScripts.firmware_check.source({ run: 'a;reboot' })).toThrow('digits and letters');
  });
});
