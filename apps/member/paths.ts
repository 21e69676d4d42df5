// Every address of the member app; the route table and all links take them from here.
export const paths = {
  home: '/',
  alert: '/alert',
  login: '/login',
  signUp: '/signup',
  /** Ours: what was forgotten, and where the demo's mails arrive. */
  findId: '/find/id',
  findPassword: '/find/password',
  demoInbox: '/inbox',
  /** Ours: the link of a mail about a login from somewhere new. */
  niceReturn: '/nice/return',
  notMe: '/not-me/$token',
  /** Ours: leaving while one has shut oneself out, without a login. */
  leave: '/leave',
  referred: '/ref/$partnerCode',
  binary: '/trade',
  binaryOption: '/trade/$id',
  /** Ours: the evidence of a round, for anyone; without an id any record that one has. */
  verifyAny: '/verify',
  /** Ours, of a demo alone: a transaction of its chains. */
  explorer: '/explorer/$chain/$hash',
  verify: '/verify/$id',
  futures: '/future',
  futuresOption: '/future/$id',
  futuresView: '/futureView',
  futuresViewOption: '/futureView/$id',
  copyTrade: '/copytrade',
  copyTradeMine: '/copytrade/trader_detail/my',
  copyTradeTrader: '/copytrade/$id',
  notices: '/service/notice',
  notice: '/service/notice/$id',
  investInfo: '/service/invest_info',
  investInfoItem: '/service/invest_info/$id',
  events: '/service/event',
  event: '/service/event/$id',
  guide: '/service/user-guide',
  guideService: '/service/user-guide/service',
  guideDnw: '/service/user-guide/dnw',
  myInfo: '/myinfo',
  messages: '/myinfo/message',
  profile: '/myinfo/profile',
  /** Ours: keys for bots. */
  apiKeys: '/myinfo/api',
  term: '/myinfo/term/$param',
  inquiry: '/myinfo/contact/$id',
  walletHome: '/dnw_history',
  walletPage: '/dnw_history/$param',
  deposit: '/dnw/deposit',
  /** Ours: what came without its tag or memo. */
  depositClaim: '/dnw/deposit/claim',
  withdraw: '/dnw/withdraw',
  /** Ours: the addresses that withdrawals may go to. */
  addresses: '/dnw/addresses',
  transfer: '/dnw/transfer',
  /** Ours: every way to money that there is. */
  fund: '/dnw/fund',
  convert: '/dnw/convert',
  buy: '/dnw/buy',
  sell: '/dnw/sell',
  p2p: '/p2p',
  p2pOrder: '/p2p/$id',
  staking: '/staking',
  powerBall: '/powerball',
  slots: '/slot',
  slot: '/slot/$id',
  coupon: '/coupon',
  support: '/support',
} as const;

/** Pages of the wallet, service and my-info side menus. */
export const walletPages = {
  asset: '/dnw_history/asset',
  history: '/dnw_history/history_list',
  futures: '/dnw_history/future_list',
  binary: '/dnw_history/binary_list',
  p2p: '/dnw_history/p2p',
  /** Ours: what each day brought. */
  calendar: '/dnw_history/calendar',
  /** Ours: why a fill, payment, liquidation or refusal came out as it did. */
  explain: '/dnw_history/explain',
  /** Ours: that my balance is in what the site owes. */
  proof: '/dnw_history/proof',
} as const;
export const termPages = { service: '/myinfo/term/service', privacy: '/myinfo/term/privacy' } as const;
