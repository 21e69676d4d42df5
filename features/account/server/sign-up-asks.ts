// What a site's sign-up asks beyond its form: agreed terms, a well-formed bank account, and addresses proven by codes.
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { OutgoingKind, Writer } from '@maru/outbox/contract.ts';
import { bankInfoRule, requiredTerms } from '../account-rules.ts';
import type { signUp } from '../contract.ts';
import { offeredBanks } from './banks.ts';
import { compared, takeCertificate } from './certificates.ts';

type SignUpBody = Out<typeof signUp.body>;

/** The form's own answers: an object of few levels. */
export function readEtcJson(text: string | undefined): Record<string, unknown> {
  if (text === undefined || text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && depthOf(text) <= 4) return value as Record<string, unknown>;
  } catch {
    // falls through to the refusal
  }
  throw new Refusal('INVALID_FIELD', { field: 'etcJson' });
}

// Counted on the text: a value of ten thousand levels would end a recursive walk.
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const c of text) {
    if (c === '{' || c === '[') deepest = Math.max(deepest, ++depth);
    else if (c === '}' || c === ']') depth--;
  }
  return deepest;
}

/** Refuses what the site asks for and the form does not bring; proofs are taken later, with the member's row. */
export async function refuseUnanswered({ pool }: Pick<AppContext, 'pool'>, site: SiteConfig, body: SignUpBody): Promise<void> {
  const { terms } = readEtcJson(body.etcJson);
  if (site.signUp === undefined) return;
  if (!Array.isArray(terms) || !requiredTerms.every((term) => terms.includes(term))) throw new Refusal('TERMS_REQUIRED');
  if (site.signUp.asksBank === true && body.bankInfo) refuseBadBank(await codesOf(pool, site), body.bankInfo, body.name);
  if (site.signUp.asksIdentity === true && body.niceKey === undefined) throw new Refusal('PROOF_REQUIRED', { field: 'niceKey' });
  for (const [, field] of wanted(site)) if (body[field] === undefined) throw new Refusal('PROOF_REQUIRED', { field });
}

const codesOf = async (pool: AppContext['pool'], { id }: SiteConfig) => (await offeredBanks(pool, id)).map(({ code }) => code);

function refuseBadBank(codes: readonly string[], text: string, name: string): void {
  try {
    const { code, holder } = bankInfoRule.parse(JSON.parse(text));
    if (codes.includes(code) && holder.trim() === name.trim()) return;
  } catch {
    // falls through to the refusal
  }
  throw new Refusal('INVALID_FIELD', { field: 'bankInfo' });
}

const wanted = (site: SiteConfig): (readonly [OutgoingKind, 'emailKey' | 'phoneKey'])[] =>
  (site.signUp?.proofs ?? []).map((kind) => [kind, kind === 'MAIL' ? 'emailKey' : 'phoneKey'] as const);

/** With the transaction that makes the member: a sign-up that fails leaves its proofs usable. */
export async function takeProofs(context: AppContext, sql: Writer, site: SiteConfig, body: SignUpBody): Promise<void> {
  for (const [kind, field] of wanted(site)) {
    const value = compared(kind === 'MAIL' ? body.email : body.phone);
    const proof = await takeCertificate(context, sql, site.id, 'SIGN_UP', body[field] ?? '').catch(refused);
    if (proof?.kind !== kind || proof.value !== value) throw new Refusal('PROOF_REQUIRED', { field });
  }
}

function refused(error: unknown): undefined {
  if (error instanceof Refusal) return undefined;
  throw error;
}
