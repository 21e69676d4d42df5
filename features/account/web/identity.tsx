// The identity window: opened by a press, its answer told by another page of this site, proven by the server, and its name bound to the form.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { BadgeCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { niceId, type NicePurpose, niceVerify } from '../nice-contract.ts';
import { identityTexts } from './identity-texts.ts';
import { NICE_CHANNEL, type NiceAnswer } from './nice-answer.ts';

export interface Proven {
  key: string;
  name: string | null;
}

interface Asking {
  purpose: NicePurpose;
  username?: string;
}

/** Asks the server for a window, opens it, and waits for what it brings back. */
export function useIdentity({ purpose, username }: Asking, onProven: (proven: Proven) => void) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const pending = useRef<{ key: string; window: Window | null } | undefined>(undefined);
  const done = useRef(onProven);
  useEffect(() => {
    done.current = onProven;
  });
  useEffect(() => {
    // The window cannot speak to its opener: pages of one origin hear each other by this channel.
    const channel = new BroadcastChannel(NICE_CHANNEL);
    channel.addEventListener('message', (event: MessageEvent<NiceAnswer>) => {
      const open = pending.current;
      if (open === undefined) return;
      pending.current = undefined;
      call(niceVerify, { body: { key: open.key, ...event.data }, isAnonymous: true })
        .then(({ key, name }) => done.current({ key, name }))
        .catch((thrown: unknown) => setError(messageOf(thrown)))
        .finally(() => setBusy(false));
    });
    return () => channel.close();
  }, []);
  const open = async () => {
    setBusy(true);
    setError(undefined);
    // Opened by the press itself, else browsers block it; led on once the server has answered.
    const page = window.open('', '_blank', 'popup,width=480,height=720');
    try {
      const asked = await call(niceId, {
        query: { host: location.host, purpose, ...(username === undefined ? {} : { username }) },
        isAnonymous: true,
      });
      pending.current = { key: asked.key, window: page };
      const query = new URLSearchParams({
        m: 'service',
        token_version_id: asked.tokenVersionId,
        enc_data: asked.encData,
        integrity_value: asked.integrityValue,
      });
      const address = `${new URL(asked.action, location.origin).href}?${query}`;
      if (page === null) window.open(address, '_blank');
      else page.location.href = address;
    } catch (thrown) {
      page?.close();
      setError(messageOf(thrown));
      setBusy(false);
    }
  };
  return {
    isBusy,
    error,
    open: () => void open(),
    cancel() {
      pending.current = undefined;
      setBusy(false);
    },
  };
}

interface IdentityProps {
  /** Who was proven; undefined until then. */
  proven: string | undefined;
  error: string | undefined;
  onProven(proven: Proven): void;
  onDrop(): void;
}

export function IdentityField({ proven, error, onProven, onDrop }: IdentityProps) {
  const t = useText(identityTexts);
  const identity = useIdentity({ purpose: 'SIGN_UP' }, onProven);
  const wrong = identity.error ?? error;
  return (
    <div className="mb-5 rounded-8 border border-line px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex items-center gap-1.5 text-14 font-semibold">
            {proven !== undefined && <BadgeCheck aria-hidden="true" size={18} className="text-brand" />}
            {proven === undefined ? t('identity.title') : t('identity.proven', { name: proven })}
          </p>
          <p className="mt-0.5 text-13 text-mute">
            {t(identity.isBusy ? 'identity.waiting' : proven === undefined ? 'identity.words' : 'identity.proven.words')}
          </p>
        </div>
        {identity.isBusy ? (
          <Button onClick={identity.cancel}>{t('identity.cancel')}</Button>
        ) : (
          <Button look={proven === undefined ? 'ink' : 'line'} onClick={proven === undefined ? identity.open : onDrop}>
            {t(proven === undefined ? 'identity.open' : 'identity.again')}
          </Button>
        )}
      </div>
      {wrong !== undefined && (
        <p role="alert" className="mt-2 text-13 text-danger">
          {wrong}
        </p>
      )}
    </div>
  );
}
