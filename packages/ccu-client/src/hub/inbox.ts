import type { InboxDevice, WaitOptions } from '../model/hub-model.js';
import type { ReGaRunner } from '../rega/runner.js';
import type { NameCalls } from './names.js';

/** Devices that were paired and not accepted yet. */
export interface InboxCalls {
  inbox(options?: WaitOptions): Promise<readonly InboxDevice[]>;
  acceptInboxDevice(address: string): Promise<void>;
}

export function inboxCalls(deps: {
  readonly rega: ReGaRunner;
  readonly names: Pick<NameCalls, 'namesChanged'>;
  /** A device was taken out of the inbox. */
  readonly accepted: (address: string) => void;
}): InboxCalls {
  return {
    inbox: ({ signal } = {}) => deps.rega.run('inbox', {}, signal),
    async acceptInboxDevice(address) {
      await deps.rega.run('inbox_accept', { address });
      deps.accepted(address);
      await deps.names.namesChanged();
    },
  };
}
