// Tables of futures: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const futuresMigrations: readonly Migration[] = [baseMigration('0012-futures-base', import.meta.url)];
