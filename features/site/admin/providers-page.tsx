// 발송·본인확인: whose mail server, SMS gateway and identity bureau the site uses, and its own accounts with them; secrets go in only.
import { call } from '@maru/kit/web/api-client.ts';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, DeskPanel, DeskPanels } from '@maru/kit/web/desk/page.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { type FormEvent, useState } from 'react';
import { clearSiteProvider, listSiteProviders, type ProviderState, setSiteProvider } from '../provider-contract.ts';
import { providerTexts } from './provider-texts.ts';

const usualPorts = { mail: 465, sms: 443, nice: 22_001, 'slot-game': 443 } as const;

export function ProvidersPage() {
  const t = useText(providerTexts);
  const query = useCall(listSiteProviders);
  return (
    <DeskPage title={t('provider.title')} note={t('provider.note')}>
      <Loaded query={query} title={t('provider.failed')} rows={6}>
        {(states) => (
          <DeskPanels columns="1fr 1fr 1fr 1fr" className="flex-1">
            {states.map((state) => (
              <Account key={`${state.kind} ${state.changedAt ?? ''}`} state={state} />
            ))}
          </DeskPanels>
        )}
      </Loaded>
    </DeskPage>
  );
}

function Account({ state }: { state: ProviderState }) {
  const t = useText(providerTexts);
  const mayWrite = useCan('provider.write');
  const at = state.changedAt === null ? '' : tableMoment(state.changedAt, false);
  const line = state.kind === 'slot-game' && state.source === 'NONE' ? 'provider.line.games' : (`provider.line.${state.source}` as const);
  return (
    <DeskPanel
      title={t(`provider.kind.${state.kind}`)}
      aside={<Badge tone={state.source === 'SITE' ? 'brand' : 'plain'}>{t(`provider.source.${state.source}`)}</Badge>}
    >
      <p className="mb-4 text-13 text-sub">{t(line, { by: state.byName ?? '–', at })}</p>
      <AccountForm state={state} isOff={!mayWrite} />
    </DeskPanel>
  );
}

/** What was typed, and how it is asked for. */
function useAccountForm({ kind, host, port, user, product, hasSecret }: ProviderState) {
  const t = useText(providerTexts);
  const faults = useFieldFaults();
  const form = useCallForm<OpenForm, Record<'host' | 'port' | 'user' | 'secret' | 'product', string>, void>({
    start: { host: host ?? '', port: String(port ?? usualPorts[kind]), user: user ?? '', secret: '', product: product ?? '' },
    labels: {
      host: t('provider.host'),
      port: t('provider.port'),
      user: t(`provider.user.${kind}`),
      secret: t(`provider.secret.${kind}`),
      product: t('provider.product'),
    },
    optional: hasSecret ? ['secret', 'product'] : ['product'],
    check: (typed) => ({ port: faults.whole(typed.port, 1, 65_535) }),
  });
  const ask = async (reason: string) => {
    const { port: typed, secret, product: number, ...rest } = form.values;
    const optional = { ...(secret ? { secret } : {}), ...(number ? { product: number } : {}) };
    await call(setSiteProvider, { body: { kind, ...rest, port: Number(typed), ...optional, reason } });
  };
  return { form, ask };
}

function AccountForm({ state, isOff }: { state: ProviderState; isOff: boolean }) {
  const t = useText(providerTexts);
  const { kind, hasSecret } = state;
  const name = t(`provider.kind.${kind}`);
  const { form, ask } = useAccountForm(state);
  const [asking, setAsking] = useState<'save' | 'clear'>();
  const field = (of: keyof typeof form.values) => ({ ...form.text(of), disabled: isOff });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsking('save');
  };
  return (
    <>
      <form {...form.form} onSubmit={submit} autoComplete="off">
        <TextField {...field('host')} maxLength={253} spellCheck={false} />
        <TextField {...field('port')} inputMode="numeric" help={t(kind === 'mail' ? 'provider.port.mail' : 'provider.port.https')} />
        <TextField {...field('user')} maxLength={200} spellCheck={false} />
        <TextField
          {...field('secret')}
          type="password"
          autoComplete="new-password"
          maxLength={500}
          help={hasSecret ? t('provider.secret.set') : undefined}
        />
        {kind === 'nice' && <TextField {...field('product')} maxLength={40} help={t('provider.product.help')} />}
        {!isOff && (
          <div className="flex gap-2">
            <Button type="submit" look="brand" disabled={!form.isReady}>
              {t('provider.save')}
            </Button>
            {hasSecret && <Button onClick={() => setAsking('clear')}>{t('provider.clear')}</Button>}
          </div>
        )}
      </form>
      {/* Beside the form: what its own form submits would submit this one too. */}
      {asking === 'clear' && <ClearDialog kind={kind} name={name} onClose={() => setAsking(undefined)} />}
      {asking === 'save' && (
        <ReasonDialog
          title={t('provider.ask.title', { kind: name })}
          description={t('provider.ask.words', { host: form.values.host })}
          confirm={t('provider.ask')}
          sends={form}
          onClose={() => setAsking(undefined)}
          onConfirm={ask}
        />
      )}
    </>
  );
}

function ClearDialog({ kind, name, onClose }: { kind: ProviderState['kind']; name: string; onClose(): void }) {
  const t = useText(providerTexts);
  return (
    <ReasonDialog
      title={t('provider.clear.title', { kind: name })}
      description={t(kind === 'slot-game' ? 'provider.clear.games' : 'provider.clear.words')}
      confirm={t('provider.clear')}
      onClose={onClose}
      onConfirm={(reason) => call(clearSiteProvider, { body: { kind, reason } })}
    />
  );
}
