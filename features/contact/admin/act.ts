// Does something to an inquiry, says what went wrong, and lets every view of it look again.
import { messageOf } from '@maru/kit/web/failure.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { listDeskInquiries, seeInquiry } from '../admin-contract.ts';

/** Every view of inquiries looks again. */
export async function again(): Promise<void> {
  await Promise.all([refetch(seeInquiry), refetch(listDeskInquiries)]);
}

/** True when it was done. */
export async function act(work: Promise<unknown>): Promise<boolean> {
  let isDone = true;
  try {
    await work;
  } catch (thrown) {
    isDone = false;
    toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
  }
  await again();
  return isDone;
}
