import type { homeTexts } from './texts.js';

/** Problem with its start, its remedy, and the action that the gateway offers. */
export interface Problem {
  readonly id: string;
  readonly tone: 'bad' | 'warn';
  readonly title: keyof typeof homeTexts;
  readonly inserted: Readonly<Record<string, string | number>>;
  /** The device and its parameter that it is about. */
  readonly about?: About;
  /** Symptom that explains it, by its anchor in `docs/troubleshooting.md`. */
  readonly help: string;
  readonly todo?: keyof typeof homeTexts;
  /** Text of the gateway. */
  readonly note?: string;
  /** Milliseconds since 1970. */
  readonly since?: number;
  readonly action?:
    | { readonly kind: 'reconnect'; readonly interfaceIds: readonly string[] }
    | {
        readonly kind: 'acknowledge_service' | 'acknowledge_alarm';
        readonly messageId: string;
        readonly central: string;
      };
  /** Problems that this one causes, the first of them. */
  readonly follows?: readonly Problem[];
  readonly followsTotal?: number;
}

/** Two CCUs may have the same address. */
export interface About {
  readonly central: string;
  readonly address: string;
  readonly parameter: string;
}
