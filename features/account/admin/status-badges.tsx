// A member's state as badges: colour, and always the word.
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { Ban, Lock } from 'lucide-react';
import type { DeskMember } from '../admin-contract.ts';
import { memberStatusWords } from '../member-list-contract.ts';
import { memberTexts } from './desk-texts.ts';

const tones: Readonly<Record<DeskMember['status'], Tone>> = { ACTIVE: 'plain', WAIT: 'warn', DENY: 'danger', LEFT: 'plain' };

export function StatusBadges({ member }: { member: Pick<DeskMember, 'status' | 'isLocked'> }) {
  const t = useText(memberTexts);
  const say = useWords();
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tones[member.status]} icon={member.status === 'DENY' ? <Ban size={11} /> : undefined}>
        {say(memberStatusWords[member.status])}
      </Badge>
      {member.isLocked && (
        <Badge tone="warn" icon={<Lock size={11} />}>
          {t('md.locked')}
        </Badge>
      )}
    </span>
  );
}

export const partnerCell = ({ partner }: Pick<DeskMember, 'partner'>) => partner?.name ?? <span className="text-mute">–</span>;
