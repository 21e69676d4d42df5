// A mail as the site would send it now: the server's own words and page, with the draft's wording, sender and colours.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { type OutgoingKind, type OutgoingName, outgoingNames, mailPage, outgoingWords } from '@maru/outbox/contract.ts';
import type { MailSampleProps } from '@maru/site/admin/preview-frame.tsx';
import { useState } from 'react';
import { mailSampleTexts } from './mail-sample-texts.ts';

type Language = SiteConfig['languages'][number];

/** What a mail is filled with here; none of it is anybody's. */
const sampleValues = (language: Language, host: string): Readonly<Record<string, string>> => ({
  code: '407183',
  minutes: '3',
  username: 'maru2026',
  name: language === 'ko' ? '김마루' : 'Kim Maru',
  time: '2026-01-05 14:20',
  device: 'Chrome · Windows',
  ip: '203.0.113.7',
  link: `https://${host}/…`,
  what: language === 'ko' ? '비밀번호가 바뀌었습니다' : 'the password was changed',
  reason: language === 'ko' ? '서류를 확인할 수 없습니다' : 'the documents could not be read',
  title: language === 'ko' ? '비트코인 가격 알림' : 'Bitcoin price alert',
  text: language === 'ko' ? 'BTC가 98,000 USDT를 넘었습니다.' : 'BTC went above 98,000 USDT.',
});

export function MailSample({ config, mode }: MailSampleProps) {
  const t = useText(mailSampleTexts);
  const [name, setName] = useState<OutgoingName>('CODE');
  const [kind, setKind] = useState<OutgoingKind>('MAIL');
  const [language, setLanguage] = useState<Language>(config.languages[0]);
  const written = outgoingWords(config, { name, kind, language, values: sampleValues(language, config.hosts[0]) });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-2">
        <select
          aria-label={t('sitepreview.letter')}
          value={name}
          onChange={(event) => setName(event.target.value as OutgoingName)}
          className="h-8 rounded-4 border border-edge/70 bg-surface px-2 text-13"
        >
          {outgoingNames.map((each) => (
            <option key={each} value={each}>
              {t(`sitepreview.${each}`)}
            </option>
          ))}
        </select>
        <Segment
          label={t('sitepreview.letter')}
          value={kind}
          onChange={setKind}
          items={[
            { value: 'MAIL', label: t('sitepreview.mail') },
            { value: 'SMS', label: t('sitepreview.sms') },
          ]}
        />
        <Segment
          label={t('sitepreview.language')}
          value={language}
          onChange={setLanguage}
          items={config.languages.map((value) => ({ value, label: value === 'ko' ? '한국어' : 'English' }))}
        />
      </div>
      {kind === 'MAIL' ? <Mail {...{ config, written, language, mode }} /> : <Sms config={config} body={written.body} />}
    </>
  );
}

interface MailProps {
  config: SiteConfig;
  written: { subject: string; body: string };
  language: Language;
  mode: SiteConfig['theme']['defaultMode'];
}

function Mail({ config, written, language, mode }: MailProps) {
  const t = useText(mailSampleTexts);
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 border-b border-line bg-surface px-3 py-2 text-13">
        <dt className="text-mute">{t('sitepreview.from')}</dt>
        <dd>{`${config.name[language]} <${config.senders?.mail ?? `no-reply@${config.hosts[0]}`}>`}</dd>
        <dt className="text-mute">{t('sitepreview.subject')}</dt>
        <dd className="font-semibold">{written.subject}</dd>
      </dl>
      <iframe
        title={written.subject}
        sandbox="allow-same-origin"
        srcDoc={mailPage(config, written, language, mode === 'dark' ? 'dark' : 'light')}
        className="block h-[520px] w-full border-0"
      />
    </>
  );
}

function Sms({ config, body }: { config: SiteConfig; body: string }) {
  const t = useText(mailSampleTexts);
  const number = config.senders?.sms;
  return (
    <div className="bg-bg p-8">
      {number === undefined ? (
        <p className="text-13 text-sub">{t('sitepreview.no.sms')}</p>
      ) : (
        <figure className="mx-auto max-w-[360px]">
          <figcaption className="mb-2 text-center text-12 text-mute tabular-nums">{number}</figcaption>
          <p className="rounded-8 border border-line bg-surface px-4 py-3 text-14 whitespace-pre-line">{body}</p>
        </figure>
      )}
    </div>
  );
}
