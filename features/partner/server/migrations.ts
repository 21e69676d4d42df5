// Tables of partners: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const partnerMigrations: readonly Migration[] = [baseMigration('0002-partner-base', import.meta.url)];
