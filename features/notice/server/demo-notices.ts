// Notices of a fresh demo, so that its list shows what a list looks like: what they say holds for the demo itself.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { NoticeCategory } from '../contract.ts';

const DAY_MS = 86_400_000;

interface DemoNotice {
  category: NoticeCategory;
  daysAgo: number;
  isPinned?: boolean;
  ko: readonly [title: string, ...lines: string[]];
  en: readonly [title: string, ...lines: string[]];
}

const notices: readonly DemoNotice[] = [
  {
    category: 'NOTICE',
    daysAgo: 0,
    isPinned: true,
    ko: [
      '데모에 오신 것을 환영합니다',
      '이 사이트의 돈은 연습용이며, 시세는 녹화된 실제 시세입니다.',
      '주문, 체결, 청산, 펀딩은 실제 서비스와 같은 규칙과 같은 원장으로 처리됩니다.',
    ],
    en: [
      'Welcome to the demo',
      'The money on this site is for practice and prices are a recording of real ones.',
      'Orders, fills, liquidations and funding follow the same rules and the same ledger as the real thing.',
    ],
  },
  {
    category: 'GUIDE',
    daysAgo: 2,
    ko: [
      '체결과 청산의 근거를 직접 확인하는 방법',
      '선물 거래 내역에서 ‘왜 이렇게 됐나요’를 누르면 그때의 값과 계산식이 그대로 보입니다.',
      '모든 값은 원장에서 다시 계산되므로 누가 보아도 같은 답이 나옵니다.',
    ],
    en: [
      'How to check a fill or a liquidation yourself',
      'In the futures history, “Why” shows the values of that moment and the formula.',
      'All of it is computed anew from the journal, so everyone gets the same answer.',
    ],
  },
  {
    category: 'GUIDE',
    daysAgo: 5,
    ko: [
      '외환과 지수 종목의 거래 시간',
      'GBP/AUD, EUR/USD, 금, 나스닥 100, S&P 500은 08:00부터 다음 날 06:00까지 거래되며 주말에는 쉽니다.',
      '암호화폐 종목은 언제나 거래됩니다.',
    ],
    en: [
      'Hours of currency and index symbols',
      'GBP/AUD, EUR/USD, gold, Nasdaq 100 and S&P 500 trade from 08:00 to 06:00 and rest at weekends.',
      'Crypto symbols always trade.',
    ],
  },
  {
    category: 'NOTICE',
    daysAgo: 9,
    ko: [
      '시세가 늦어질 때의 처리 안내',
      '시세가 3초 이상 늦어지면 새 포지션을 열 수 없고, 10초 이상 늦어지면 해당 종목의 거래가 멈춥니다.',
    ],
    en: ['When prices are late', 'After 3 seconds without prices no new exposure is opened; after 10 seconds the symbol is halted.'],
  },
];

// `&` alone has a meaning in HTML; nothing else of these texts has.
const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${line.replaceAll('&', '&amp;')}</p>`).join('');

export async function ensureDemoNotices(context: AppContext): Promise<void> {
  const { rows } = await context.pool.query<{ site_id: number }>('SELECT DISTINCT site_id FROM notice_notice');
  const known = new Set(rows.map((row) => row.site_id));
  for (const site of context.sites.all()) {
    if (known.has(site.id)) continue;
    for (const { category, daysAgo, isPinned = false, ko, en } of notices) {
      const at = new Date(context.clock.now() - daysAgo * DAY_MS);
      await context.pool.query(
        `INSERT INTO notice_notice (site_id, category, title_ko, title_en, content_ko, content_en, is_pinned, is_open, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, true, $8, $8)`,
        [site.id, category, ko[0], en[0], paragraphs(ko.slice(1)), paragraphs(en.slice(1)), isPinned, at],
      );
    }
  }
}
