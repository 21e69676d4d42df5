// Words of what things are done to.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const targetTexts = defineCatalog({
  'target.member': ['회원', 'Member'],
  'target.operator': ['운영자', 'Operator'],
  'target.site': ['사이트', 'Site'],
  'target.sending': ['발송', 'Sending'],
  'target.price': ['시세', 'Price'],
  'target.coupon': ['쿠폰', 'Coupon'],
  'target.approval': ['승인', 'Approval'],
  'target.symbol': ['종목', 'Symbol'],
  'target.export': ['내보내기', 'Export'],
  'target.role': ['역할', 'Role'],
  'target.brand': ['브랜드', 'Brand'],
  'target.withdrawal': ['출금', 'Withdrawal'],
  'target.deposit': ['입금', 'Deposit'],
  'target.depositClaim': ['입금 찾기', 'Deposit claim'],
  'target.coin': ['코인', 'Coin'],
  'target.member-job': ['회원 일괄 처리', 'Act on many members'],
});
