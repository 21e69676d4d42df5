// What can go wrong when a page asks about its site, and when an operator changes it.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const siteErrors = defineErrors({
  SITE_UNKNOWN: { status: 404, ko: '사이트를 찾을 수 없어요.', en: 'This site does not exist.' },
  SITE_FIELD: { status: 400, ko: '{field} 값을 쓸 수 없어요: {reason}', en: '{field} cannot be used: {reason}' },
  SITE_BOUND: {
    status: 422,
    ko: '{field} 값은 {least}에서 {most} 사이여야 해요. 보낸 값은 {offered}이고, 두 사람이 함께 승인해도 넘을 수 없어요.',
    en: '{field} must lie between {least} and {most}; {offered} was sent. No approval goes beyond that.',
  },
  SITE_CONTRADICTION: { status: 422, ko: '서로 맞지 않는 설정이에요. {sayKo}', en: 'These settings contradict each other. {sayEn}' },
  SITE_MONEY_RIGHT: {
    status: 403,
    ko: '요율, 한도, 상품처럼 돈에 닿는 값({fields})이 들어 있어요. 이런 값은 site.money 권한이 있어야 게시해요. 검토를 요청해 주세요.',
    en: 'This touches what money depends on ({fields}). Publishing that takes the right site.money; please ask for a review.',
  },
  SITE_REASON: {
    status: 400,
    ko: '가입이나 이용을 막는 변경({fields})이에요. 왜 막는지 적어 주세요.',
    en: 'This keeps people out ({fields}). Please say why.',
    field: 'reason',
  },
  SITE_HOST_TAKEN: { status: 409, ko: '다른 사이트가 쓰고 있는 주소가 있어요.', en: 'Another site has one of these hosts.' },
  SITE_CODE_TAKEN: { status: 409, ko: '이미 있는 브랜드 코드예요.', en: 'A brand has this code already.', field: 'code' },
  LAUNCH_OPEN: { status: 409, ko: '이미 열려 있는 브랜드예요.', en: 'This brand is open already.' },
  LAUNCH_NOT_READY: {
    status: 409,
    ko: '열기 전 점검표에 {count}가지가 남았어요: {items}',
    en: '{count} items of the launch list are left: {items}',
  },
  BRAND_CODE: { status: 400, ko: '이 브랜드의 코드가 아니에요.', en: 'That is not the code of this brand.', field: 'code' },
  BRAND_OPENED: {
    status: 409,
    ko: '한 번 열린 브랜드는 접을 수 없어요. 상품을 끄고 새 가입을 막아 주세요.',
    en: 'A brand that has been open is not given up. Switch its products off instead.',
  },
  BRAND_MEMBERS: { status: 409, ko: '회원이 있어서 접을 수 없어요.', en: 'There are members in it: it cannot be given up.' },
  BRAND_MONEY: {
    status: 409,
    ko: '원장에 움직인 돈이 있어서 접을 수 없어요.',
    en: 'Money has moved in its ledger: it cannot be given up.',
  },
  BRAND_LAST: {
    status: 409,
    ko: '하나 남은 브랜드는 접을 수 없어요. 새 브랜드를 먼저 만들어 주세요.',
    en: 'The only brand left is not given up. Please make another one first.',
  },
  BRAND_UNDER_WAY: {
    status: 409,
    ko: '이 브랜드의 다른 승인이 지금 처리되고 있어요. 끝난 뒤에 다시 해 주세요.',
    en: 'Another request of this brand is being carried out. Please try again when it is done.',
  },
  SITE_SAME: { status: 409, ko: '지금과 같아서 바뀌는 것이 없어요.', en: 'It is like that already: nothing would change.' },
  SITE_DRAFT_NONE: { status: 409, ko: '게시할 초안이 없어요.', en: 'There is no draft to publish.' },
  SITE_UNDO_NONE: { status: 409, ko: '되돌릴 이전 게시본이 없어요.', en: 'There is no earlier edition to go back to.' },
  SITE_CONTRAST: {
    status: 422,
    ko: '읽기 어렵거나 오르내림과 헷갈리는 색이 {count}곳 있어요. 먼저 고쳐 주세요.',
    en: '{count} colours are hard to read or too close to rise and fall. Please mend them first.',
    field: 'theme',
  },
  MEDIA_REFUSED: {
    status: 415,
    ko: '여기에는 쓸 수 없는 파일이에요: {reason}',
    en: 'This file cannot be used here: {reason}',
    field: 'file',
  },
  MEDIA_BROKEN: {
    status: 422,
    ko: '파일을 읽을 수 없어요. 다른 파일로 해 주세요.',
    en: 'The file cannot be read. Please take another.',
    field: 'file',
  },
  MEDIA_FULL: {
    status: 409,
    ko: '사이트 파일이 {limit}개나 돼요. 쓰지 않는 초안을 게시하거나 버려 주세요.',
    en: 'The site keeps {limit} files already.',
    field: 'file',
  },
  DOCUMENT_MOVED: {
    status: 409,
    ko: '그사이 새 버전이 나왔어요. 새로 불러와서 확인해 주세요.',
    en: 'A newer version has been published meanwhile. Load it again and look.',
    field: 'version',
  },
  DOCUMENT_DATE: {
    status: 400,
    ko: '시행일은 지금부터 1년 안이고, 앞 버전의 시행일 뒤여야 해요.',
    en: 'It takes effect within a year from now, and after the version before it.',
    field: 'effectiveAt',
  },
  DOCUMENT_SAMPLE: {
    status: 422,
    ko: '예시 글 그대로는 발행할 수 없어요. 회원이 보는 언어마다 회사의 약관으로 고쳐 주세요.',
    en: 'The sample cannot be put in force as it stands. Write your own text in each language that members read.',
    field: 'body',
  },
  PROVIDER_HOST: {
    status: 400,
    ko: '인터넷에서 닿는 서버 이름이나 주소를 적어 주세요. 내부 주소는 쓸 수 없어요.',
    en: 'Name a server on the internet. Addresses inside this network cannot be used.',
    field: 'host',
  },
  PROVIDER_SECRET: {
    status: 400,
    ko: '서버나 계정이 바뀌면 비밀 값을 다시 적어 주세요.',
    en: 'Enter the secret again when the server or the account changes.',
    field: 'secret',
  },
  SITE_EDITION_MOVED: {
    status: 409,
    ko: '그사이 다른 운영자가 게시했어요. 새로 불러와서 확인해 주세요.',
    en: 'Another operator has published meanwhile. Load it again and look.',
  },
});
