// Words of the page of one transaction on a demo's chain.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const explorerTexts = defineCatalog({
  'explorer.title': ['{chain} 거래', '{chain} transaction'],
  'explorer.demo': ['데모 체인', 'Demo chain'],
  'explorer.words': [
    '데모의 {chain} 체인이에요. 여기 코인은 값이 없고, 실제 네트워크에서는 찾을 수 없어요.',
    'This is the demo’s own {chain} chain. Its coins are worth nothing, and no real network knows them.',
  ],
  'explorer.state.WAITING': ['블록을 기다려요', 'Waiting for a block'],
  'explorer.state.MINED': ['블록에 담겼어요', 'In a block'],
  'explorer.state.FAILED': ['블록에 담겼지만 실패했어요', 'In a block, and failed'],
  'explorer.hash': ['거래 해시', 'Transaction'],
  'explorer.state': ['상태', 'State'],
  'explorer.block': ['블록', 'Block'],
  'explorer.time': ['블록 시각', 'Time of the block'],
  'explorer.confirmations': ['확인 수', 'Confirmations'],
  'explorer.from': ['보낸 주소', 'From'],
  'explorer.from.none': ['체인에 한 주소로 적혀 있지 않아요', 'The chain names no single address'],
  'explorer.to': ['받은 주소', 'To'],
  'explorer.amount': ['금액', 'Amount'],
  'explorer.memo': ['메모(태그)', 'Memo or tag'],
  'explorer.failed': ['거래를 찾지 못했어요', 'This transaction was not found'],
  'explorer.copy': ['복사', 'Copy'],
});
