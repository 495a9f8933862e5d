/** Lets everybody else have a turn: timers, sockets, events of the CCUs. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
