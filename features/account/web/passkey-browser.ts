// Speaking to the browser's passkeys; loaded only when one is wanted.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { i18n } from '@maru/kit/web/i18n/language.ts';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { askPasskey, createPasskey, startPasskey } from '../passkey-contract.ts';
import type { PasskeyProof } from '../second-factor-contract.ts';
import './passkey-texts.ts';

type Making = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Proving = Parameters<typeof startAuthentication>[0]['optionsJSON'];

// What went wrong inside the browser has names of its own (WebAuthn level 3). Closing the browser's window is no failure to tell of.
function translated(thrown: unknown): unknown {
  const { name } = thrown as { name?: string };
  if (name === 'NotAllowedError' || name === 'AbortError') return new Failure(0, 'CANCELLED', '');
  if (name === 'InvalidStateError') return new Failure(0, 'PASSKEY_KNOWN', i18n._('passkey.known'));
  return thrown instanceof Failure ? thrown : new Failure(0, 'PASSKEY_FAILED', i18n._('passkey.failed'));
}

/** Of a log-in under way (`challenge`), of the member that is logged in, or of anybody. */
export async function signWithPasskey({
  challenge,
  isAnonymous = false,
}: {
  challenge?: string;
  isAnonymous?: boolean;
}): Promise<PasskeyProof> {
  const { options } = await call(askPasskey, { body: challenge === undefined ? {} : { challenge }, isAnonymous });
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options as unknown as Proving });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) } };
  } catch (thrown) {
    throw translated(thrown);
  }
}

export async function makePasskey(label: string, password: string) {
  const { options } = await call(startPasskey, { body: { password } });
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options as unknown as Making });
    const { clientDataJSON, attestationObject, transports } = response;
    const made = {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject, ...(transports ? { transports: [...transports] } : {}) },
    };
    return await call(createPasskey, { body: { label, made } });
  } catch (thrown) {
    throw translated(thrown);
  }
}
