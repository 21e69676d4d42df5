// Words of the desk's page of deposits.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const deskDepositTexts = defineCatalog({
  'dd.title': ['코인 입금', 'Coin deposits'],
  'dd.empty': ['진행 중인 입금이 없어요', 'No deposit is under way'],
  'dd.empty.words': ['체인에서 본 입금은 몇 초 안에 여기에 나와요.', 'What a chain shows appears here within seconds.'],
  'dd.none': ['조건에 맞는 입금이 없어요', 'No deposit matches'],
  'dd.failed': ['입금을 불러오지 못했어요', 'The deposits could not be loaded'],
  'dd.failed.words': ['입금은 그대로 반영되고 있어요.', 'They are credited all the same.'],
  'dd.file': ['CSV', 'CSV'],
  'dd.deposit': ['입금 {id}', 'Deposit {id}'],
  'dd.member': ['회원', 'Member'],
  'dd.chainAmount': ['체인 금액', 'On the chain'],
  'dd.dust': ['지갑 단위보다 작은 끝수', 'Dust below the wallet’s unit'],
  'dd.state': ['상태', 'State'],
  'dd.confirmations': ['확인 수', 'Blocks'],
  'dd.credit': ['{n}번이면 반영, {m}번이면 출금 가능', 'Credited at {n}, may leave at {m}'],
  'dd.network': ['네트워크', 'Network'],
  'dd.height': ['블록', 'Block'],
  'dd.gone': ['블록이 사라졌어요', 'Its block is gone'],
  'dd.hash': ['해시', 'Hash'],
  'dd.address': ['받은 주소', 'To'],
  'dd.memo': ['태그·메모', 'Tag or memo'],
  'dd.sender': ['보낸 주소', 'From'],
  'dd.number': ['원장 입금 번호', 'Its number in the ledger'],
  'dd.steps': ['진행', 'Steps'],
});
