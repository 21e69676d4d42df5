// Tables of price alerts: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const alertMigrations: readonly Migration[] = [baseMigration('0011-market-alert-base', import.meta.url)];
