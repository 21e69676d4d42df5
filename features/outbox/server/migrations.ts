// Tables of mails and SMS messages: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const outboxMigrations: readonly Migration[] = [baseMigration('0005-outbox-base', import.meta.url)];
