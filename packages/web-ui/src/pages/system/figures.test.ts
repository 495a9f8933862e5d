import { describe, expect, it } from 'vitest';
import { processFigures } from './figures.js';

describe('the figures of the process', () => {
  it('are read from the Prometheus text', () => {
    const text = [
      '# HELP process_resident_memory_bytes Resident memory size in bytes.',
      '# TYPE process_resident_memory_bytes gauge',
      'process_resident_memory_bytes 135258112',
      'nodejs_heap_size_used_bytes 52166560 1795350454000',
      'process_cpu_seconds_total 10.128677',
      'nodejs_eventloop_lag_p99_seconds 0.038469631',
      'process_open_fds 71',
    ].join('\n');
    expect(processFigures(text)).toEqual({
      residentBytes: 135_258_112,
      heapBytes: 52_166_560,
      processorSeconds: 10.128677,
      lagMs: 38.469631,
      openFiles: 71,
    });
  });

  it('leaves out values that are missing, labelled or not a number', () => {
    const text = 'process_open_fds{kind="file"} 3\nprocess_resident_memory_bytes NaN\nsomething else entirely\n\n';
    expect(processFigures(text)).toEqual({});
  });
});
