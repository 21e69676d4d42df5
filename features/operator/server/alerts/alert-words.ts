// What an alert says, in both languages: what is the matter, and what to do. The page, mails and webhooks say the same.
import type { AlertKind, Standing } from '../../admin-contract.ts';
import { queueName } from '../../queue-targets.ts';

interface Words {
  ko: string;
  en: string;
}

const words: Readonly<Record<AlertKind, { title: Words; todo: Words }>> = {
  QUEUE_LATE: {
    title: {
      ko: '{queue} {count}건이 기다려요. 가장 오래된 것은 {minutes}분, 목표는 {target}분이에요',
      en: '{queue}: {count} waiting, the oldest for {minutes} min of {target}',
    },
    todo: { ko: '관리자 화면의 {queue}에서 오래된 것부터 처리하세요.', en: 'Work on {queue} in the back office, oldest first.' },
  },
  EXPOSURE: {
    title: { ko: '{what} 하우스 노출이 한도의 {percent}%예요', en: 'House exposure of {what} is at {percent}% of its limit' },
    todo: {
      ko: '하우스 노출에서 헤지 목록을 보고 밖에서 거래하거나, 종목을 감소 전용으로 바꾸세요.',
      en: 'Look at House exposure: trade the hedge list elsewhere, or set the symbol to reduce-only.',
    },
  },
  NO_FEED: {
    title: { ko: '{count}개 종목에 실시간 시세가 없어요', en: '{count} symbols have no live prices' },
    todo: {
      ko: '그 종목들은 멈춰 있어요. 시세 화면에서 어느 종목인지 보고, MARU_FEED=binance인지 확인하거나 브랜드에서 그 종목을 빼세요.',
      en: 'They are halted. See which on the Prices page: start with MARU_FEED=binance, or take them off the brand.',
    },
  },
  FEED_SILENT: {
    title: { ko: '{symbol} 시세가 {seconds}초째 오지 않아요', en: 'No news of {symbol} for {seconds} s' },
    todo: {
      ko: '시세 제공자와 네트워크를 보세요. 10초부터 종목이 멈추고, 시세가 오면 스스로 다시 열려요.',
      en: 'Look at the venue and the network. The symbol is halted from ten seconds on and opens by itself when news come.',
    },
  },
  INDEX_SILENT: {
    title: {
      ko: '{symbol} 지수의 {source}가 {seconds}초째 조용해요',
      en: '{source}, a source of the index of {symbol}, is silent for {seconds} s',
    },
    todo: {
      ko: '그 거래소의 상태를 보세요. 남은 곳으로 지수를 만들지만, 하나만 남으면 청산이 멈출 수 있어요.',
      en: 'Look at that venue. The index goes on with those that are left; with one alone liquidation may stop.',
    },
  },
  SOURCE_DOWN: {
    title: { ko: '지수 출처 {source}에 연결되지 않아요', en: '{source}, a source of the index, cannot be reached' },
    todo: {
      ko: '그 거래소의 공지와 네트워크, MARU_INDEX_SOURCES를 보세요. 그동안 남은 출처로 지수를 만들어요.',
      en: 'Look at that venue’s notices, the network and MARU_INDEX_SOURCES. Meanwhile the index is made of the others.',
    },
  },
  ONE_SOURCE: {
    title: { ko: '{count}개 종목의 시세 출처가 하나뿐이에요', en: '{count} symbols rest on one price source alone' },
    todo: {
      ko: 'MARU_INDEX_SOURCES로 다른 거래소를 더하세요. 출처가 하나면 크게 달라진 가격은 운영자 두 명이 인정해야 해요.',
      en: 'Add other venues by MARU_INDEX_SOURCES. With one source a great step of the price waits for two operators.',
    },
  },
  PRICE_DOUBTED: {
    title: { ko: '{symbol} 가격을 믿을 수 없어요', en: 'The price of {symbol} is not believed' },
    todo: {
      ko: '거래소 가격을 확인하세요. 맞으면 시세 화면에서 인정을 요청하고, 틀리면 종목을 멈추세요.',
      en: 'Compare with the venue: ask to believe it on the Prices page, or halt the symbol.',
    },
  },
  PART_DOWN: {
    title: { ko: '{part}이(가) 답하지 않아요', en: '{part} does not answer' },
    todo: {
      ko: '데이터베이스와 디스크, 로그를 보세요. 확인된 주문은 안전해요.',
      en: 'Look at the database, its disk and the log. What was acknowledged is safe.',
    },
  },
  ENGINE_STOPPED: {
    title: { ko: '엔진이 명령을 받지 않아요: {reason}', en: 'The engine takes no commands: {reason}' },
    todo: {
      ko: '데이터베이스와 저널을 보세요. 불변식이 깨졌다면 아무것도 지우지 말고 백업과 비교하세요.',
      en: 'Look at database and journal. Is an invariant broken, delete nothing and compare with a backup.',
    },
  },
  JOURNAL_SLOW: {
    title: { ko: '저널 기록이 느려요: 99%가 {ms} ms 안', en: 'The journal is written slowly: 99% within {ms} ms' },
    todo: { ko: '데이터베이스 디스크의 부하를 보세요.', en: 'Look at the load of the database’s disk.' },
  },
  COMMANDS_WAITING: {
    title: {
      ko: '답을 기다리는 명령이 {count}개예요. 한도는 20,000이에요',
      en: '{count} commands wait for their fate; 20,000 is the limit',
    },
    todo: {
      ko: 'CPU와 데이터베이스를 보세요. 한도를 넘으면 주문이 거절돼요.',
      en: 'Look at CPU and database. Above the limit orders are refused.',
    },
  },
  LISTS_LATE: {
    title: { ko: '내역이 {seconds}초 늦어요', en: 'Histories are {seconds} s late' },
    todo: {
      ko: '데이터베이스의 부하를 보세요. 잔고와 주문은 맞아요.',
      en: 'Look at the load of the database. Balances and orders are right.',
    },
  },
  DISK_FULL: {
    title: { ko: '디스크가 {percent}% 찼어요. {freeGb} GB 남았어요', en: 'The disk is {percent}% full, {freeGb} GB are left' },
    todo: {
      ko: '오래된 백업과 로그를 옮기거나 디스크를 늘리세요. 가득 차면 거래가 멈춰요.',
      en: 'Move old backups and logs or enlarge the disk. Trading stops when it is full.',
    },
  },
  LETTERS_LATE: {
    title: {
      ko: '메일·문자 {count}통이 나가지 못했어요. 가장 오래된 것은 {minutes}분',
      en: '{count} mails have not left, the oldest for {minutes} min',
    },
    todo: {
      ko: '발송 계정과 발신 주소를 보세요. 회원의 인증번호도 이 길로 나가요.',
      en: 'Look at the senders’ accounts. Members’ codes go this way too.',
    },
  },
  BACKUP_FAILED: {
    title: { ko: '백업이 실패했어요: {fault}', en: 'A backup failed: {fault}' },
    todo: { ko: '이유를 고치고 npm run backup을 다시 실행하세요.', en: 'Mend the reason and run npm run backup again.' },
  },
  BACKUP_LATE: {
    title: { ko: '{hours}시간 동안 성공한 백업이 없어요', en: 'No good backup for {hours} hours' },
    todo: { ko: '예약 작업이 도는지 보고 npm run backup을 실행하세요.', en: 'See whether its timer runs, and run npm run backup.' },
  },
  CUSTODY_STOPPED: {
    title: {
      ko: '{coin} 출금이 멈췄어요: 원장과 체인이 {count}곳에서 달라요',
      en: 'Payouts of {coin} are stopped: ledger and chain differ in {count} places',
    },
    todo: {
      ko: '입출금의 보관 대사에서 맞지 않는 것을 하나씩 확인하세요. 풀려면 두 사람이 이유를 남겨야 해요.',
      en: 'Look at each difference under reconciliation. Two persons lift the stop, with a reason.',
    },
  },
  CHAIN_HALTED: {
    title: {
      ko: '{chain} 노드가 다른 체인을 말해요: 입금과 출금이 멈췄어요',
      en: 'The node of {chain} is of another chain: its deposits and payouts stand still',
    },
    todo: {
      ko: '노드 주소와 네트워크를 보세요. 지금까지 읽은 블록을 가진 노드가 답하면 스스로 다시 움직여요.',
      en: 'Look at the node’s address and network. It goes on by itself once a node has the blocks that were read.',
    },
  },
  TARGET_FAILING: {
    title: { ko: '경보를 받는 곳 {name}에 닿지 않아요', en: 'Alerts do not arrive at {name}' },
    todo: { ko: '경보 화면에서 이유를 보고 시험을 보내세요.', en: 'See the reason on the Alerts page and send a test.' },
  },
};

export const severityWords = {
  WARN: { ko: '주의', en: 'Warning' },
  PAGE: { ko: '긴급', en: 'Urgent' },
} as const;

const partNames: Readonly<Record<string, Words>> = {
  database: { ko: '데이터베이스', en: 'The database' },
  journal: { ko: '저널', en: 'The journal' },
};

function filled(text: string, figures: Standing['figures'], language: 'ko' | 'en'): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = figures[name];
    if (typeof value === 'number') return value.toLocaleString('en');
    if (name === 'queue') return queueName(String(value))[language];
    if (name === 'part') return partNames[String(value)]?.[language] ?? String(value);
    if (name === 'what' && value === '') return language === 'ko' ? '사이트 전체' : 'the whole site';
    return String(value ?? '').replace(/[\r\n]+/g, ' ');
  });
}

export function alertWords(kind: AlertKind, figures: Standing['figures']): { title: Words; todo: Words } {
  const { title, todo } = words[kind];
  const both = (text: Words): Words => ({ ko: filled(text.ko, figures, 'ko'), en: filled(text.en, figures, 'en') });
  return { title: both(title), todo: both(todo) };
}
