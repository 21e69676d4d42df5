// What an alert looks like on its way: a mail of one or several, or the body of a webhook.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { figuresOf, type Phase, type StoredAlert } from './alert-rows.ts';
import { alertWords, severityWords } from './alert-words.ts';

export interface Told {
  alert: StoredAlert;
  phase: Phase;
}

type Language = 'ko' | 'en';
const phases = {
  BEGIN: { ko: '시작', en: 'began' },
  STILL: { ko: '계속', en: 'goes on' },
  END: { ko: '끝남', en: 'ended' },
} as const;
const events = { BEGIN: 'alert.began', STILL: 'alert.continued', END: 'alert.ended' } as const;

const siteOf = ({ sites }: Pick<AppContext, 'sites'>, { site_id: id }: StoredAlert): SiteConfig | undefined =>
  id === null ? undefined : sites.byId(id);
const placeOf = (site: SiteConfig | undefined, language: Language): string =>
  site === undefined ? (language === 'ko' ? '설치 전체' : 'installation') : site.name[language];

function momentOf(at: Date, site: SiteConfig | undefined): string {
  const zone = site?.timeZone ?? 'UTC';
  const text = at.toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);
  return `${text} ${zone}`;
}

function headOf(context: AppContext, { alert, phase }: Told, language: Language): string {
  const severity = phase === 'END' ? phases.END[language] : severityWords[alert.severity][language];
  const { title } = alertWords(alert.kind, figuresOf(alert));
  return `${severity} · ${placeOf(siteOf(context, alert), language)} · ${title[language]}`;
}

function blockOf(context: AppContext, told: Told, language: Language): string {
  const { alert, phase } = told;
  const site = siteOf(context, alert);
  const isKo = language === 'ko';
  const span = [
    `${isKo ? '시작' : 'Began'}: ${momentOf(alert.began_at, site)}`,
    ...(alert.ended_at === null ? [] : [`${isKo ? '끝' : 'Ended'}: ${momentOf(alert.ended_at, site)}`]),
  ];
  const todo = phase === 'END' ? [] : [`${isKo ? '할 일' : 'What to do'}: ${alertWords(alert.kind, figuresOf(alert)).todo[language]}`];
  return [headOf(context, told, language), ...span, ...todo].join('\n');
}

/** Worst first. */
export function alertMail(context: AppContext, all: readonly Told[], language: Language): { subject: string; body: string } {
  const rank = ({ alert, phase }: Told) => (phase === 'END' ? 2 : alert.severity === 'PAGE' ? 0 : 1);
  const sorted = all.toSorted((a, b) => rank(a) - rank(b));
  const more = all.length > 1 ? (language === 'ko' ? ` 외 ${all.length - 1}건` : ` and ${all.length - 1} more`) : '';
  const foot =
    language === 'ko'
      ? '관리자 화면 > 경보에서 확인하면 되풀이하지 않아요.'
      : 'Acknowledge it under Alerts in the back office and it is not repeated.';
  const { adminHost } = context.config;
  return {
    subject: `[Maru] ${headOf(context, sorted[0], language)}${more}`,
    body: [
      ...sorted.map((told) => blockOf(context, told, language)),
      adminHost === undefined ? foot : `${foot}\nhttps://${adminHost}/admin/alerts`,
    ].join('\n\n'),
  };
}

export function alertBody(context: AppContext, told: Told, language: Language, at: number): string {
  const { alert, phase } = told;
  const { title, todo } = alertWords(alert.kind, figuresOf(alert));
  return JSON.stringify({
    type: events[phase],
    timestamp: new Date(at).toISOString(),
    text: headOf(context, told, language),
    data: {
      id: alert.id,
      site: siteOf(context, alert)?.code ?? null,
      kind: alert.kind,
      subject: alert.subject,
      severity: alert.severity,
      title: title[language],
      todo: todo[language],
      figures: figuresOf(alert),
      beganAt: alert.began_at.toISOString(),
      endedAt: alert.ended_at?.toISOString() ?? null,
      isAcknowledged: alert.acknowledged_at !== null,
    },
  });
}

export const testMail = (language: Language, name: string) =>
  language === 'ko'
    ? { subject: '[Maru] 경보 시험', body: `${name}(으)로 보낸 시험이에요. 이 메일이 보이면 경보가 닿아요.` }
    : { subject: '[Maru] Test of alerts', body: `A test to ${name}. If you read this, alerts arrive.` };

export const testBody = (language: Language, name: string, at: number): string =>
  JSON.stringify({ type: 'alert.test', timestamp: new Date(at).toISOString(), text: testMail(language, name).subject, data: {} });
