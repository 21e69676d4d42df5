// Does something to an inquiry, says what went wrong, and lets every view of it look again.
import { messageOf } from '@maru/kit/web/failure.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { listDeskInquiries, seeInquiry } from '../admin-contract.ts';

/** True when it was done. */
export async function act(work: Promise<unknown>): Promise<boolean> {
  let isDone = true;
  try {
    await work;
  } catch (thrown) {
    isDone = false;
    toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
  }
  await Promise.all([refetch(seeInquiry), refetch(listDeskInquiries)]);
  return isDone;
}
