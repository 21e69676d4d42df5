// Tables of the ledger: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';
import { conversionTables } from './convert/conversion-tables.ts';
import { memberTransferTables } from './member-transfer/tables.ts';

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
  {
    // Withdrawals of coins cross the edge too, by way of what is in transit. A minute over a hundred million postings.
    name: '0510-wallet-ledger-transit',
    sql: `
DROP INDEX wallet_ledger_outside;
CREATE INDEX wallet_ledger_outside ON wallet_ledger (site_id, time_ms) WHERE account >= 0 AND (
  debit IN (3, 4, 6, 7) OR (debit >= 70368744177664 AND debit < 70368744194048 AND debit % 64 IN (10, 11, 13, 14, 7))
  OR (credit IN (3, 4, 6, 7) OR (credit >= 70368744177664 AND credit < 70368744194048 AND credit % 64 IN (10, 11, 13, 14, 7))));
`,
  },
  { name: '0600-wallet-conversions', sql: conversionTables },
  { name: '0601-wallet-member-transfers', sql: memberTransferTables },
];
