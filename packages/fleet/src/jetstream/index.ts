export { SharedLogRefusedError } from './errors.js';
export { type JetStreamLogOptions, openJetStreamLog } from './open.js';
