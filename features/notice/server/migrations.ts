// Tables of notices: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const noticeMigrations: readonly Migration[] = [baseMigration('0009-notice-base', import.meta.url)];
