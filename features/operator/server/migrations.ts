// Tables of operators: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const operatorMigrations: readonly Migration[] = [baseMigration('0004-operator-base', import.meta.url)];
