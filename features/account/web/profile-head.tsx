// Who one is: nickname with its change, masked phone and mail, since when, member number.
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { fullMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { setUser } from '@maru/kit/web/session.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { BadgeCheck, Pencil } from 'lucide-react';
import { useState } from 'react';
import { nickRule } from '../account-rules.ts';
import { changeNick } from '../certificate-contract.ts';
import { getMe, type Me } from '../contract.ts';
import { maskEmail, maskPhone } from './masks.ts';
import { profileTexts } from './profile-texts.ts';

const FORM = 'change-nick';

function NickDialog({ me, onClose }: { me: Me; onClose(): void }) {
  const t = useText(profileTexts);
  const form = useCallForm({
    route: changeNick,
    start: { nick: me.nick },
    labels: { nick: t('profile.nick') },
    otherwise: 'nick',
    losesNothing: true,
    body: (typed) => typed,
    onDone: async (_, { nick }) => {
      setUser({ ...me, nick });
      await refetch(getMe);
      onClose();
    },
  });
  const { nick } = form.values;
  const isFine = nickRule.safeParse(nick).success;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('profile.nick.change')}
      description={t('profile.nick.words')}
      foot={
        <>
          <Button onClick={onClose}>{t('profile.cancel')}</Button>
          <Button type="submit" form={FORM} look="ink" isBusy={form.isBusy} disabled={!isFine || nick === me.nick}>
            {t('profile.save')}
          </Button>
        </>
      }
    >
      <form id={FORM} {...form.form}>
        <TextField {...form.text('nick')} maxLength={16} autoComplete="nickname" help={t('profile.nick.rule')} />
      </form>
    </Dialog>
  );
}

export function ProfileHead({ me, isIdentified }: { me: Me; isIdentified: boolean }) {
  const t = useText(profileTexts);
  const [isChanging, setChanging] = useState(false);
  return (
    <div className="flex items-center gap-5 px-4 py-8 laptop:px-8">
      <span
        aria-hidden="true"
        className="flex size-16 shrink-0 items-center justify-center rounded-full bg-ink text-24 font-bold text-on-ink"
      >
        {[...me.nick][0]?.toUpperCase()}
      </span>
      <div className="min-w-0">
        <h1 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-20 font-bold tracking-[-0.02em]">
          <span className="min-w-0 [overflow-wrap:anywhere]">{me.nick}</span>
          <IconButton label={t('profile.nick.change')} size={28} onClick={() => setChanging(true)}>
            <Pencil size={16} />
          </IconButton>
          {isIdentified && (
            <Badge tone="brand" icon={<BadgeCheck size={12} />}>
              {t('profile.identified')}
            </Badge>
          )}
          {me.role !== 'guest' && <Badge>{t(`profile.role.${me.role}`)}</Badge>}
        </h1>
        <p className="mt-1 flex flex-wrap gap-x-4 text-13 text-sub">
          <span className="[overflow-wrap:anywhere]">{me.username}</span>
          <span className="tabular-nums">{maskPhone(me.phone)}</span>
          <span>{maskEmail(me.email)}</span>
        </p>
        <p className="mt-1 text-13 text-mute">{t('profile.since', { date: fullMoment(me.createdAt).slice(0, 10), id: String(me.id) })}</p>
      </div>
      {isChanging && <NickDialog me={me} onClose={() => setChanging(false)} />}
    </div>
  );
}
