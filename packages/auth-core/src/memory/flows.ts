import type { FlowRecord, FlowStore } from '../model/ports.js';

export function createMemoryFlows(): FlowStore {
  // A map keeps the order of insertion, so the first of a lane is its oldest.
  const flows = new Map<string, FlowRecord>();

  const dropOldestOfFullest = () => {
    const sizes = new Map<string, number>();
    for (const { lane } of flows.values()) sizes.set(lane, (sizes.get(lane) ?? 0) + 1);
    const most = Math.max(...sizes.values());
    for (const [idHash, { lane }] of flows) {
      if (sizes.get(lane) !== most) continue;
      flows.delete(idHash);
      return;
    }
  };

  return {
    add: async (flow, { capacity, over }) => {
      for (const { idHash, startedAt } of flows.values()) if (startedAt <= over) flows.delete(idHash);
      if (flows.size >= capacity) dropOldestOfFullest();
      flows.set(flow.idHash, flow);
    },
    take: async (idHash, over) => {
      const flow = flows.get(idHash);
      flows.delete(idHash);
      return flow && flow.startedAt > over ? flow : null;
    },
  };
}
