export interface CustomDPSummary {
  /** The bare parameter name where it is unique on the device, else `PARAM@<channel>`. */
  readonly name: string;
  readonly unique_id: string;
  readonly category: string;
  readonly channel_no: number;
  readonly supported_operations: readonly string[];
  readonly kind: string;
  readonly channels: readonly number[];
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly config: Readonly<Record<string, unknown>>;
  readonly state: Readonly<Record<string, unknown>>;
  readonly translated_name: string;
  readonly parameter_name: string;
}

export interface CalculatedDPSummary {
  readonly name: string;
  readonly unique_id: string;
  readonly value: number | boolean | null;
  readonly observed: boolean;
  /** Observed, and every source is valid right now. */
  readonly available: boolean;
  readonly category: string;
  readonly translated_name: string;
  readonly modified_at?: string;
  readonly unit?: string;
  readonly additional_information?: Readonly<Record<string, unknown>>;
}

export interface CalculatedDPDetail extends CalculatedDPSummary {
  readonly depends_on: readonly string[];
}
