// Stands for the library of the metrics while the reference is written: it records each declared metric.

/** Every metric that was declared. */
export const gauges = [];

class Gauge {
  constructor({ name, help, labelNames }) {
    gauges.push({ name, help, labelNames });
  }
}

class Registry {
  removeSingleMetric() {}
  metrics() {
    return '';
  }
}

// biome-ignore lint/style/noDefaultExport: the library in its place has one
export default { Gauge, Registry, collectDefaultMetrics: () => {} };
