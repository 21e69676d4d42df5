// Alerts as rows: what stands and stood, whom it is told to, and each message on its way; they outlive a restart.
import type { Migration } from '@maru/kit/server/feature.ts';
import type { AlertKind, AlertSeverity, Standing } from '../../admin-contract.ts';
import type { TargetKind } from '../../alert-contract.ts';

export const alertMigration: Migration = {
  name: '0411-operator-alert',
  sql: `
-- site_id NULL: of the installation. subject: what of its kind. next_at: when it is told again while it stands.
CREATE TABLE operator_alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer REFERENCES site_site (id),
  kind text NOT NULL,
  subject text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('WARN', 'PAGE')),
  figures text NOT NULL,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  times_told integer NOT NULL DEFAULT 0,
  last_told_at timestamptz,
  next_at timestamptz NOT NULL,
  acknowledged_by bigint REFERENCES operator_operator (id),
  acknowledged_at timestamptz
);
CREATE UNIQUE INDEX operator_alert_open ON operator_alert (kind, coalesce(site_id, 0), subject) WHERE ended_at IS NULL;
CREATE INDEX operator_alert_ended ON operator_alert (ended_at DESC) WHERE ended_at IS NOT NULL;
-- secret: sealed; the address of a webhook and what its messages are signed with.
CREATE TABLE operator_alert_target (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer REFERENCES site_site (id),
  kind text NOT NULL CHECK (kind IN ('MAIL', 'WEBHOOK')),
  name text NOT NULL,
  shown text NOT NULL,
  seal uuid NOT NULL,
  secret bytea,
  language text NOT NULL CHECK (language IN ('ko', 'en')),
  least text NOT NULL CHECK (least IN ('WARN', 'PAGE')),
  created_by bigint NOT NULL REFERENCES operator_operator (id),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  last_ok_at timestamptz,
  failing_since timestamptz,
  fault text,
  tested_at timestamptz
);
CREATE TABLE operator_alert_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id bigint NOT NULL REFERENCES operator_alert (id) ON DELETE CASCADE,
  target_id bigint NOT NULL REFERENCES operator_alert_target (id),
  phase text NOT NULL CHECK (phase IN ('BEGIN', 'STILL', 'END')),
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  fault text
);
CREATE INDEX operator_alert_message_due ON operator_alert_message (due_at) WHERE sent_at IS NULL AND given_up_at IS NULL;
CREATE INDEX operator_alert_message_alert ON operator_alert_message (alert_id);
-- since: an installation is as old as this; before its first hours are over no backup is owed.
CREATE TABLE operator_alert_setting (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  backup_hours integer NOT NULL DEFAULT 26 CHECK (backup_hours BETWEEN 1 AND 720),
  since timestamptz NOT NULL DEFAULT now()
);
INSERT INTO operator_alert_setting DEFAULT VALUES;
`,
};

export interface StoredAlert {
  id: number;
  site_id: number | null;
  kind: AlertKind;
  subject: string;
  severity: AlertSeverity;
  /** JSON, as they were last looked at. */
  figures: string;
  began_at: Date;
  ended_at: Date | null;
  times_told: number;
  last_told_at: Date | null;
  next_at: Date;
  acknowledged_by: number | null;
  acknowledged_at: Date | null;
}

export interface StoredTarget {
  id: number;
  site_id: number | null;
  kind: TargetKind;
  name: string;
  shown: string;
  seal: string;
  secret: Buffer | null;
  language: 'ko' | 'en';
  least: AlertSeverity;
  created_by: number;
  created_at: Date;
  removed_at: Date | null;
  last_ok_at: Date | null;
  failing_since: Date | null;
  fault: string | null;
  tested_at: Date | null;
}

export type Phase = 'BEGIN' | 'STILL' | 'END';

export const figuresOf = ({ figures }: Pick<StoredAlert, 'figures'>): Standing['figures'] => JSON.parse(figures);

/** Names an alert while it stands. */
export const keyOf = (kind: string, { site, subject }: Pick<Standing, 'site' | 'subject'>): string => `${kind} ${site ?? 0} ${subject}`;
