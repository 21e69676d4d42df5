// Words of the page that says how the power ball is drawn and how anyone checks it.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const howTexts = defineCatalog({
  'how.title': ['추첨은 이렇게 합니다', 'How it is drawn'],
  'how.lead': [
    '번호를 만드는 값의 절반은 접수 전에 봉인하고, 나머지 절반은 마감 뒤에 세상이 정합니다. 운영자를 포함해 누구도 번호를 고를 수 없습니다.',
    'Half of what makes the numbers is sealed before betting opens; the world decides the other half after the close. Nobody can choose a number, the operator included.',
  ],
  'how.1': ['봉인', 'Seal'],
  'how.1.words': [
    '회차마다 시드 하나의 SHA-256을 먼저 공개합니다. 시드를 바꾸면 해시가 달라지므로 나중에 바꿀 수 없습니다.',
    'Of each round’s seed the SHA-256 is public first. Another seed would have another hash, so it cannot be changed later.',
  ],
  'how.2': ['접수', 'Betting'],
  'how.2.words': [
    '추첨 {s}초 전에 마감합니다. 배당은 참여하는 순간 그 참여에 고정됩니다.',
    'Betting closes {s} seconds before the draw. Odds are fixed into each bet as it is placed.',
  ],
  'how.3': ['공개값', 'Public value'],
  'how.3.words': [
    '마감 뒤 첫 BTC/USDT 체결 세 건의 번호·가격·시각을 이은 글의 SHA-256입니다. 공개 난수 비콘을 쓰는 서버에서는 마감 뒤 첫 비콘 값입니다. 접수 중에는 아무도 알 수 없습니다.',
    'The SHA-256 of the first three BTC/USDT trades after the close: their numbers, prices and times; on a server with a public beacon its first value after the close. Nobody can know it while betting is open.',
  ],
  'how.4': ['추첨', 'Draw'],
  'how.4.words': [
    'HMAC-SHA-256 흐름에서 치우침 없이(거부 표본) 28개 중 다섯 개와 파워볼 하나를 뽑습니다. 참여 금액은 계산에 들어가지 않습니다.',
    'From an HMAC-SHA-256 stream, without bias (rejection sampling), five of 28 balls and one power ball. Stakes have no part in it.',
  ],
  'how.5': ['개봉', 'Opening'],
  'how.5.words': [
    '시드를 공개합니다. 누구나 해시를 맞춰 보고 번호를 다시 뽑을 수 있습니다. 공개값을 얻지 못하면 회차는 무효이고 전액 반환합니다.',
    'The seed is shown. Anyone can match the hash and draw again. Without a public value the round is void and every stake goes back.',
  ],
  'how.verify': ['직접 검증하기', 'Check it yourself'],
  'how.verify.1': ['SHA-256(시드) = 봉인', 'SHA-256(seed) = seal'],
  'how.verify.2': [
    '공개값 = SHA-256(“종목|마감 시각”, 이어서 체결마다 “번호|가격|거래소 시각|받은 시각” 한 줄씩)',
    'Public value = SHA-256 of “symbol|close”, then one line a trade: “number|price|its time|our time”',
  ],
  'how.verify.3': [
    '흐름 = HMAC-SHA-256(시드, “maru-power-ball-1|회차 id|공개값”), 남은 공에서 차례로 하나씩',
    'Stream = HMAC-SHA-256(seed, “maru-power-ball-1|round id|public value”), one ball after another of those left',
  ],
  'how.verify.tool': [
    '참여가 있던 회차는 증빙에서 기록을 내려받아 tools/verify-round 로도 확인할 수 있습니다.',
    'Of a round with bets the record can be saved from its evidence and checked with tools/verify-round as well.',
  ],
  'how.days': ['하루 시드의 봉인', 'Seals of the days'],
  'how.days.words': [
    '회차 시드는 하루 시드(UTC)에서 나옵니다. 그날이 시작되기 전에 공개합니다.',
    'Round seeds come from a secret of the day (UTC), whose hash is public before the day begins.',
  ],
  'how.seals': ['다음 회차들의 봉인', 'Seals of the rounds to come'],
  'how.seals.round': ['회차', 'Round'],
  'how.seals.draw': ['추첨', 'Draw'],
  'how.seals.seal': ['봉인', 'Seal'],
  'how.seals.failed': ['봉인을 불러오지 못했어요', 'The seals did not arrive'],
  'how.copy': ['{n}회 봉인 복사', 'Copy the seal of no. {n}'],
  'how.copied': ['봉인을 복사했어요', 'The seal is copied'],
  'how.table': ['시장과 확률', 'Markets and probabilities'],
  'how.table.words': [
    '모든 경우 982,800가지를 하나씩 세었습니다. 되돌림은 확률 × 배당입니다.',
    'All 982,800 outcomes were counted one by one. The return is probability × odds.',
  ],
  'how.table.market': ['시장', 'Market'],
  'how.table.covers': ['맞는 경우', 'Wins with'],
  'how.table.count': ['경우의 수', 'Outcomes'],
  'how.table.percent': ['확률', 'Probability'],
  'how.table.odds': ['배당', 'Odds'],
  'how.table.return': ['되돌림', 'Return'],
  'how.table.off': ['닫힘', 'off'],
});
