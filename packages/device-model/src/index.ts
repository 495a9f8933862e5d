export type { HomeEvent, HomeEventKind } from './events.js';
