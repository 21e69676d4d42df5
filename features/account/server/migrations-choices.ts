// Tables of what members decide for themselves: limits, shutting themselves out, the withdrawal password, where notices go.
import type { Migration } from '@maru/kit/server/feature.ts';

export const choiceMigrations: readonly Migration[] = [
  {
    name: '0026-account-own-limits',
    sql: `
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
      -- Shut out by itself: no login, and nobody can end it early.
      ALTER TABLE account_member ADD COLUMN excluded_until timestamptz;`,
  },
  {
    name: '0027-account-withdraw-password',
    sql: `
      -- Misses outlive every login: a new session is no new set of tries.
      CREATE TABLE account_withdraw_password (
        member_id bigint PRIMARY KEY REFERENCES account_member (id),
        site_id integer NOT NULL REFERENCES site_site (id),
        hash text NOT NULL,
        misses integer NOT NULL DEFAULT 0,
        locked_until timestamptz,
        changed_at timestamptz NOT NULL
      );`,
  },
  {
    name: '0028-account-notice-choice',
    sql: `
      -- Only what differs from the usual.
      CREATE TABLE account_notice_choice (
        member_id bigint NOT NULL REFERENCES account_member (id),
        site_id integer NOT NULL REFERENCES site_site (id),
        topic text NOT NULL,
        channel text NOT NULL CHECK (channel IN ('APP', 'SMS', 'MAIL')),
        is_on boolean NOT NULL,
        PRIMARY KEY (member_id, topic, channel)
      );`,
  },
  {
    // Members from before whose site asks for the proof now have given it, as far as anybody can say.
    name: '0430-account-mail-proven',
    sql: `
      ALTER TABLE account_member ADD COLUMN mail_proven_at timestamptz;
      UPDATE account_member m SET mail_proven_at = m.created_at FROM site_site s
      WHERE s.id = m.site_id AND s.config -> 'signUp' -> 'proofs' ? 'MAIL';`,
  },
];
