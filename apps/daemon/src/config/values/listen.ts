export type ListenAddress = {
  /** Undefined means every address of the machine. */
  readonly host: string | undefined;
  /** 0 lets the operating system choose. */
  readonly port: number;
};

/** Reads `HOST:PORT`, `:PORT` or `[IPv6]:PORT`; undefined when it is none of them. */
export function parseListen(text: string): ListenAddress | undefined {
  const match = /^(?:\[([0-9a-fA-F:.%]{2,64})\]|([A-Za-z0-9._-]{0,253})):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (!match || port > 65_535) return undefined;
  return { host: match[1] ?? (match[2] === '' ? undefined : match[2]), port };
}
