// Tables of the slot: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const slotMigrations: readonly Migration[] = [baseMigration('0015-slot-base', import.meta.url)];
