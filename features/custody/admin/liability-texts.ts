// Words of the desk's page of proofs of liabilities.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const deskLiabilityTexts = defineCatalog({
  'pl.title': ['부채 증명', 'Proofs of liabilities'],
  'pl.line': [
    '회원에게 줄 코인의 합계를 매일 서명해서 공개해요. 회원은 자기 잔고가 들어 있는지 확인할 수 있어요.',
    'What is owed to members, signed and published every day. Each member can check that its balance is in it.',
  ],
  'pl.empty': ['아직 증명이 없어요', 'There is no proof yet'],
  'pl.empty.words': ['매일 하나씩 만들어져요. 지금 만들 수도 있어요.', 'One is made every day, or now.'],
  'pl.none': ['조건에 맞는 증명이 없어요', 'No proof matches'],
  'pl.failed': ['증명을 불러오지 못했어요', 'The proofs could not be loaded'],
  'pl.failed.words': ['공개된 증명은 그대로예요.', 'What was published stays.'],
  'pl.file': ['CSV', 'CSV'],
  'pl.ask': ['지금 만들기', 'Prove now'],
  'pl.asked': ['만들고 있어요', 'Being made'],
  'pl.fault': ['{coin}: {age} 전부터 증명하지 못했어요', '{coin}: not proved for {age}'],
  'pl.fault.figures': ['{name} {value}', '{name} {value}'],
});
