// What leaving asks of who has shut itself out and has proven who it is, as long as its ticket counts.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { endSession } from '@maru/kit/web/session.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { useState } from 'react';
import { leaveExcluded, lookLeaveExcluded } from '../leave-excluded-contract.ts';
import type { Leaving } from '../leaving-contract.ts';
import { Afterwards, InTheWay } from './leave-dialog.tsx';
import type { Proven } from './leave-shut-proof.tsx';
import { leavingTexts } from './leaving-texts.ts';

const asksTickOf = ({ held }: Leaving) => held.wallets.length > 0;
const isFreeOf = (data: Leaving) => data.obstacles.length === 0 && (!asksTickOf(data) || data.held.mayGiveUp);

/** What the ticket opens: leaving, where nothing stands in the way, and another look. `onOver` when its time is over. */
function useTicket({ ticket, leaving }: Proven, onOver: (message: string) => void) {
  const [data, setData] = useState<Leaving>(leaving);
  const inTime = async <T,>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.code === 'LEAVE_TICKET') onOver(thrown.message);
      throw thrown;
    }
  };
  const look = async () => setData(await call(lookLeaveExcluded, { body: { ticket }, isAnonymous: true }));
  const leave = async (givesUp: string | undefined) => {
    try {
      await call(leaveExcluded, { body: { ticket, ...(asksTickOf(data) && { givesUp }) }, isAnonymous: true });
    } catch (thrown) {
      // What came in between is shown beside what was said.
      await look().catch(() => undefined);
      throw thrown;
    }
    endSession('/alert?code=left');
  };
  const form = useCallForm<OpenForm, { givesUp: string | undefined }, void>({
    // The sum that was ticked: another sum asks for another tick.
    start: { givesUp: undefined },
    labels: {},
    losesNothing: true,
    send: ({ givesUp }) => inTime(isFreeOf(data) ? leave(givesUp) : look()),
  });
  return { data, form };
}

export function LeaveShutForm({ proven, onOver }: { proven: Proven; onOver(message: string): void }) {
  const t = useText(leavingTexts);
  const { data, form } = useTicket(proven, onOver);
  const { givesUp } = form.values;
  const { held, kept } = data;
  const isFree = isFreeOf(data);
  const asksTick = isFree && asksTickOf(data);
  return (
    <form {...form.form}>
      <InTheWay data={data} isShut />
      {!isFree && <p className="mt-3 text-13 text-sub">{t('leave.shut.support')}</p>}
      <Afterwards kept={kept} />
      <p className="mt-4 text-13 font-semibold">{t('leave.shut.goesOn')}</p>
      {asksTick && (
        <Checkbox isOn={givesUp === held.total} onChange={(isOn) => form.set({ givesUp: isOn ? held.total : undefined })} className="mt-4">
          <span className="text-13">{t('leave.giveUp', { total: figure(held.total) })}</span>
        </Checkbox>
      )}
      <FormTrouble words={form.trouble} className="mt-4" />
      <Button
        type="submit"
        look={isFree ? 'danger' : 'line'}
        size={48}
        className="mt-6 w-full"
        isBusy={form.isBusy}
        disabled={asksTick && givesUp !== held.total}
      >
        {t(isFree ? 'leave.do' : 'leave.again')}
      </Button>
    </form>
  );
}
