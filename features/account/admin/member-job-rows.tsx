// Acts on many members: how far each is, what was refused and why, its end and its results.
import { call } from '@maru/kit/web/api-client.ts';
import { attempt } from '@maru/kit/web/desk/acts.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { fetchFile } from '@maru/kit/web/file-client.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { Link } from '@tanstack/react-router';
import { fetchMemberJob, listMemberJobs, type MemberJob, stopMemberJob } from '../member-job-contract.ts';
import { jobStateWords } from '../member-job-list-contract.ts';
import { bulkTexts } from './bulk-texts.ts';

export const jobTones: Readonly<Record<MemberJob['state'], Tone>> = {
  ASKED: 'warn',
  WAITING: 'plain',
  RUNNING: 'brand',
  DONE: 'good',
  STOPPED: 'danger',
};
export const isOpenJob = ({ state }: Pick<MemberJob, 'state'>) => state === 'ASKED' || state === 'WAITING' || state === 'RUNNING';
/** Beside the notes of the socket, which may be away. */
const runningMs = 2_000;
const restingMs = 30_000;
const freshMs = 600_000;

/** Often while one is under way. */
export const asksAgainAfter = (reply: { content: readonly MemberJob[] } | undefined) =>
  reply?.content.some(({ state }) => state === 'WAITING' || state === 'RUNNING') === true ? runningMs : restingMs;

/** From the list of members to all that was done to many. */
export function MemberJobsLink() {
  const t = useText(bulkTexts);
  return (
    <Link to="/members/jobs" className={buttonClass('quiet', 36)}>
      {t('mj.all')}
    </Link>
  );
}

/** On the list of members: what is under way, and what has ended a moment ago. */
export function MemberJobStrip() {
  const t = useText(bulkTexts);
  const words = useWords();
  const list = useCall(listMemberJobs, { isOn: useCan('member.write'), everyMs: asksAgainAfter, keepsOld: true });
  const now = serverNow();
  const shown = (list.data?.content ?? []).filter(
    (job) => isOpenJob(job) || (job.isOwn && job.endedAt !== null && now - Date.parse(job.endedAt) < freshMs),
  );
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('mj.title')} className="border-b border-line px-4 py-2 text-13 laptop:px-6">
      <ul className="flex flex-col gap-1.5">
        {shown.slice(0, 3).map((job) => (
          <li key={job.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={jobTones[job.state]}>{words(jobStateWords[job.state])}</Badge>
            <b className="font-semibold">{t(`mb.act.${job.act}`)}</b>
            <JobProgress job={job} />
            <span className="ml-auto flex gap-1.5">
              <JobActs job={job} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function JobProgress({ job: { state, total, done, refused } }: { job: MemberJob }) {
  const t = useText(bulkTexts);
  const reached = done + refused;
  const figures = { reached: figure(String(reached)), total: figure(String(total)), refused: figure(String(refused)) };
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      {state === 'RUNNING' && (
        <progress value={reached} max={Math.max(total, 1)} aria-label={t('mj.progress')} className="h-1.5 w-28 accent-brand" />
      )}
      {t(refused > 0 ? 'mj.of.refused' : 'mj.of', figures)}
    </span>
  );
}

export const hasResults = (job: MemberJob) => job.done + job.refused > 0 && !isOpenJob(job);

function JobActs({ job }: { job: MemberJob }) {
  const t = useText(bulkTexts);
  return (
    <>
      {hasResults(job) && (
        <Button size={24} onClick={() => void attempt(takeResults(job))}>
          {t('mj.take')}
        </Button>
      )}
      {isOpenJob(job) && (
        <Button size={24} onClick={() => void attempt(stopJob(job))}>
          {t('mj.stop')}
        </Button>
      )}
    </>
  );
}

/** Why it ended early, and what was refused how often. */
export function JobFaults({ job: { fault, refusals, requestId, state } }: { job: MemberJob }) {
  const t = useText(bulkTexts);
  const words = useWords();
  return (
    <ul className="text-12 text-sub">
      {fault && <li>{words(fault.words)}</li>}
      {state === 'ASKED' && requestId !== null && <li>{t('mb.asked', { id: requestId })}</li>}
      {refusals.map(({ code, words: said, count }) => (
        <li key={code}>{t('mj.refusal', { count: figure(String(count)), why: words(said) })}</li>
      ))}
    </ul>
  );
}

export async function takeResults({ id }: MemberJob): Promise<void> {
  saveFile(`member-job-${id}.csv`, await fetchFile(fetchMemberJob, { id: String(id) }));
}

export async function stopJob({ id }: MemberJob): Promise<void> {
  await call(stopMemberJob, { body: { id } }).finally(() => refetch(listMemberJobs));
}
