-- Tables of members: who they are, their logins and proofs, what they chose for themselves, and of leaving.

-- The engine's account numbers are dense per site: taken from this row inside the sign-up's transaction.
CREATE TABLE account_counter (
  site_id integer PRIMARY KEY REFERENCES site_site (id),
  next_account integer NOT NULL DEFAULT 0
);

CREATE TABLE account_member (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  account_no integer NOT NULL,
  username text NOT NULL,
  nick text NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  role text NOT NULL DEFAULT 'member',
  status text NOT NULL DEFAULT 'ACTIVE',
  password_hash text NOT NULL,
  partner_id bigint REFERENCES partner_partner (id),
  etc_json jsonb,
  bank_info text,
  address text,
  -- Sequence at which the engine opened the account; NULL = still to be sent.
  opened_seq bigint,
  -- Access tokens issued up to this moment are void.
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  password_changed_at timestamptz,
  -- Words that a member finds in every genuine mail.
  anti_phishing text CHECK (length(anti_phishing) BETWEEN 2 AND 20),
  -- Until then nobody, support included, changes what protects the account.
  settings_locked_until timestamptz,
  -- Locked by its owner: no login, no withdrawal, until a new password is set by a code.
  locked_at timestamptz,
  -- Shut out by itself: no login, and nobody can end it early.
  excluded_until timestamptz,
  seen_at timestamptz NOT NULL DEFAULT to_timestamp(0),
  -- Micro-USDT a day, set by operators.
  withdraw_limit bigint CHECK (withdraw_limit >= 0),
  mail_proven_at timestamptz,
  UNIQUE (site_id, account_no)
);
-- Not valid: as it stands in installations whose rows were held to a narrower one before it.
ALTER TABLE account_member ADD CONSTRAINT account_member_status_check CHECK (status IN ('ACTIVE', 'WAIT', 'DENY', 'LEFT')) NOT VALID;
CREATE UNIQUE INDEX account_member_username ON account_member (site_id, lower(username));
CREATE UNIQUE INDEX account_member_nick ON account_member (site_id, lower(nick));
CREATE UNIQUE INDEX account_member_phone ON account_member (site_id, phone);
CREATE INDEX account_member_unopened ON account_member (site_id, account_no) WHERE opened_seq IS NULL;
CREATE INDEX account_member_email ON account_member (site_id, lower(email));
CREATE INDEX account_member_joined ON account_member (site_id, created_at, id);
CREATE INDEX account_member_seen ON account_member (site_id, seen_at, id);
CREATE INDEX account_member_waiting ON account_member (site_id, status, created_at, id) WHERE status <> 'ACTIVE';
CREATE INDEX account_member_username_start ON account_member (site_id, lower(username) text_pattern_ops);
CREATE INDEX account_member_nick_start ON account_member (site_id, lower(nick) text_pattern_ops);
CREATE INDEX account_member_partner ON account_member (site_id, partner_id) WHERE partner_id IS NOT NULL;
-- What is masked is found by whole values alone.
CREATE INDEX account_member_whole_name ON account_member (site_id, lower(replace(name, ' ', '')));
CREATE INDEX account_member_whole_phone ON account_member (site_id, replace(phone, '-', ''));
CREATE INDEX account_member_phone_end ON account_member (site_id, right(replace(phone, '-', ''), 4));
CREATE INDEX account_member_ended ON account_member (ended_at) WHERE ended_at IS NOT NULL;

-- One row a login on one device: the family of its refresh tokens.
CREATE TABLE account_login (
  family text PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  renewed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_by text,
  -- When this login last proved the second factor.
  stepped_up_at timestamptz
);
CREATE INDEX account_login_member ON account_login (member_id, created_at DESC);
CREATE INDEX account_login_address ON account_login (site_id, ip);
CREATE INDEX account_login_ended ON account_login (ended_at) WHERE ended_at IS NOT NULL;
-- To the minute, and never waiting: whoever renews a login holds its row already.
CREATE FUNCTION account_note_seen() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          UPDATE account_member SET seen_at = NEW.renewed_at WHERE id IN (
            SELECT id FROM account_member WHERE id = NEW.member_id AND seen_at < NEW.renewed_at - interval '1 minute'
            FOR NO KEY UPDATE SKIP LOCKED);
          RETURN NULL;
        END $$;
CREATE TRIGGER account_login_seen AFTER INSERT OR UPDATE OF renewed_at ON account_login FOR EACH ROW EXECUTE FUNCTION account_note_seen();

-- For a moment after its use: the next token, sealed under the used one, which only its bearer has; and who used it.
CREATE TABLE account_refresh_token (
  hash bytea PRIMARY KEY,
  family text NOT NULL REFERENCES account_login (family) ON DELETE CASCADE,
  issued_at timestamptz NOT NULL,
  used_at timestamptz,
  successor bytea,
  used_ip text,
  used_user_agent text
);
CREATE INDEX account_refresh_token_family ON account_refresh_token (family);
CREATE INDEX account_refresh_token_successor ON account_refresh_token (used_at) WHERE successor IS NOT NULL;

CREATE TABLE account_certificate (
  key text PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  kind text NOT NULL CHECK (kind IN ('MAIL', 'SMS', 'NICE')),
  purpose text NOT NULL CHECK (purpose IN ('SIGN_UP', 'FIND_ID', 'FIND_PW', 'LEAVE')),
  -- As it is compared: lower case.
  value text NOT NULL,
  member_id bigint REFERENCES account_member (id),
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  verified_at timestamptz,
  used_at timestamptz,
  -- Of NICE: name, birth date and number, sealed; value is the hashed DI.
  person bytea
);
CREATE INDEX account_certificate_value ON account_certificate (site_id, kind, value, created_at);
CREATE INDEX account_certificate_created ON account_certificate (created_at);
CREATE INDEX account_certificate_member ON account_certificate (member_id, created_at) WHERE member_id IS NOT NULL;

CREATE TABLE account_login_try (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  at timestamptz NOT NULL,
  ip text NOT NULL,
  user_agent text NOT NULL,
  result text NOT NULL CHECK (result IN ('OK', 'OK_TOTP', 'OK_RECOVERY', 'OK_PASSKEY', 'PASSWORD_WRONG', 'CODE_WRONG'))
);
CREATE INDEX account_login_try_member ON account_login_try (site_id, member_id, id DESC);
CREATE INDEX account_login_try_at ON account_login_try (at);

CREATE TABLE account_totp (
  member_id bigint PRIMARY KEY REFERENCES account_member (id),
  site_id integer NOT NULL REFERENCES site_site (id),
  -- Sealed under the installation's storage key, bound to site and member.
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- NULL = being set up: nothing asks for it yet.
  confirmed_at timestamptz,
  -- Time step of the last code that was taken: no code counts twice.
  last_step bigint NOT NULL DEFAULT 0,
  misses integer NOT NULL DEFAULT 0,
  missed_since timestamptz
);

CREATE TABLE account_recovery_code (
  hash bytea PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  used_at timestamptz
);
CREATE INDEX account_recovery_code_member ON account_recovery_code (member_id);

-- A login whose password was right and whose second step is still to come.
CREATE TABLE account_login_challenge (
  hash bytea PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX account_login_challenge_expires ON account_login_challenge (expires_at);

-- Until when nothing is withdrawn, and why; rows stay as a record.
CREATE TABLE account_withdrawal_hold (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  reason text NOT NULL,
  started_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  lifted_at timestamptz,
  lifted_by bigint
);
CREATE INDEX account_withdrawal_hold_member ON account_withdrawal_hold (member_id, until);

CREATE TABLE account_notice_link (
  hash bytea PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX account_notice_link_expires ON account_notice_link (expires_at);

CREATE TABLE account_passkey (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  -- The host it was made for: it works on no other.
  rp_id text NOT NULL,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Some authenticators count their uses; a count that goes back is a copy.
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  is_synced boolean NOT NULL,
  label text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX account_passkey_member ON account_passkey (member_id);

CREATE TABLE account_passkey_challenge (
  hash bytea PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  purpose text NOT NULL CHECK (purpose IN ('MAKE', 'LOGIN', 'PROVE')),
  -- NULL: whoever has the passkey says who it is.
  member_id bigint REFERENCES account_member (id),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX account_passkey_challenge_expires ON account_passkey_challenge (expires_at);

-- Micro-USDT of LOSS and DEPOSIT, minutes of SESSION; NULL = none. From next_at on the looser next_amount binds.
CREATE TABLE account_limit (
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  kind text NOT NULL CHECK (kind IN ('LOSS', 'DEPOSIT', 'SESSION')),
  amount bigint CHECK (amount > 0),
  next_amount bigint CHECK (next_amount > 0),
  next_at timestamptz,
  set_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, kind)
);

-- Until then the engine takes orders of this member only where they reduce; is_operators: what an operator wants of it afterwards.
CREATE TABLE account_loss_stop (
  member_id bigint PRIMARY KEY REFERENCES account_member (id),
  site_id integer NOT NULL REFERENCES site_site (id),
  until timestamptz NOT NULL,
  is_operators boolean NOT NULL
);

-- Misses outlive every login: a new session is no new set of tries.
CREATE TABLE account_withdraw_password (
  member_id bigint PRIMARY KEY REFERENCES account_member (id),
  site_id integer NOT NULL REFERENCES site_site (id),
  hash text NOT NULL,
  misses integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  changed_at timestamptz NOT NULL
);

-- Only what differs from the usual.
CREATE TABLE account_notice_choice (
  member_id bigint NOT NULL REFERENCES account_member (id),
  site_id integer NOT NULL REFERENCES site_site (id),
  topic text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('APP', 'SMS', 'MAIL')),
  is_on boolean NOT NULL,
  PRIMARY KEY (member_id, topic, channel)
);

CREATE TABLE account_nice_request (
  key text PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  purpose text NOT NULL CHECK (purpose IN ('SIGN_UP', 'FIND_ID', 'FIND_PW')),
  request_no text NOT NULL UNIQUE,
  site_code text NOT NULL,
  token_version text NOT NULL,
  -- What the window's keys are made of, sealed under the storage key.
  secret bytea NOT NULL,
  username text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX account_nice_request_created ON account_nice_request (created_at);

-- One person, one account of a site. Hashes are keyed; the birth date is sealed.
CREATE TABLE account_person (
  member_id bigint PRIMARY KEY REFERENCES account_member (id),
  site_id integer NOT NULL REFERENCES site_site (id),
  di_hash text NOT NULL,
  ci_hash text NOT NULL,
  birth_date bytea NOT NULL,
  proven_at timestamptz NOT NULL,
  UNIQUE (site_id, di_hash)
);
CREATE INDEX account_person_ci ON account_person (ci_hash);

-- Files of what is kept of a member, asked for by itself (own-data/own-data.ts). file: a name that nobody guesses; NULL = none.
CREATE TABLE account_own_data (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  account integer NOT NULL,
  state text NOT NULL DEFAULT 'RUNNING' CHECK (state IN ('RUNNING', 'DONE', 'FAILED')),
  file text,
  bytes bigint NOT NULL DEFAULT 0,
  asked_at timestamptz NOT NULL
);
CREATE INDEX account_own_data_newest ON account_own_data (site_id, member_id, id DESC);
CREATE INDEX account_own_data_files ON account_own_data (asked_at) WHERE file IS NOT NULL;
CREATE INDEX account_own_data_running ON account_own_data (site_id) WHERE state = 'RUNNING';

-- Asked for and not finished: the engine takes nothing new of the account; gone when it is final or undone.
CREATE TABLE account_leaving (
  member_id bigint PRIMARY KEY REFERENCES account_member (id),
  site_id integer NOT NULL REFERENCES site_site (id),
  account integer NOT NULL,
  -- Micro-USDT that the member gives up; NULL = none was named.
  gives_up bigint,
  language text NOT NULL,
  asked_at timestamptz NOT NULL,
  -- True: a former release shut it by the operators' flag, which is handed back.
  by_frozen boolean NOT NULL DEFAULT false,
  -- Leaving is decided with it, before any money moves: a crash between neither undoes it nor loses what was given up.
  given_up jsonb
);

-- identity: name, phone, mail, bank, birth, login id, sealed; NULL = its time is over. Hashes are keyed.
CREATE TABLE account_left (
  member_id bigint PRIMARY KEY REFERENCES account_member (id),
  site_id integer NOT NULL REFERENCES site_site (id),
  account integer NOT NULL,
  left_at timestamptz NOT NULL,
  given_up jsonb NOT NULL,
  identity bytea,
  phone_hash text,
  di_hash text,
  ci_hash text,
  excluded_until timestamptz,
  limits jsonb NOT NULL,
  settled_at timestamptz,
  disputes_erased_at timestamptz,
  identity_erased_at timestamptz,
  -- Keyed like the number's: what is given once a person is not given again by another number.
  mail_hash text
);
CREATE INDEX account_left_phone ON account_left (site_id, phone_hash) WHERE phone_hash IS NOT NULL;
CREATE INDEX account_left_di ON account_left (site_id, di_hash) WHERE di_hash IS NOT NULL;
CREATE INDEX account_left_ci ON account_left (ci_hash) WHERE ci_hash IS NOT NULL;
CREATE INDEX account_left_waiting ON account_left (left_at) WHERE identity_erased_at IS NULL;
CREATE INDEX account_left_mail ON account_left (site_id, mail_hash) WHERE mail_hash IS NOT NULL;

-- Login ids and nicknames of whoever left: nobody else may pass for them.
CREATE TABLE account_left_name (
  site_id integer NOT NULL REFERENCES site_site (id),
  hash text NOT NULL,
  PRIMARY KEY (site_id, hash)
);

CREATE TABLE account_former (
  site_id integer NOT NULL REFERENCES site_site (id),
  account integer NOT NULL,
  former_account integer NOT NULL,
  PRIMARY KEY (site_id, account, former_account)
);

-- Own limits of games that a person brought along, until the engine has them.
CREATE TABLE account_limit_brought (
  site_id integer NOT NULL REFERENCES site_site (id),
  account integer NOT NULL,
  limits jsonb NOT NULL,
  PRIMARY KEY (site_id, account)
);

-- Whoever has shut itself out has no login: what a password and a code open is this one act.
CREATE TABLE account_leave_ticket (
  hash bytea PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  expires_at timestamptz NOT NULL
);
