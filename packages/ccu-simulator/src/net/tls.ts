/** Certificate and key as PEM text. */
export interface SimulatorTls {
  readonly key: string;
  readonly cert: string;
}
