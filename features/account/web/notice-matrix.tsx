// Where notices go: topics down, channels across, a switch in each cell; what cannot be switched off says so.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { patchCall, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Switch } from '@maru/kit/web/ui/choices.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { noticeChannels } from '../member-choices.ts';
import { getNoticeChoices, type NoticeRow, setNoticeChoice } from '../notice-contract.ts';
import { choicesTexts } from './choices-texts.ts';

type Channel = (typeof noticeChannels)[number];

async function choose({ topic }: NoticeRow, channel: Channel, isOn: boolean): Promise<void> {
  const put = (value: boolean) =>
    patchCall(getNoticeChoices, undefined, ({ content }) => ({
      content: content.map((row) => (row.topic === topic ? { ...row, [channel]: value } : row)),
    }));
  // At once: a switch that waits for the server feels broken.
  put(isOn);
  try {
    await call(setNoticeChoice, { body: { topic, channel, isOn } });
  } catch (thrown) {
    put(!isOn);
    toast({ title: messageOf(thrown), kind: 'warn', stay: 'notice' });
  }
}

function Row({ row }: { row: NoticeRow }) {
  const t = useText(choicesTexts);
  const topic = t(`told.${row.topic}`);
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-3 pr-3 text-left text-14 font-normal">
        {topic} <span className="text-12 text-mute max-tablet:block tablet:ml-1">{t(`told.${row.topic}.words`)}</span>
      </th>
      {noticeChannels.map((channel) => (
        <td key={channel} className="w-16 py-3 text-center tablet:w-[72px]">
          <span className="inline-flex align-middle">
            <Switch
              isOn={row[channel]}
              disabled={row.isFixed}
              label={t('told.cell', { topic, channel: t(`told.${channel}`) })}
              onChange={(isOn) => void choose(row, channel, isOn)}
            />
          </span>
        </td>
      ))}
    </tr>
  );
}

export function NoticeMatrix() {
  const t = useText(choicesTexts);
  const { data, error, isFetching, refetch } = useCall(getNoticeChoices);
  return (
    <section aria-labelledby="notices" className="border-t border-line px-4 py-6 laptop:px-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="notices" className="text-16 font-bold">
          {t('told.title')}
        </h2>
        <p className="text-12 text-mute">{t('told.fixed')}</p>
      </div>
      {data === undefined && error === null && <SkeletonRows rows={5} label={t('told.loading')} />}
      {data === undefined && error !== null && (
        <FailingState isLow title={t('told.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data !== undefined && (
        <table className="mt-3 w-full border-collapse">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t('told.topic')}</span>
              </th>
              {noticeChannels.map((channel) => (
                <th key={channel} scope="col" className="pb-2 text-center text-12 font-normal text-mute">
                  {t(`told.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.content.map((row) => (
              <Row key={row.topic} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
