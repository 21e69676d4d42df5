// Tables of the ledger: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const walletMigrations: readonly Migration[] = [baseMigration('0013-wallet-base', import.meta.url)];
