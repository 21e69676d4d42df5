// Tables of the market: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const marketMigrations: readonly Migration[] = [baseMigration('0010-market-base', import.meta.url)];
