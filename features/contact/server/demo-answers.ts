// Ready answers of a fresh demo; what operators change or take away stays so.
import type { AppContext } from '@maru/kit/server/context.ts';

const answers: readonly [title: string, ko: string, en: string][] = [
  [
    '확인 중 안내',
    '문의해 주셔서 감사합니다. 내용을 확인하고 있으며, 확인이 끝나는 대로 이 문의에 다시 답변드리겠습니다.',
    'Thank you for writing. We are looking into it and will answer here as soon as we know more.',
  ],
  [
    '체결 근거 보는 방법',
    '선물 거래 내역에서 해당 체결의 ‘왜 이렇게 됐나요’를 누르시면 그때의 호가와 계산식을 그대로 보실 수 있습니다.',
    '“Why” beside the trade in your futures history shows the offers of that moment and the formula.',
  ],
  [
    '복구 코드로 로그인',
    '로그인 화면의 2단계에서 ‘복구 코드로 로그인’을 고르고, 보관하신 코드 가운데 하나를 넣어 주시기 바랍니다. 코드는 한 번만 쓸 수 있습니다.',
    'Choose “recovery code” at the second step of the login and enter one of your codes. Each works once.',
  ],
];

export async function ensureDemoAnswers(context: AppContext): Promise<void> {
  for (const site of context.sites.all()) {
    const { rows } = await context.pool.query('SELECT 1 FROM contact_canned WHERE site_id = $1 LIMIT 1', [site.id]);
    if (rows.length > 0) continue;
    for (const [title, ko, en] of answers) {
      await context.pool.query(
        'INSERT INTO contact_canned (site_id, title, content_ko, content_en, created_at) VALUES ($1, $2, $3, $4, $5)',
        [site.id, title, ko, en, new Date(context.clock.now())],
      );
    }
  }
}
