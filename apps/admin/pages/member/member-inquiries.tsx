// What a member asked the site; the threads themselves stand on the inquiries' own page.
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { listDeskInquiries } from '@maru/contact/admin-contract.ts';
import { Link } from '@tanstack/react-router';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';

export function InquiriesTab({ member }: { member: number }) {
  const t = useText(memberTexts);
  const list = useCall(listDeskInquiries, { query: { playerId: String(member), size: '50' } });
  return (
    <Loaded query={list} rows={5}>
      {({ content }) =>
        content.length === 0 ? (
          <EmptyState isLow title={t('m.inquiries.empty')} />
        ) : (
          <ul>
            {content.map((row) => (
              <li key={row.id} className="border-b border-line">
                <Link
                  to={`/inquiries?state=ALL&open=${row.id}`}
                  className="flex items-baseline gap-3 px-4 py-2.5 hover:bg-hover laptop:px-6"
                >
                  <span className="min-w-0 flex-1 truncate text-13">{row.lastLine || row.question}</span>
                  <Badge tone={row.isAnswer ? 'plain' : 'warn'}>{t(row.isAnswer ? 'm.inquiries.answered' : 'm.inquiries.waiting')}</Badge>
                  <span className="text-12 text-mute">
                    <TableTime at={row.updatedAt} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
