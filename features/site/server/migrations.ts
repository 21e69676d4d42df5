// Tables of sites: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const siteMigrations: readonly Migration[] = [baseMigration('0001-site-base', import.meta.url)];
