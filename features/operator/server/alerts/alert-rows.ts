// Alerts as rows: what stands and stood, whom it is told to, and each message on its way; they outlive a restart.
import type { AlertKind, AlertSeverity, Standing } from '../../admin-contract.ts';
import type { TargetKind } from '../../alert-contract.ts';

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
