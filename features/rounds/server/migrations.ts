// Tables of timed rounds: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const roundsMigrations: readonly Migration[] = [baseMigration('0014-rounds-base', import.meta.url)];
