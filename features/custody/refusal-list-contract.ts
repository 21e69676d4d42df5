// What signer, watcher and nodes say when something stands still, in both languages: each kind of it once, with the figures it came with.
import type { Said, Say } from '@maru/kit/contract/list.ts';

/** As it is said where it happens; `$1` and `$2` are its figures. What nobody has words for is told as it was found. */
const kinds: readonly (readonly [found: RegExp, words: Said])[] = [
  [
    /^more than (\d+) of (\w+) in an hour$/,
    { ko: '서명기의 {2} 시간당 한도를 넘어요', en: 'More of {2} than the signer lets out in an hour' },
  ],
  [/^more than (\d+) of (\w+) in a day$/, { ko: '서명기의 {2} 하루 한도를 넘어요', en: 'More of {2} than the signer lets out in a day' }],
  [/^ledger and chain differ/, { ko: '원장과 체인이 달라 이 코인이 멈췄어요', en: 'Ledger and chain differ: this coin is stopped' }],
  [/^the policy has no coin (\w+)$/, { ko: '서명기 정책에 {1} 코인이 없어요', en: 'The signer’s policy has no coin {1}' }],
  [/^the policy has no (\w+)$/, { ko: '서명기 정책에 {1} 네트워크가 없어요', en: 'The signer’s policy has no network {1}' }],
  [
    /which the policy does not list as cold$/,
    { ko: '서명기 정책에 없는 콜드 지갑 주소예요', en: 'The signer’s policy does not list this cold address' },
  ],
  [
    /^(\d) persons agreed, and it needs two$/,
    { ko: '두 사람이 승인해야 하는데 {1}명만 승인했어요', en: '{1} agreed, and it needs two persons' },
  ],
  [/^no person agreed to it$/, { ko: '승인한 사람이 없어요', en: 'No person agreed to it' }],
  [/^nobody agreed to it as it stands$/, { ko: '지금 내용으로 승인한 사람이 없어요', en: 'Nobody agreed to it as it stands' }],
  [/^its time is over/, { ko: '유효 시간이 지나 다시 만들어야 해요', en: 'Its time is over: it has to be prepared anew' }],
  [
    /^its fee may be (\d+), more than (\d+)$/,
    { ko: '네트워크 수수료가 서명기 한도를 넘어요', en: 'The network’s fee is above the signer’s limit' },
  ],
  [
    /was signed before over another reservation$/,
    { ko: '이미 다른 내용으로 서명한 번호예요', en: 'It was signed before over something else' },
  ],
  [/^it asks for a key that is not the hot one$/, { ko: '핫 지갑이 아닌 키를 요구해요', en: 'It asks for a key that is not the hot one' }],
  [/^it pays \d+, not \d+$/, { ko: '승인한 금액과 달라요', en: 'It pays another amount than was agreed to' }],
  [/^it is of (\w+)$/, { ko: '{1} 네트워크의 거래예요', en: 'It is a transaction of {1}' }],
  [/^it makes (\d+) payments$/, { ko: '한 번이 아니라 {1}번 보내는 거래예요', en: 'It makes {1} payments, not one' }],
  [/^it moves nothing$| is no amount of /, { ko: '금액이 맞지 않아요', en: 'Its amount is none' }],
  [/^it (pays in|moves|pays) \w+(, (not \w+|which pays for nothing))?$/, { ko: '다른 코인을 보내요', en: 'It pays in another coin' }],
  [/^it has a memo$/, { ko: '없어야 할 메모가 있어요', en: 'It has a memo where none belongs' }],
  [/^its key is not here$/, { ko: '콜드 지갑의 키는 여기에 없어요', en: 'The key of cold storage is not here' }],
  [
    /^it gives \d+ for a sweep, more than \d+$/,
    { ko: '모으기 수수료로 보내는 금액이 한도를 넘어요', en: 'It gives more for a sweep than the limit' },
  ],
  [/^it reserves nothing/, { ko: '두 번 보내질 수 있는 거래예요', en: 'Two of it could both be carried out' }],
  [/^it pays to .+, which is no/, { ko: '우리 주소가 아닌 곳으로 보내요', en: 'It pays to an address that is not ours' }],
  [/^it pays to .+, not /, { ko: '승인한 주소와 다른 곳으로 보내요', en: 'It pays to another address than was agreed to' }],
  [/^it pays from /, { ko: '정해진 주소가 아닌 곳에서 나가요', en: 'It pays from an address that is not the right one' }],
  [/^it has another memo$/, { ko: '메모가 승인한 것과 달라요', en: 'It has another memo' }],
  [/^its change goes to somebody else$/, { ko: '거스름돈이 다른 곳으로 가요', en: 'Its change goes to somebody else' }],
  [/^it was signed for another file$/, { ko: '다른 파일로 서명했어요', en: 'It was signed for another file' }],
  [/not what two persons agreed to$/, { ko: '두 사람이 승인한 내용과 달라요', en: 'It is not what two persons agreed to' }],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ECONNRESET|fetch failed|socket hang up/i,
    { ko: '노드에 연결할 수 없어요', en: 'The node cannot be reached' },
  ],
  [/timed? ?out|ETIMEDOUT|aborted/i, { ko: '노드가 제때 답하지 않았어요', en: 'The node did not answer in time' }],
  [/is of another chain|another chain/i, { ko: '다른 체인의 노드예요', en: 'The node is of another chain' }],
  [
    /insufficient funds| and would need \d+$/i,
    { ko: '보낼 코인이나 수수료가 모자라요', en: 'There is too little to send or to pay the fee with' },
  ],
];

export function refusalWords(text: string, say: Say): string {
  for (const [found, words] of kinds) {
    const match = found.exec(text);
    if (match !== null) return say(words).replace(/\{(\d)\}/g, (_, n: string) => match[Number(n)] ?? '');
  }
  return text;
}
