/**
 * Tables that a fleet shares, one step at a time. A step that has shipped is never edited: a later step corrects it.
 * Texts lie in the order of their bytes, as in SQLite, with any language of the server.
 */
export const STEPS: readonly string[] = [
  `
  -- Who writes alone locks its row here; it stays as it is otherwise.
  CREATE TABLE locks (name text PRIMARY KEY);
  INSERT INTO locks VALUES ('access'), ('audit'), ('centrals'), ('incidents'), ('preferences'), ('unignore');

  CREATE TABLE access_changes (one boolean PRIMARY KEY DEFAULT true CHECK (one), number bigint NOT NULL);
  INSERT INTO access_changes (number) VALUES (1);

  CREATE TABLE users (
    account text COLLATE "C" PRIMARY KEY,
    role text NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
    password_hash text NOT NULL,
    generation bigint NOT NULL,
    created_at bigint NOT NULL,
    last_seen_at bigint,
    disabled_at bigint
  );
  CREATE TABLE sessions (
    id_hash text COLLATE "C" PRIMARY KEY,
    principal_key text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    scheme text NOT NULL,
    role text NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
    auth_epoch text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    last_seen_at bigint,
    address text NOT NULL,
    user_agent text
  );
  CREATE INDEX sessions_by_principal ON sessions (principal_key);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);
  CREATE TABLE tokens (
    fingerprint text COLLATE "C" PRIMARY KEY,
    subject text COLLATE "C" NOT NULL,
    role text NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
    version integer NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    last_seen_at bigint,
    last_address text,
    last_client text,
    created_by text
  );
  -- A token that was revoked must not come back, not even with a restored backup.
  CREATE TABLE revoked_tokens (fingerprint text COLLATE "C" PRIMARY KEY, revoked_at bigint NOT NULL);
  CREATE TABLE good_sources (
    account text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (account, source)
  );

  -- By triggers, so that no writer can forget it, whichever program it is. Who listens hears of it when it is done.
  CREATE FUNCTION access_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    UPDATE access_changes SET number = number + 1;
    PERFORM pg_notify(TG_TABLE_SCHEMA || '.access', '');
    RETURN NULL;
  END $$;
  CREATE FUNCTION access_rows_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    IF EXISTS (SELECT FROM changed) THEN
      UPDATE access_changes SET number = number + 1;
      PERFORM pg_notify(TG_TABLE_SCHEMA || '.access', '');
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER users_created AFTER INSERT ON users
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
  CREATE TRIGGER users_changed AFTER UPDATE OF role, password_hash, generation, disabled_at ON users
    FOR EACH ROW EXECUTE FUNCTION access_changed();
  CREATE TRIGGER users_deleted AFTER DELETE ON users
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
  CREATE TRIGGER sessions_created AFTER INSERT ON sessions
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
  CREATE TRIGGER sessions_deleted AFTER DELETE ON sessions
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
  CREATE TRIGGER tokens_created AFTER INSERT ON tokens
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
  CREATE TRIGGER tokens_changed AFTER UPDATE OF role, subject, expires_at ON tokens
    FOR EACH ROW EXECUTE FUNCTION access_changed();
  CREATE TRIGGER tokens_deleted AFTER DELETE ON tokens
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();

  CREATE TABLE config_sections (
    section text COLLATE "C" PRIMARY KEY,
    value text NOT NULL,
    updated_at bigint NOT NULL
  );
  CREATE TABLE centrals (
    name text COLLATE "C" NOT NULL,
    enabled boolean NOT NULL,
    config text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  );
  -- As NOCASE of SQLite: the letters of English only.
  CREATE UNIQUE INDEX centrals_by_name ON centrals (lower(name));
  CREATE TABLE preferences (
    principal_key text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    value text NOT NULL,
    bytes bigint NOT NULL,
    PRIMARY KEY (principal_key, key)
  );
  CREATE TABLE unignore (
    central text COLLATE "C" NOT NULL,
    pattern text COLLATE "C" NOT NULL,
    updated_at bigint NOT NULL,
    updated_by text NOT NULL,
    PRIMARY KEY (central, pattern)
  );
  CREATE TABLE facts (key text COLLATE "C" PRIMARY KEY, value text NOT NULL);
  CREATE TABLE incidents (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    central text COLLATE "C",
    component text NOT NULL,
    severity text NOT NULL,
    summary text NOT NULL,
    detail text
  );

  CREATE SEQUENCE audit_ids;
  CREATE TABLE audit (
    id bigint PRIMARY KEY DEFAULT nextval('audit_ids'),
    at bigint NOT NULL,
    kind text NOT NULL,
    action text COLLATE "C" NOT NULL,
    device_address text COLLATE "C",
    entry text NOT NULL
  );
  CREATE INDEX audit_by_kind ON audit (kind, at);
  CREATE TABLE audit_refusals (
    id bigint PRIMARY KEY DEFAULT nextval('audit_ids'),
    minute bigint NOT NULL,
    source text COLLATE "C" NOT NULL,
    what text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    at bigint NOT NULL,
    action text COLLATE "C" NOT NULL,
    entry text NOT NULL,
    UNIQUE (minute, source, what)
  );
  CREATE INDEX audit_refusals_by_time ON audit_refusals (at);
  -- Which batch each process wrote last: one whose answer was lost is not written twice.
  CREATE TABLE audit_writers (writer text COLLATE "C" PRIMARY KEY, batch bigint NOT NULL, at bigint NOT NULL);
  `,
  `
  -- Sign-ins at a provider that are under way: it may lead back to any gateway.
  CREATE TABLE oidc_flows (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id_hash text COLLATE "C" NOT NULL UNIQUE,
    return_to text NOT NULL,
    lane text COLLATE "C" NOT NULL,
    started_at bigint NOT NULL
  );
  INSERT INTO locks VALUES ('oidc_flows');
  `,
  `
  -- Gateways that let callers in by something that is not in here: setup stays closed for it at all of them, until access is reset.
  CREATE TABLE own_ways (gateway text COLLATE "C" PRIMARY KEY, way text NOT NULL, since bigint NOT NULL);
  CREATE TRIGGER own_ways_deleted AFTER DELETE ON own_ways
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
  `,
  `
  CREATE TABLE areas (
    id text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL,
    name text NOT NULL,
    rooms text NOT NULL
  );
  INSERT INTO locks VALUES ('areas');
  `,
];
