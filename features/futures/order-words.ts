// How an order ended and what a fill was, in words: members' tables and operators' lists say the same.

/** For a catalog, by id. */
export const orderEndTexts = {
  'status.PARTIALLY_FILLED': ['일부 체결', 'Partly filled'],
  'status.FILLED': ['체결', 'Filled'],
  'status.CANCELED': ['취소', 'Cancelled'],
  'status.EXPIRED': ['만료', 'Expired'],
} as const;

export const fillRoleTexts = {
  'role.MAKER': ['메이커', 'Maker'],
  'role.TAKER': ['테이커', 'Taker'],
  'role.LIQUIDATION': ['청산', 'Liquidation'],
  'role.ADL': ['자동 감축', 'Auto-deleveraging'],
  'role.NETTING': ['헤지 상계', 'Hedge netting'],
  'role.SETTLEMENT': ['거래 종료 정산', 'Delisting settlement'],
} as const;
