// Tables of operators: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const operatorMigrations: readonly Migration[] = [
  baseMigration('0004-operator-base', import.meta.url),
  {
    // Under which key and for what it was asked: told again where the answer was lost.
    name: '0560-operator-approval-request',
    sql: `
ALTER TABLE operator_approval ADD COLUMN request_key text, ADD COLUMN asked_hash text;
CREATE UNIQUE INDEX operator_approval_request ON operator_approval (asked_by, request_key);
`,
  },
  {
    // By the words of the glossary.
    name: '0563-operator-approval-content',
    sql: `
ALTER TABLE operator_approval RENAME COLUMN print TO content_hash;
`,
  },
  {
    // By which a member is known to be this operator itself (ADR 0085).
    name: '0635-operator-contact',
    sql: `
ALTER TABLE operator_operator ADD COLUMN email text, ADD COLUMN phone text;
`,
  },
];
