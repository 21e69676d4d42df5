// Carries one message to one target, now: by the installation's mail or by a signed webhook; how it went stays in the target's row.
import type { AppContext } from '@maru/kit/server/context.ts';
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { alertMail } from '../../admin-contract.ts';
import type { StoredTarget } from './alert-rows.ts';
import { postWebhook } from './webhook.ts';

const MOST_WORDS = 300;

interface WebhookSecret {
  url: string;
  secret: string;
}

/** A sealed secret opens in its own row alone. */
const boundOf = (seal: string) => Buffer.from(`alert target ${seal}`);

export const sealWebhook = ({ config }: Pick<AppContext, 'config'>, seal: string, secret: WebhookSecret): Buffer =>
  sealSecret(config.secrets.storageKey, JSON.stringify(secret), boundOf(seal));

function openWebhook({ config }: Pick<AppContext, 'config'>, { seal, secret }: StoredTarget): WebhookSecret {
  const opened = secret === null ? undefined : openSecret(config.secrets.storageKey, secret, boundOf(seal));
  if (opened === undefined) throw new Error('its secret does not open under this installation’s key: remove it and add it again');
  return JSON.parse(opened) as WebhookSecret;
}

export interface Message {
  /** The same at every try. */
  id: string;
  mail(): { subject: string; body: string };
  body(): string;
}

/** Throws why it did not arrive. */
export async function carryAlert(context: AppContext, target: StoredTarget, { id, mail, body }: Message): Promise<void> {
  if (target.kind === 'WEBHOOK') {
    const { url, secret } = openWebhook(context, target);
    return postWebhook({ url, secret, id, body: body(), now: context.clock.now(), isOutside: !context.config.demo });
  }
  const transport = context.services.find(alertMail);
  if (transport === undefined) throw new Error('nobody carries mail here');
  await transport.send({ site: target.site_id ?? undefined, id, language: target.language, to: target.shown, ...mail() });
}

/** `fault` undefined: it arrived. */
export async function noteOutcome(sql: SqlWriter, target: number, at: number, fault: string | undefined): Promise<void> {
  if (fault === undefined)
    await sql.query('UPDATE operator_alert_target SET last_ok_at = $2, failing_since = NULL, fault = NULL WHERE id = $1', [
      target,
      new Date(at),
    ]);
  else
    await sql.query('UPDATE operator_alert_target SET failing_since = coalesce(failing_since, $2), fault = $3 WHERE id = $1', [
      target,
      new Date(at),
      fault,
    ]);
}

export const faultOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, MOST_WORDS);
