import type { CallAnswer } from '@ccu-gateway/client';

export type Backup = CallAnswer<'listBackups'>[number];
type CcuSystem = CallAnswer<'listCcus'>['entries'][number];

/** Finding about a backup, shown before it is restored. */
export interface Finding {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly key:
    | 'sameProduct'
    | 'otherProduct'
    | 'unknownProduct'
    | 'sameFirmware'
    | 'otherFirmware'
    | 'ccuAway'
    | 'old';
  readonly inserted: Readonly<Record<string, string | number>>;
}

const OLD_DAYS = 90;
const DAY_MS = 86_400_000;

/** Compares a backup with the current CCU. Unknown facts are reported as unknown, not guessed. */
export function inspect(backup: Backup, ccu: CcuSystem | undefined, now: number): readonly Finding[] {
  const { product, firmware_version: firmware, created_at: created } = backup;
  const findings: Finding[] = [];
  if (ccu === undefined || !ccu.available)
    findings.push({ tone: 'bad', key: 'ccuAway', inserted: { name: backup.central } });
  if (product === undefined || ccu?.model === undefined) {
    findings.push({ tone: 'warn', key: 'unknownProduct', inserted: {} });
  } else {
    const same = product === ccu.model;
    findings.push({
      tone: same ? 'good' : 'bad',
      key: same ? 'sameProduct' : 'otherProduct',
      inserted: { is: ccu.model, was: product },
    });
  }
  if (firmware !== undefined && ccu?.version !== undefined) {
    const same = firmware === ccu.version;
    findings.push({
      tone: same ? 'good' : 'warn',
      key: same ? 'sameFirmware' : 'otherFirmware',
      inserted: { is: ccu.version, was: firmware },
    });
  }
  const days = Math.floor((now - Date.parse(created)) / DAY_MS);
  if (days > OLD_DAYS) findings.push({ tone: 'warn', key: 'old', inserted: { n: days } });
  return findings;
}

/** `3.4 MB`, in steps of 1000 as disks count. */
export function sizeOf(bytes: number): { readonly amount: number; readonly unit: 'B' | 'kB' | 'MB' | 'GB' } {
  const units = ['B', 'kB', 'MB', 'GB'] as const;
  let amount = bytes;
  let step = 0;
  while (amount >= 1000 && step < units.length - 1) {
    amount /= 1000;
    step += 1;
  }
  return { amount, unit: units[step]! };
}
