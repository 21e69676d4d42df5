// Tables of inquiries: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const contactMigrations: readonly Migration[] = [baseMigration('0008-contact-base', import.meta.url)];
