export type RoleName = 'viewer' | 'operator' | 'admin';

/** Times are milliseconds since the epoch; null means never. */
export interface TokenView {
  readonly fingerprint: string;
  readonly subject: string;
  readonly role: RoleName;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastSeenAt: number | null;
}

export interface MintedToken {
  /** The secret; it exists only here. */
  readonly token: string;
  readonly fingerprint: string;
  readonly expiresAt: number | null;
}

export interface UserView {
  readonly username: string;
  readonly role: RoleName;
  readonly createdAt: number;
  readonly lastSeenAt: number | null;
  /** Null while it is enabled. */
  readonly disabledAt: number | null;
}

export interface TokenInput {
  readonly subject: string;
  readonly role: RoleName;
  /** Null means never. */
  readonly expiresInDays: number | null;
}

export interface UserInput {
  readonly username: string;
  readonly password: string;
  readonly role: RoleName;
}

/** Users and tokens, administered over REST or on the database. Every call may throw a `CliError`. */
export interface AccessAdmin {
  readonly via: 'rest' | 'database';
  /** The URL or the file, for questions and answers. */
  readonly house: string;
  listTokens(): Promise<readonly TokenView[]>;
  mintToken(input: TokenInput): Promise<MintedToken>;
  /** By the full fingerprint. */
  revokeToken(fingerprint: string): Promise<void>;
  listUsers(): Promise<readonly UserView[]>;
  addUser(input: UserInput): Promise<void>;
  setPassword(username: string, password: string): Promise<void>;
  setRole(username: string, role: RoleName): Promise<void>;
  /** Disabling ends its sessions and tokens. */
  setDisabled(username: string, disabled: boolean): Promise<void>;
  /** With its sessions and tokens. */
  deleteUser(username: string): Promise<void>;
}
