// /dnw_history/proof with what is rounds' of it: the key that signs for the installation.
import { LiabilitiesPage } from '@maru/custody/web/liabilities/liabilities-page.tsx';
import { isTextSigned } from '@maru/rounds/evidence-day-signed.ts';

export function MemberProofPage() {
  return <LiabilitiesPage isSigned={isTextSigned} />;
}
