// Tables of the ledger: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const walletMigrations: readonly Migration[] = [
  baseMigration('0013-wallet-base', import.meta.url),
  {
    // The request that a coupon was made by, and the one for a second person: told again where its answer was lost.
    name: '0500-wallet-coupon-request',
    sql: `
ALTER TABLE wallet_coupon ADD COLUMN request_key text, ADD COLUMN asked_as bigint;
CREATE INDEX wallet_coupon_request ON wallet_coupon (site_id, request_key) WHERE request_key IS NOT NULL;
`,
  },
  // What that request asked; of rows from before nobody knows, their key is enough.
  { name: '0503-wallet-coupon-content', sql: 'ALTER TABLE wallet_coupon ADD COLUMN content_hash text' },
];
