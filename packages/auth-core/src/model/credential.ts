/** A name and password as they were sent. */
export interface PasswordCredential {
  readonly username: string;
  readonly password: string;
}
