// Tables of price alerts: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const alertMigrations: readonly Migration[] = [
  baseMigration('0011-market-alert-base', import.meta.url),
  {
    // By the words of the glossary.
    name: '0565-market-alert-message',
    sql: `
ALTER TABLE market_alert_letter RENAME TO market_alert_message;
ALTER TABLE market_alert_message RENAME CONSTRAINT market_alert_letter_site_id_fkey TO market_alert_message_site_id_fkey;
ALTER TABLE market_alert_message RENAME CONSTRAINT market_alert_letter_member_id_fkey TO market_alert_message_member_id_fkey;
ALTER TABLE market_alert_message RENAME CONSTRAINT market_alert_letter_alert_id_fkey TO market_alert_message_alert_id_fkey;
ALTER INDEX market_alert_letter_pkey RENAME TO market_alert_message_pkey;
ALTER INDEX market_alert_letter_member RENAME TO market_alert_message_member;
ALTER INDEX market_alert_letter_alert RENAME TO market_alert_message_alert;
ALTER SEQUENCE market_alert_letter_id_seq RENAME TO market_alert_message_id_seq;
`,
  },
];
