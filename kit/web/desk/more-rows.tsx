// Under a list that is read page by page: the next page, while there is one.
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { deskTexts } from './texts.ts';

interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

export function MoreRows({ list }: { list: Paged }) {
  const t = useText(deskTexts);
  if (!list.hasNextPage) return null;
  return (
    <div className="flex justify-center p-4">
      <Button size={32} isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t('desk.more')}
      </Button>
    </div>
  );
}
