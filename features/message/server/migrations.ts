// Tables of messages: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const messageMigrations: readonly Migration[] = [baseMigration('0006-message-base', import.meta.url)];
