// The documents that a site begins with, short and in the form of records; its operators publish their own in their place.
import type { DocumentKind } from './contract.ts';
import type { DocumentWords } from './document-contract.ts';

const articles = (...parts: readonly string[]) => parts.join('\n\n');

export const firstDocuments: Readonly<Record<DocumentKind, Readonly<Record<'ko' | 'en', DocumentWords>>>> = {
  service: {
    ko: {
      title: '이용약관',
      body: articles(
        '## 제1조 계정\n회원은 본인의 정보로 하나의 계정을 만들고 직접 이용합니다. 계정과 비밀번호를 다른 사람에게 빌려주거나 넘길 수 없습니다.',
        '## 제2조 주문과 체결\n주문은 서버가 저장한 뒤에 접수된 것으로 봅니다. 접수된 주문과 체결은 원장에 남으며 회원이 조회할 수 있습니다.',
        '## 제3조 시세가 늦을 때\n시세가 3초 이상 늦어지면 새 포지션을 열 수 없고, 10초 이상 늦어지면 해당 종목의 거래가 멈춥니다.',
      ),
    },
    en: {
      title: 'Terms of service',
      body: articles(
        '## Article 1. Accounts\nMembers open one account with their own details and use it themselves. Accounts and passwords may not be lent or handed over.',
        '## Article 2. Orders and fills\nAn order counts as accepted once the server has stored it. Accepted orders and fills stay on the record and are open to the member.',
        '## Article 3. Late prices\nWhen prices are more than 3 seconds old no new exposure is opened; after 10 seconds the symbol is halted.',
      ),
    },
  },
  privacy: {
    ko: {
      title: '개인정보 처리방침',
      body: articles(
        '## 제1조 모으는 정보\n수집 항목은 아이디, 이름, 닉네임, 휴대폰 번호, 이메일이며, 접속 기록이 함께 저장됩니다.',
        '## 제2조 쓰는 곳\n수집한 정보는 본인 확인, 서비스 제공, 부정 이용 방지에만 이용합니다. 법령이 정한 경우가 아니면 제3자에게 제공하지 않습니다.',
        '## 제3조 지우는 때\n회원이 탈퇴하면 메시지, 가격 알림, 설정처럼 보관할 의무가 없는 정보는 바로 지우고, 나머지는 다른 정보와 나누어 암호화해 보관한 뒤 지체 없이 파기합니다. 계약과 결제에 관한 기록 및 본인 정보는 5년(전자상거래법), 문의와 분쟁 처리에 관한 기록은 3년(전자상거래법), 로그인 기록은 3개월(통신비밀보호법) 동안 보관합니다. 원장과 거래 기록은 이름 없이 회원 번호로만 남습니다.',
        '## 제4조 다시 가입\n탈퇴한 뒤 30일이 지나면 다시 가입할 수 있습니다. 스스로 정한 이용 제한과 한도, 한 사람에게 한 번 주는 혜택의 이용 기록은 본인 확인 정보의 해시로 이어집니다. 동의를 거부할 수 있으나 이 경우 가입할 수 없습니다.',
      ),
    },
    en: {
      title: 'Privacy policy',
      body: articles(
        '## Article 1. What we collect\nWe collect username, name, nickname, phone number and e-mail, and keep records of access.',
        '## Article 2. What it is used for\nThey are used to know who you are, to provide the service and to prevent abuse only, and are not given to others unless the law requires it.',
        '## Article 3. When it is erased\nWhen a member leaves, what need not be kept (messages, price alerts, choices) is erased at once; the rest is kept apart, encrypted, and destroyed without delay when its time is over: records of contracts and payments with the identity after 5 years, inquiries and disputes after 3 years, log-in records after 3 months. Ledger and trades stay by number, without a name.',
        '## Article 4. Joining again\nYou may join again 30 days after leaving. Self-exclusion, own limits and gifts given once to a person go on, found by a hash of your identity. You may refuse, but then you cannot sign up.',
      ),
    },
  },
  risk: {
    ko: {
      title: '레버리지 거래 위험 고지',
      body: articles(
        '## 제1조 증거금을 모두 잃을 수 있습니다\n레버리지 거래는 적은 증거금으로 큰 금액을 거래하므로 짧은 시간에 증거금을 모두 잃을 수 있습니다.',
        '## 제2조 강제 청산\n마크 가격이 청산가에 닿으면 포지션은 회원의 동의 없이 강제로 청산됩니다.',
        '## 제3조 펀딩과 수수료\n펀딩비와 수수료가 손익에 더해지거나 빠집니다. 과거의 수익은 미래의 수익을 보장하지 않습니다.',
      ),
    },
    en: {
      title: 'Risks of leveraged trading',
      body: articles(
        '## Article 1. All margin can be lost\nLeveraged trading moves large amounts on small margin; all of the margin can be lost in a short time.',
        '## Article 2. Liquidation\nWhen the mark price reaches the liquidation price a position is closed without further consent.',
        '## Article 3. Funding and fees\nFunding and fees add to or take from the result. Past results promise nothing for the future.',
      ),
    },
  },
  marketing: {
    ko: {
      title: '혜택 소식 받기',
      body: articles(
        '## 제1조 보내는 것\n새로운 기능, 수수료 할인, 이벤트 소식을 문자와 메일로 보냅니다. 거래와 보안에 관한 알림은 동의와 관계없이 보냅니다.',
        '## 제2조 그만 받기\n내 정보의 알림 설정에서 언제든 끌 수 있으며, 동의하지 않아도 모든 서비스를 똑같이 이용할 수 있습니다.',
      ),
    },
    en: {
      title: 'News and offers',
      body: articles(
        '## Article 1. What is sent\nNew features, lower fees and events, by SMS and mail. Notices about trading and security are sent whatever you choose.',
        '## Article 2. Stopping it\nIt can be turned off at any time in your notification settings. Nothing else depends on it.',
      ),
    },
  },
};

/** However its lines are broken. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Whether these are the sample’s own paragraphs, under whatever title, in a language that the site speaks. */
export const isSample = (
  kind: DocumentKind,
  words: Readonly<Record<'ko' | 'en', Pick<DocumentWords, 'body'>>>,
  languages: readonly ('ko' | 'en')[],
): boolean => languages.some((language) => plain(words[language].body) === plain(firstDocuments[kind][language].body));
