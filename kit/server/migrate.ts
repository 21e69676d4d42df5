// Brings the database to the shape the program expects: a base of every feature, then numbered SQL steps, forward only, one starter at a time.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { baseMigration } from './base-migration.ts';
import type { DatabaseAddress } from './database.ts';
import type { Migration } from './feature.ts';
import { areFormerStepsDone, formerSteps } from './former-steps.ts';

/** Arbitrary number that all Maru programs use to take turns. */
const LOCK = 7_061_755;

/** Steps of kit itself; features' steps come after. */
export const kitMigrations: readonly Migration[] = [baseMigration('0000-kit-base', import.meta.url)];

/**
 * Applies the steps not yet applied, in order of name, each in its own transaction, and answers their names.
 * Throws when an applied step has since changed or is unknown here (the database belongs to a newer release), and OperatorFault when the
 * database stands before the base: a release between must run what is left.
 */
export async function migrate(address: DatabaseAddress, features: readonly Migration[] = []): Promise<string[]> {
  return runSteps(address, inOrder([...kitMigrations, ...features]));
}

/** Names of the steps that `migrate` would apply. Changes nothing; throws what it would throw before its first step. */
export async function pendingMigrations(address: DatabaseAddress, features: readonly Migration[] = []): Promise<string[]> {
  const client = new pg.Client({ ...address, application_name: 'maru migrate' });
  await client.connect();
  try {
    const steps = inOrder([...kitMigrations, ...features]);
    const { rows } = await client.query<{ known: boolean }>("SELECT to_regclass('migration') IS NOT NULL AS known");
    return (rows[0].known ? await pendingSteps(client, steps) : steps).map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Applies just the named steps, and the base for all that it stands for: the shape a backup was made in. Throws what this release does not know. */
export async function migrateExactly(address: DatabaseAddress, features: readonly Migration[], names: readonly string[]): Promise<void> {
  const known = inOrder([...kitMigrations, ...features]);
  const isAtBase = areFormerStepsDone(new Set(names), 'backup');
  const unknown = names.filter((name) => !known.some((step) => step.name === name) && !(isAtBase && formerSteps.has(name)));
  if (unknown.length > 0) throw new Error(`migrations of a newer release: ${unknown.join(', ')}`);
  await runSteps(
    address,
    known.filter((step) => names.includes(step.name) || (isAtBase && step.isBase)),
  );
}

async function runSteps(address: DatabaseAddress, steps: Migration[]): Promise<string[]> {
  const client = new pg.Client({ ...address, application_name: 'maru migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const pending = await pendingSteps(client, steps);
    for (const step of pending) await applyStep(client, step);
    return pending.map((step) => step.name);
  } finally {
    await client.end();
  }
}

function inOrder(steps: Migration[]): Migration[] {
  const names = new Set(steps.map((step) => step.name));
  if (names.size !== steps.length) {
    const twice = steps.map((s) => s.name).filter((name, i, all) => all.indexOf(name) !== i);
    throw new Error(`migrations of the same name: ${twice.join(', ')}`);
  }
  return steps.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function pendingSteps(client: pg.Client, steps: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM migration');
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  const isAtBase = areFormerStepsDone(new Set(applied.keys()), 'database');
  const known = new Map(steps.map((step) => [step.name, fingerprint(step)]));
  for (const [name, sha256] of applied) {
    const right = known.get(name) ?? (isAtBase ? formerSteps.get(name) : undefined);
    if (right === undefined)
      throw new Error(`the database has migration ${name}, which this release does not know: it belongs to a newer one`);
    if (right !== sha256) throw new Error(`migration ${name} was changed after it had been applied`);
  }
  return steps.filter((step) => !applied.has(step.name) && !(isAtBase && step.isBase));
}

async function applyStep(client: pg.Client, step: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(step.sql);
    await client.query('INSERT INTO migration (name, sha256) VALUES ($1, $2)', [step.name, fingerprint(step)]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${step.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

export function fingerprint(step: Migration): string {
  return createHash('sha256').update(step.sql).digest('hex');
}
