export type { RawSocket } from './raw-socket.js';
