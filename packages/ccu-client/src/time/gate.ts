/** Lets at most `width` pieces of work run at a time; urgent ones go to the head of the line. */
export interface Gate {
  run<T>(work: () => Promise<T>, options?: { readonly urgent?: boolean }): Promise<T>;
}

export function createGate(width: number): Gate {
  const line: (() => void)[] = [];
  let running = 0;

  function next(): void {
    if (running >= width) return;
    const start = line.shift();
    if (start === undefined) return;
    running += 1;
    start();
  }

  return {
    run(work, { urgent = false } = {}) {
      return new Promise((resolve, reject) => {
        const start = () => {
          work()
            .then(resolve, reject)
            .finally(() => {
              running -= 1;
              next();
            });
        };
        if (urgent) line.unshift(start);
        else line.push(start);
        next();
      });
    },
  };
}
