// What an operator sees once the exchange stands: addresses, demo accounts, process, data, how to stop.

export interface StartFacts {
  url: string;
  secondUrl: string | undefined;
  demo: boolean;
  /** The one host that shows the back office; undefined: each brand's. */
  adminHost: string | undefined;
  feed: string;
  dataDir: string;
  /** Where call lines go; undefined = standard output. */
  logFile: string | undefined;
  database: string;
  seconds: number;
  /** Seconds by step. */
  phases: string;
}

/** The screen as text, Korean first. */
export function startScreen(facts: StartFacts): string {
  const port = new URL(facts.url).port;
  const desk = facts.adminHost === undefined ? facts.url : `https://${facts.adminHost}`;
  const lines = [
    '',
    `  마루가 열렸습니다 · Maru is open  (${facts.seconds.toFixed(1)} s)`,
    '',
    `  주소 · address      ${facts.url}${facts.demo ? '' : '  (브랜드는 등록된 도메인에서만 · brands answer to their own hosts alone)'}`,
    ...(facts.secondUrl ? [`  한옥 · second site  http://hanok.localhost:${port}  또는 · or  ${facts.secondUrl}`] : []),
    ...(facts.demo ? ['  데모 계정 · demo    demo1 / demo1234,  demo2 / demo1234  (10,000 USDT)'] : []),
    `  관리자 · desk       ${desk}/admin  ${facts.demo ? 'admin / admin1234,  admin2 / admin21234,  staff / staff1234' : 'npm run operator -- create <아이디 · username>'}`,
    `  시세 · feed         ${facts.feed}${feedNote(facts)}`,
    `  API                 ${facts.url}/api/docs`,
    `  데이터 · data       ${facts.dataDir}`,
    ...(facts.logFile ? [`  기록 · log          ${facts.logFile}`] : []),
    `  단계 · phases       ${facts.phases} (s)`,
    `  DB                  ${facts.database}`,
    `  프로세스 · process  ${process.pid}`,
    `  끝내기 · stop       Ctrl+C  또는 · or  kill ${process.pid}`,
    '',
  ];
  return lines.join('\n');
}

function feedNote({ demo, feed }: StartFacts): string {
  if (feed === 'binance') return '';
  const recorded = feed === 'replay' ? '녹화된 실제 시세 · recorded real data' : '계산한 시세 · computed';
  return demo
    ? ` (${recorded})`
    : ` (${recorded}: 실제 돈에는 쓸 수 없어 모든 종목이 멈춤 · not for real money: every symbol is halted, set MARU_FEED=binance)`;
}
