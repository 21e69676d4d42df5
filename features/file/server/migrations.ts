// Tables of files: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const fileMigrations: readonly Migration[] = [baseMigration('0007-file-base', import.meta.url)];
