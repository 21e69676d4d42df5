// Words of cold storage on the desk's page of custody.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const coldTexts = defineCatalog({
  'co.title': ['핫 · 웜 · 콜드', 'Hot, warm and cold'],
  'co.line': [
    '콜드 지갑의 키는 서버 밖에만 있어요. 기준보다 적으면 핫 지갑에서 저절로 보내요.',
    'Keys of cold storage are on no server. What is above the share that may be online goes there by itself.',
  ],
  'co.failed': ['콜드 지갑을 불러오지 못했어요', 'Cold storage could not be loaded'],
  'co.coin': ['코인', 'Coin'],
  'co.hot': ['핫', 'Hot'],
  'co.warm': ['웜 (회원 주소)', 'Warm (members’ addresses)'],
  'co.cold': ['콜드', 'Cold'],
  'co.split': ['나뉜 모습', 'Split'],
  'co.split.words': ['핫 {hot}%, 웜 {warm}%, 콜드 {cold}%', 'hot {hot}%, warm {warm}%, cold {cold}%'],
  'co.share': ['콜드 비중', 'Cold share'],
  'co.wanted': ['{percent}% 이상', 'at least {percent}%'],
  'co.read': ['마지막으로 읽음', 'Last read'],
  'co.ago': ['{age} 전', '{age} ago'],
  'co.addresses': ['콜드 지갑 주소', 'Addresses of cold storage'],
  'co.addresses.none': ['정해진 콜드 지갑이 없어요', 'No cold storage has been set'],
  'co.set': ['주소 정하기', 'Set an address'],
  'co.set.words': [
    '키가 이 서버에 없는 새 주소를 넣어 주세요. 다른 사람이 승인해야 하고, 서명 프로그램의 정책 파일에도 같은 주소가 있어야 보내요.',
    'A new address whose key is not on this server. Another person must agree, and the signer sends only where its own policy file lists it too.',
  ],
  'co.set.done': ['다른 사람의 승인을 기다려요', 'Another person has been asked'],
  'co.chain': ['네트워크', 'Network'],
  'co.address': ['주소', 'Address'],
  'co.state': ['상태', 'State'],
  'co.open': ['쓰는 중', 'in use'],
  'co.closed': ['닫힘', 'closed'],
  'co.setBy': ['정한 사람', 'Set by'],
  'co.since': ['언제부터', 'Since'],
  'co.close': ['닫기', 'Close'],
  'co.close.title': ['{chain} 콜드 지갑을 닫을까요?', 'Close this cold storage of {chain}?'],
  'co.close.words': ['더는 이 주소로 보내지 않아요. 남은 코인은 계속 세요.', 'Nothing is sent there any more. What is there still counts.'],
});
