// Sign up, also by referral link: terms, account, person, payout in four boards; the foot always says what is missing.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { PageSheet, PageBand } from '@maru/kit/web/ui/page-sheet.tsx';
import { EmptyArt } from '@maru/kit/web/ui/skeleton.tsx';
import { forgetWantedPage, wantedPage } from '@maru/kit/web/wanted-page.ts';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent } from 'react';
import { accountTexts } from './account-texts.ts';
import { PayoutFields } from './payout-fields.tsx';
import { AccountFields, PersonFields } from './sign-up-fields.tsx';
import { SignUpRail } from './sign-up-rail.tsx';
import { provenFields, type SignUpField, stillMissing, wrongWith } from './sign-up-rules.ts';
import { SignUpTerms } from './sign-up-terms.tsx';
import { stayGuest } from './auth.ts';
import { type SignUpForm, useSignUp } from './use-sign-up.ts';

function Board({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <PageBand className="grid gap-x-14 gap-y-5 px-4 py-8 laptop:grid-cols-[minmax(180px,248px)_minmax(0,560px)] desktop:px-16">
      <div>
        <h2 className="text-16 font-bold tracking-[-0.01em]">{title}</h2>
        <p className="mt-1 text-13 text-mute">{words}</p>
      </div>
      <div>{children}</div>
    </PageBand>
  );
}

function Foot({ form, labels }: { form: SignUpForm; labels: Record<SignUpField, string> }) {
  const t = useText(accountTexts);
  const { demoMoney } = useSite();
  const missing = stillMissing(form.facts);
  const failed = form.end.kind === 'failed' ? form.end.message : undefined;
  const wordsOf = (each: SignUpField | 'terms') => {
    if (each === 'terms') return t('signup.missing.terms');
    const proven = provenFields.find((field) => field === each);
    const isWritten = form.facts.values[each] !== '' && wrongWith(each, form.facts) === undefined;
    return proven !== undefined && isWritten ? t(`signup.missing.proof.${proven}`) : labels[each];
  };
  const list = missing.map(wordsOf).join(', ');
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line bg-surface px-4 py-3 tablet:min-h-[84px] laptop:px-8 desktop:px-16">
      <div className="min-w-0 flex-1 basis-56" aria-live="polite">
        <p className="flex items-center gap-1.5 text-14 font-semibold">
          {failed !== undefined && <CircleAlert aria-hidden="true" size={16} className="text-danger" />}
          {failed === undefined
            ? missing.length > 0
              ? t('signup.missing', { count: missing.length })
              : t('signup.ready')
            : t('signup.failed')}
        </p>
        <p className="line-clamp-2 text-13 text-mute">
          {failed === undefined
            ? missing.length > 0
              ? list
              : demoMoney
                ? t('signup.ready.demo', { amount: figure(demoMoney) })
                : t('signup.ready.words')
            : t('signup.failed.words', { message: failed })}
        </p>
      </div>
      <p className="text-13 text-sub max-tablet:hidden">
        {t('signup.member')}{' '}
        <Link to="/login" className="font-semibold text-brand hover:underline">
          {t('login.submit')}
        </Link>
      </p>
      <Button
        type="submit"
        look="brand"
        size={48}
        className="min-w-[200px] max-tablet:w-full"
        disabled={missing.length > 0}
        isBusy={form.isBusy}
      >
        {t('signup.submit')}
      </Button>
    </div>
  );
}

function Waiting({ name, demoMoney }: { name: string; demoMoney: string | undefined }) {
  const t = useText(accountTexts);
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center px-4 text-center">
      <EmptyArt />
      <h1 className="mt-6 text-20 font-bold">{t('signup.wait.title')}</h1>
      <p className="mt-2 max-w-[44ch] text-14 text-sub">{t('signup.wait.words', { name })}</p>
      {demoMoney && <p className="mt-2 max-w-[44ch] text-14 text-sub">{t('signup.done.demo', { amount: figure(demoMoney) })}</p>}
      <Link to="/" className={buttonClass('line', 40, 'mt-6')}>
        {t('signup.wait.home')}
      </Link>
    </div>
  );
}

/** A new member is logged in at once and led on. */
function useLeadOn({ facts, end }: SignUpForm): void {
  const t = useText(accountTexts);
  const isMember = useSession(isLoggedIn);
  const navigate = useNavigate();
  const lead = useEffectEvent(() => {
    const { nick } = facts.values;
    const demoMoney = end.kind === 'made' ? end.demoMoney : undefined;
    const line = demoMoney ? t('signup.done.demo', { amount: figure(demoMoney) }) : t('signup.done.words', { name: nick });
    if (nick) toast({ title: t('signup.done'), line, kind: 'done', stay: 'notice' });
    const wanted = wantedPage();
    forgetWantedPage();
    void navigate({ to: wanted?.href ?? '/', replace: true });
  });
  useEffect(() => {
    if (isMember) lead();
  }, [isMember]);
}

export function SignUpPage() {
  useEffect(stayGuest, []);
  const t = useText(accountTexts);
  const { partnerCode } = useParams({ strict: false }) as { partnerCode?: string };
  const form = useSignUp(partnerCode);
  useLeadOn(form);
  const labels: Record<SignUpField, string> = {
    username: t('signup.username'),
    password: t('signup.password'),
    nick: t('signup.nick'),
    name: t('signup.name'),
    email: t('signup.email'),
    phone: t('signup.phone'),
    bank: t('signup.bank'),
    account: t('signup.account'),
    referral: t('signup.referral'),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (stillMissing(form.facts).length === 0 && !form.isBusy) void form.send();
  };
  return (
    <PageSheet side={<SignUpRail form={form} fieldLabels={labels} />}>
      {form.end.kind === 'waiting' ? (
        <Waiting name={form.facts.values.name} demoMoney={form.end.demoMoney} />
      ) : (
        <form onSubmit={submit} noValidate>
          <h1 className="px-4 pt-6 text-24 font-bold tracking-[-0.02em] laptop:sr-only">{t('signup.title')}</h1>
          <Board title={t('signup.terms.title')} words={t('signup.terms.words')}>
            <SignUpTerms form={form} />
          </Board>
          <Board title={t('signup.account.title')} words={t('signup.account.words')}>
            <AccountFields form={form} />
          </Board>
          <Board title={t('signup.person.title')} words={t('signup.person.words')}>
            <PersonFields form={form} />
          </Board>
          <Board
            title={t(form.facts.asksBank ? 'signup.payout.title' : 'signup.referral.title')}
            words={t(form.facts.asksBank ? 'signup.payout.words' : 'signup.referral.words')}
          >
            <PayoutFields form={form} isReferralFromLink={partnerCode !== undefined} />
          </Board>
          <Foot form={form} labels={labels} />
        </form>
      )}
    </PageSheet>
  );
}
