// Tables of bots: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const botMigrations: readonly Migration[] = [baseMigration('0016-bots-base', import.meta.url)];
