import { afterDoing, isCcuError } from '../model/errors.js';
import type { AlarmMessage, ServiceMessage, WaitOptions } from '../model/hub-model.js';
import type { ReGaRunner } from '../rega/runner.js';
import { toServiceMessage } from './read.js';

/** Service and alarm messages. */
export interface MessageCalls {
  serviceMessages(options?: WaitOptions): Promise<readonly ServiceMessage[]>;
  alarmMessages(options?: WaitOptions): Promise<readonly AlarmMessage[]>;
  acknowledgeMessage(id: number): Promise<void>;
  /** Number of acknowledged messages. After a refusal, the error has the messages acknowledged before. */
  acknowledgeAll(kind: 'service' | 'alarm'): Promise<number>;
}

export function messageCalls(deps: {
  readonly rega: ReGaRunner;
  /** Messages that the interfaces themselves report. */
  readonly interfaceMessages: (signal?: AbortSignal) => Promise<readonly ServiceMessage[]>;
}): MessageCalls {
  const { rega } = deps;
  return {
    async serviceMessages({ signal } = {}) {
      try {
        return (await rega.run('service_messages', {}, signal)).map(toServiceMessage);
      } catch (error) {
        if (!isCcuError(error) || error.code !== 'unsupported') throw error;
        return await deps.interfaceMessages(signal);
      }
    },
    alarmMessages: ({ signal } = {}) => rega.run('alarm_messages', {}, signal),
    async acknowledgeMessage(id) {
      await rega.run('message_ack', { id });
    },
    async acknowledgeAll(kind) {
      const ids =
        kind === 'alarm'
          ? (await rega.run('alarm_messages', {})).map(({ id }) => id)
          : (await rega.run('service_messages', {})).filter(({ quittable }) => quittable).map(({ id }) => id);
      for (const [done, id] of ids.entries()) {
        await rega.run('message_ack', { id }).catch((error) => {
          throw afterDoing(error, ids.slice(0, done).map(String));
        });
      }
      return ids.length;
    },
  };
}
