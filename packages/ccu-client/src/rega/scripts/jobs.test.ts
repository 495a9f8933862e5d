import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobScripts } from './jobs.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'jobs-'));
  for (const folder of ['bin', 'tmp', 'usr/local/tmp']) mkdirSync(join(root, folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The shell commands of a script, with every absolute path below a folder of the test's own. */
const commandsOf = (source: string) =>
  [...source.matchAll(/system\.Exec\("([^"]*)"/g)].map(([, command]) =>
    command!.replaceAll(/\/(?=(?:bin|tmp|usr)\/)/g, (slash, at: number, all: string) =>
      /[\w.]/.test(all[at - 1] ?? '') ? slash : `${root}/`,
    ),
  );
const run = (command: string) => execFileSync('sh', ['-c', command], { encoding: 'utf8' });
const install = (name: string, text: string) =>
  writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });

describe('work that the CCU does beside its logic layer', () => {
  it('is started in the background, is reported as running until it ends, and its end is reported once', async () => {
    const gate = join(root, 'gate');
    execFileSync('mkfifo', [gate]);
    install('createBackup.sh', `read line <${gate}; echo $line >"$1"; echo written; exit 3`);
    const [, clean, start] = commandsOf(jobScripts.backup_start.source({ run: 'ab1' }));
    const [look, take] = commandsOf(jobScripts.job_output.source({ job: 'backup', run: 'ab1' }));
    run(clean!);
    // It would hang here if anything of the work still held what the logic layer reads from.
    expect(run(start!).trim()).toBe('started');
    expect(run(look!).trim()).toBe('running');
    spawn('sh', ['-c', `echo archive >${gate}`]);
    await expect.poll(() => run(look!).trim()).toBe('done');
    expect(run(take!)).toBe('written\nexit=3\n');
    expect(run(look!).trim()).toBe('gone');
    const file = join(root, 'usr/local/tmp/ccu-gateway-backup-ab1.sbk');
    expect(readFileSync(file, 'utf8')).toBe('archive\n');
    run(commandsOf(jobScripts.backup_remove.source({ run: 'ab1' }))[0]!);
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(join(root, 'tmp'))).toEqual([]);
  });

  it('is never started by reading its state', () => {
    const source = jobScripts.job_output.source({ job: 'firmware', run: 'ab1' });
    expect(source).not.toContain('checkFirmwareUpdate');
    expect(run(commandsOf(source)[0]!).trim()).toBe('gone');
  });

  it('applies firmware and restarts only with the commands of the product', () => {
    const source = jobScripts.firmware_install.source({ run: 'ab1' });
    expect(source.indexOf('@error unsupported')).toBeLessThan(source.indexOf('checkFirmwareUpdate.sh -a -r'));
    expect(source).toContain('PLATFORM=oci');
  });

  it.each([jobScripts.backup_start, jobScripts.backup_remove, jobScripts.firmware_install])(
    'is refused a name that would be a command of its own',
    (script) => {
      expect(() => script.source({ run: 'a;reboot' })).toThrow('digits and letters');
    },
  );
});
