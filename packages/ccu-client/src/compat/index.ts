export * from './model.js';
export { countOutcomes, type ReportFacts, renderCompatReport } from './report.js';
export { checkCompatibility } from './run.js';
