// The texts behind the terms' "view" links, short and in the form of records (합니다체). A site's own terms replace them by wording.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const termTexts = defineCatalog({
  'term.service.1': [
    '회원은 본인의 정보로 하나의 계정을 만들고 직접 이용합니다. 계정과 비밀번호를 다른 사람에게 빌려주거나 넘길 수 없습니다.',
    'Members open one account with their own details and use it themselves. Accounts and passwords may not be lent or handed over.',
  ],
  'term.service.2': [
    '주문은 서버가 저장한 뒤에 접수된 것으로 봅니다. 접수된 주문과 체결은 원장에 남으며 회원이 조회할 수 있습니다.',
    'An order counts as accepted once the server has stored it. Accepted orders and fills stay on the record and are open to the member.',
  ],
  'term.service.3': [
    '시세가 3초 이상 늦어지면 새 포지션을 열 수 없고, 10초 이상 늦어지면 해당 종목의 거래가 멈춥니다.',
    'When prices are more than 3 seconds old no new exposure is opened; after 10 seconds the symbol is halted.',
  ],
  'term.privacy.1': [
    '수집 항목은 아이디, 이름, 닉네임, 휴대폰 번호, 이메일이며, 접속 기록이 함께 저장됩니다.',
    'We collect username, name, nickname, phone number and e-mail, and keep records of access.',
  ],
  'term.privacy.2': [
    '수집한 정보는 본인 확인, 서비스 제공, 부정 이용 방지에만 이용합니다. 법령이 정한 경우가 아니면 제3자에게 제공하지 않습니다.',
    'They are used to know who you are, to provide the service and to prevent abuse only, and are not given to others unless the law requires it.',
  ],
  'term.privacy.3': [
    '회원이 탈퇴하면 법령이 정한 보관 기간이 지난 뒤 지체 없이 파기합니다. 동의를 거부할 수 있으나 이 경우 가입할 수 없습니다.',
    'When a member leaves, data are destroyed once the legal retention period has passed. You may refuse, but then you cannot sign up.',
  ],
  'term.risk.1': [
    '레버리지 거래는 적은 증거금으로 큰 금액을 거래하므로 짧은 시간에 증거금을 모두 잃을 수 있습니다.',
    'Leveraged trading moves large amounts on small margin; all of the margin can be lost in a short time.',
  ],
  'term.risk.2': [
    '마크 가격이 청산가에 닿으면 포지션은 회원의 동의 없이 강제로 청산됩니다.',
    'When the mark price reaches the liquidation price a position is closed without further consent.',
  ],
  'term.risk.3': [
    '펀딩비와 수수료가 손익에 더해지거나 빠집니다. 과거의 수익은 미래의 수익을 보장하지 않습니다.',
    'Funding and fees add to or take from the result. Past results promise nothing for the future.',
  ],
});

export const viewableTerms = ['service', 'privacy', 'risk'] as const;
export type ViewableTerm = (typeof viewableTerms)[number];
