// Tables of members: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const accountMigrations: readonly Migration[] = [baseMigration('0003-account-base', import.meta.url, ['base.sql', 'base-desk.sql'])];
