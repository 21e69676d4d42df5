// Writing a message: to whom with the count before it goes, words in two languages, a link of this site, templates; why, where it goes to many.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { Chip } from '@maru/kit/web/ui/marks.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useDeferredValue, useMemo, useState } from 'react';
import { countAudience, listSendings, MAX_CONTENT, MAX_TITLE, sendMessages } from '../admin-contract.ts';
import { messageKinds } from '../contract.ts';
import { messageDeskTexts } from './desk-texts.ts';
import { bodyOf, type MessageWords } from './message-body.ts';
import { Templates } from './templates.tsx';

type Choice = 'NAMES' | 'PARTNER' | 'ALL';
interface To {
  audience: Choice;
  names: string;
  partner: string;
}

const emptyWords: MessageWords = { kind: 'NOTICE', title: '', titleEn: '', content: '', contentEn: '', link: '' };
type Draft = To & MessageWords & { isUrgent: boolean };
const emptyDraft: Draft = { audience: 'NAMES', names: '', partner: '', ...emptyWords, isUrgent: false };
const shownKinds = messageKinds.filter((kind) => kind !== 'CONTACT');
const isOwnPath = (link: string) => link === '' || /^\/(?![/\\])[^\s<>"'\\]*$/.test(link);
function Area({
  label,
  value,
  onChange,
  rows,
  help,
}: {
  label: string;
  value: string;
  onChange(value: string): void;
  rows: number;
  help?: string;
}) {
  return (
    <Field label={label} help={help}>
      {({ id, describedBy, boxClass }) => (
        <div className={`${boxClass} h-auto! p-0!`}>
          <textarea
            id={id}
            rows={rows}
            value={value}
            maxLength={MAX_CONTENT}
            aria-describedby={describedBy}
            onChange={(event) => onChange(event.target.value)}
            className="w-full resize-y bg-transparent px-3 py-2 text-16 outline-none tablet:text-13"
          />
        </div>
      )}
    </Field>
  );
}

function Audience({ to, onChange }: { to: To; onChange(part: Partial<To>): void }) {
  const t = useText(messageDeskTexts);
  return (
    <>
      <Segment<Choice>
        label={t('msg.audience')}
        value={to.audience}
        onChange={(audience) => onChange({ audience })}
        className="mb-3"
        items={(['NAMES', 'PARTNER', 'ALL'] as const).map((value) => ({ value, label: t(`msg.audience.${value}`) }))}
      />
      {to.audience === 'NAMES' && (
        <Area label={t('msg.names')} rows={2} value={to.names} help={t('msg.names.help')} onChange={(names) => onChange({ names })} />
      )}
      {to.audience === 'PARTNER' && (
        <TextField
          label={t('msg.partner')}
          value={to.partner}
          maxLength={40}
          onChange={(event) => onChange({ partner: event.target.value.trim() })}
        />
      )}
    </>
  );
}

function Words({ words, onChange }: { words: MessageWords; onChange(part: Partial<MessageWords>): void }) {
  const t = useText(messageDeskTexts);
  const [language, setLanguage] = useState<'ko' | 'en'>('ko');
  const isKorean = language === 'ko';
  return (
    <>
      <fieldset aria-label={t('msg.kind')} className="mb-4 flex flex-wrap gap-2">
        {shownKinds.map((kind) => (
          <Chip key={kind} isChosen={words.kind === kind} onClick={() => onChange({ kind })}>
            {t(`msg.kind.${kind}`)}
          </Chip>
        ))}
      </fieldset>
      <div className="mb-3 flex items-center gap-3">
        <Segment<'ko' | 'en'>
          label={t('msg.words.content')}
          value={language}
          onChange={setLanguage}
          items={[
            { value: 'ko', label: t('msg.ko') },
            { value: 'en', label: t('msg.en') },
          ]}
        />
        {!isKorean && <span className="text-12 text-mute">{t('msg.en.same')}</span>}
      </div>
      <TextField
        label={t('msg.words.title')}
        value={isKorean ? words.title : words.titleEn}
        maxLength={MAX_TITLE}
        onChange={(event) => onChange(isKorean ? { title: event.target.value } : { titleEn: event.target.value })}
      />
      <Area
        label={t('msg.words.content')}
        rows={4}
        value={isKorean ? words.content : words.contentEn}
        onChange={(text) => onChange(isKorean ? { content: text } : { contentEn: text })}
      />
      <TextField
        label={t('msg.link')}
        value={words.link}
        maxLength={200}
        help={t('msg.link.help')}
        error={isOwnPath(words.link) ? undefined : t('msg.link.wrong')}
        onChange={(event) => onChange({ link: event.target.value.trim() })}
      />
    </>
  );
}

function useCount(to: To) {
  const late = useDeferredValue(to);
  const isOn = late.audience === 'ALL' || (late.audience === 'PARTNER' ? late.partner !== '' : late.names.trim() !== '');
  const part = late.audience === 'PARTNER' ? { partner: late.partner } : late.audience === 'NAMES' ? { names: late.names } : {};
  const { data } = useCall(countAudience, { query: { audience: late.audience, ...part }, isOn, keepsOld: true });
  return isOn ? data : { count: 0, unknown: [] };
}

type Missing = 'names' | 'partner' | 'nobody' | 'unknown' | 'title' | 'link';
function missingOf(to: To, count: ReturnType<typeof useCount>, words: MessageWords): Missing | undefined {
  if (to.audience === 'NAMES' && to.names.trim() === '') return 'names';
  if (to.audience === 'PARTNER' && to.partner === '') return 'partner';
  if (count !== undefined && count.unknown.length > 0) return 'unknown';
  if (count?.count === 0) return 'nobody';
  if (words.title.trim() === '') return 'title';
  return isOwnPath(words.link) ? undefined : 'link';
}

/** `?to=` names whom a member's page wants to write to. */
export function SendForm() {
  const t = useText(messageDeskTexts);
  const [start] = useState(() => ({ ...emptyDraft, names: new URLSearchParams(window.location.search).get('to') ?? '' }));
  const form = useCallForm<OpenForm, Draft, void>({ start, labels: {} });
  const { audience, names, partner, isUrgent, ...words } = form.values;
  const to = useMemo(() => ({ audience, names, partner }), [audience, names, partner]);
  const [isAsking, setAsking] = useState(false);
  const count = useCount(to);
  const missing = missingOf(to, count, words);
  const many = count?.count ?? 0;
  const send = async (reason: string) => {
    const whom =
      to.audience === 'NAMES'
        ? { names: [...new Set(to.names.split(/[\s,]+/).filter((name) => name !== ''))] }
        : to.audience === 'PARTNER'
          ? { partner: to.partner }
          : {};
    await call(sendMessages, { body: { audience: to.audience, ...whom, ...bodyOf(words), isUrgent, ...(reason && { reason }) } });
    toast({ title: t('msg.sent'), kind: 'done' });
    form.set(emptyWords);
    form.letGo();
    await refetch(listSendings);
  };
  return (
    <>
      <Audience to={to} onChange={(part) => form.set(part)} />
      <p aria-live="polite" className="mb-5 text-13">
        {count === undefined ? (
          <span className="text-mute">{t('msg.counting')}</span>
        ) : (
          <span className="font-semibold">{t('msg.count', { count: many })}</span>
        )}
        {count !== undefined && count.unknown.length > 0 && (
          <span className="ml-2 text-danger">{t('msg.count.unknown', { names: count.unknown.slice(0, 5).join(', ') })}</span>
        )}
      </p>
      <Templates words={words} onUse={(used) => form.set(used)} />
      <Words words={words} onChange={(part) => form.set(part)} />
      <Checkbox isOn={isUrgent} onChange={form.at('isUrgent').onChange}>
        {t('msg.urgent')}
      </Checkbox>
      <div className="mt-5 flex items-center justify-end gap-3">
        {missing && <span className="text-12 text-mute">{t(`msg.missing.${missing}`)}</span>}
        <Button look="brand" disabled={missing !== undefined || count === undefined} onClick={() => setAsking(true)}>
          {many === 0 ? t('msg.send.none') : t('msg.send', { count: many })}
        </Button>
      </div>
      {isAsking && (
        <ReasonDialog
          title={t('msg.send.ask', { count: many })}
          description={t('msg.send.words')}
          confirm={t('msg.send', { count: many })}
          isOptional={to.audience === 'NAMES'}
          onConfirm={send}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
